/**
 * What a pipeline consists of, as the engine sees it.
 *
 * <p>A {@link io.sluice.streams.graph.Graph} is a list of {@linkplain
 * io.sluice.streams.graph.Operator operators}, each after those that feed it. An operator has a
 * name, limits of its {@linkplain io.sluice.streams.graph.Instances number of instances}, inputs,
 * each of which is a port of another operator, and a {@link io.sluice.streams.graph.Logic}: what it
 * does. The logic makes a task for each instance; the engine calls the task with records, and the
 * task gives what it makes of them to an {@link io.sluice.streams.graph.Output}.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.Pipeline}.
 */
package io.sluice.streams.graph;
