/**
 * What the operators of a pipeline do, as tasks that the engine calls.
 *
 * <p>Stateless: {@link io.sluice.streams.operator.MapTask}, {@link
 * io.sluice.streams.operator.SplitTask} and {@link io.sluice.streams.operator.TimeTask}, which
 * makes the watermark. Keyed: {@link io.sluice.streams.operator.AggregateTask}, {@link
 * io.sluice.streams.operator.ProcessTask}, {@link io.sluice.streams.operator.WindowTask}, {@link
 * io.sluice.streams.operator.SessionTask} and {@link io.sluice.streams.operator.JoinTask}. A keyed
 * task keeps nothing itself; what it knows of a key is in the state of that key, which may move to
 * another instance between two records.
 *
 * <p>Times are milliseconds. A watermark w says that no record up to time w will follow. Each
 * record carries the watermark at its source when it was read, and whether it is late is judged by
 * that one: it is the same however many instances the record passes, and never behind the watermark
 * of an operator that the record arrives at. Timers, in contrast, expire by the watermark of the
 * operator. So the results do not depend on the number of instances, as long as the functions do
 * not depend on the order of the records that they aggregate.
 *
 * <p>A task calls the user's functions first, then changes the state, then emits. So a record at
 * which a function fails has no effect, unless the function changes the aggregate that it is given.
 *
 * <p>Internal: an application uses {@link io.sluice.streams.DataStream} and {@link
 * io.sluice.streams.KeyedStream}.
 */
package io.sluice.streams.operator;
