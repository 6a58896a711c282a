/**
 * Pipelines: streams of records through operators that scale themselves.
 *
 * <pre>{@code
 * var words =
 *     Pipeline.named("words")
 *         .from("lines", Source.lines(Path.of("book.txt")))
 *         .<String>flatMap("split", (line, out) -> List.of(line.split(" ", -1)).forEach(out))
 *         .keyBy(word -> word)
 *         .aggregate("count", () -> 0, (count, word) -> count + 1)
 *         .to("print", Sink.print());
 * try (var running = words.start()) {
 *   running.await();
 * }
 * }</pre>
 *
 * <p>A {@link io.sluice.streams.Pipeline} begins with {@linkplain io.sluice.streams.Source sources}
 * and ends in {@linkplain io.sluice.streams.Sink sinks}. Between them a {@link
 * io.sluice.streams.DataStream} is mapped, filtered, split or merged, and given {@linkplain
 * io.sluice.streams.DataStream#timestamps times}. With {@link io.sluice.streams.DataStream#keyBy}
 * it becomes a {@link io.sluice.streams.KeyedStream}, for everything that needs a state:
 * aggregates, windows, sessions, joins, and functions with timers. {@link
 * io.sluice.streams.Running} watches and ends a pipeline that has been started.
 */
package io.sluice.streams;
