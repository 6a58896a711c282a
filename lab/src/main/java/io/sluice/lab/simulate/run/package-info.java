/**
 * One simulated run, from its first event to its outcome.
 *
 * <p>{@code Run} takes events off the {@code Agenda} in the order of their times and lets the
 * {@code Processes} step. Their messages go through the {@code SimulatedNetwork}, which decides
 * when they arrive; the {@code Clients} are the applications, each in a state of the client model;
 * the {@code FaultInjector} crashes, pauses and separates. Each of these has random numbers of its
 * own, so that a change to one leaves the others as they were. Callers use {@link
 * io.sluice.lab.simulate.Simulation} instead.
 */
package io.sluice.lab.simulate.run;
