package io.sluice.streams.engine;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.DataStream;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import io.sluice.streams.WindowResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Windows of windows, of sessions and of pairs, over records that are out of order, some of them
 * late, while instances come and go all the time.
 */
class WatermarksTest {

  private static final int RECORDS = 1_200;
  private static final int MOST_INSTANCES = 4;

  private record Event(int key, long time, long value) {}

  /** What came out, in the order of its text: nothing is said about the order of arrival. */
  private record Result(List<String> windows, List<String> late) {}

  @Test
  void windowsAreThoseOfASequentialRunWhateverComesAndGoes() throws Exception {
    windowsAreThoseOfASequentialRun(40);
  }

  @Test
  @Tag("long")
  void manyWindowsAreThoseOfASequentialRun() throws Exception {
    windowsAreThoseOfASequentialRun(400);
  }

  private static void windowsAreThoseOfASequentialRun(int seeds) throws Exception {
    long actions = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      var events = events(seed);
      var expected = new Run(events, seed, 1);
      try (var running = (EmbeddedPipeline) expected.pipeline.start()) {
        running.await();
      }
      var actual = new Run(events, seed, MOST_INSTANCES);
      try (var running = (EmbeddedPipeline) actual.pipeline.start()) {
        try (var random = new RandomActions(running, seed)) {
          running.await();
          actions += random.count();
        }
      }
      assertThat(actual.result()).as("seed %d", seed).isEqualTo(expected.result());
      assertThat(expected.result().windows()).isNotEmpty();
    }
    assertThat(actions).isGreaterThan(5L * seeds);
  }

  private static List<Event> events(long seed) {
    var random = new SplittableRandom(seed);
    int disorder = random.nextInt(1, 60);
    return LongStream.range(0, RECORDS)
        .mapToObj(
            k ->
                new Event(
                    random.nextInt(8), 3 * k - random.nextInt(disorder), random.nextInt(1_000)))
        .toList();
  }

  /** One run of the pipeline of a seed. */
  private static final class Run {

    private final List<String> windows = Collections.synchronizedList(new ArrayList<>());
    private final List<String> late = Collections.synchronizedList(new ArrayList<>());
    private final Pipeline pipeline = Pipeline.named("windows");

    Run(List<Event> events, int seed, int most) {
      var source = Source.generate(k -> events.get((int) k)).limit(events.size());
      var timed =
          pipeline
              // Slow enough for instances to come and go meanwhile.
              .from("events", most > 1 ? source.rate(16_000) : source)
              .timestamps("times", Event::time, ofMillis(seed % 40))
              .map("pass", event -> event)
              .instances(1, most);
      windows(timed, seed, most)
          .keyBy(result -> (int) (result.value() % 3))
          .tumbling(ofMillis(200))
          .aggregate("again", () -> 0L, (sum, result) -> sum + result.value())
          .instances(1, most)
          .to("results", Sink.forEach(result -> windows.add(result.toString())));
    }

    private DataStream<WindowResult<Integer, Long>> windows(
        DataStream<Event> timed, int seed, int most) {
      var keyed = timed.keyBy(Event::key);
      var results =
          switch (seed % 4) {
            case 0 ->
                keyed
                    .tumbling(ofMillis(50))
                    .lateness(ofMillis(10))
                    .<Long>aggregate("first", () -> 0L, (sum, event) -> sum + event.value());
            case 1 ->
                keyed
                    .sliding(ofMillis(60), ofMillis(20))
                    .<Long>aggregate("first", () -> 0L, (sum, event) -> sum + event.value());
            case 2 ->
                keyed
                    .sessions(ofMillis(20))
                    .lateness(ofMillis(5))
                    .<Long>aggregate(
                        "first", () -> 0L, (sum, event) -> sum + event.value(), Long::sum);
            default -> {
              var sides = timed.split("sides", event -> event.value() % 2 == 0);
              yield sides
                  .matching()
                  .keyBy(Event::key)
                  .join(
                      "pairs",
                      sides.others().keyBy(Event::key),
                      ofMillis(7),
                      (left, right) ->
                          new Event(left.key(), left.time(), left.value() * right.value()))
                  .instances(1, most)
                  .keyBy(Event::key)
                  .tumbling(ofMillis(50))
                  .<Long>aggregate("first", () -> 0L, (sum, event) -> sum + event.value());
            }
          };
      results.late().to("late", Sink.forEach(event -> late.add(event.toString())));
      return results.instances(1, most);
    }

    Result result() {
      return new Result(windows.stream().sorted().toList(), late.stream().sorted().toList());
    }
  }
}
