package io.sluice.streams.kafka;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.streams.DataStream;
import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import io.sluice.streams.Pipeline;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same statements about pipelines, on both engines. */
@Timeout(120)
class BothEnginesTest {

  @SuppressWarnings("NullAway") // set before all tests
  private static Broker broker;

  @BeforeAll
  static void start() throws Exception {
    broker = Broker.start();
  }

  @AfterAll
  static void end() throws Exception {
    broker.close();
  }

  static Stream<EngineUnderTest> engines() {
    return Stream.of(new EngineUnderTest.Embedded(), new EngineUnderTest.OnKafka(broker));
  }

  private static Pipeline named(String name) {
    return Pipeline.named("both-" + name);
  }

  private static List<String> sorted(List<String> lines) {
    return lines.stream().sorted().toList();
  }

  /** Whatever function and graph of stateless operators: each record takes each way once. */
  @ParameterizedTest
  @MethodSource("engines")
  void statelessOperators(EngineUnderTest engine) throws Exception {
    var pipeline = named("stateless");
    var numbers =
        engine
            .from(pipeline, "in", IntStream.range(0, 1_000).mapToObj(Integer::toString).toList())
            .map("parse", Integer::valueOf)
            .filter("even", number -> number % 2 == 0);
    var split = numbers.split("small", number -> number < 500);
    split
        .matching()
        .<String>flatMap("twice", (number, out) -> List.of(number + "a", number + "b").forEach(out))
        .merge(split.others().map("text", number -> number + "c"))
        .to("out", engine.sink("out"));
    try (var running = engine.start(pipeline)) {
      running.await();
    }
    var expected = new ArrayList<String>();
    for (int number = 0; number < 1_000; number += 2) {
      expected.addAll(number < 500 ? List.of(number + "a", number + "b") : List.of(number + "c"));
    }
    assertThat(engine.results("out")).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Records of a key are processed in their order, also while the operator scales. */
  @ParameterizedTest
  @MethodSource("engines")
  void keyedStateWhileTheOperatorScales(EngineUnderTest engine) throws Exception {
    var lines =
        IntStream.range(0, 20_000).mapToObj(k -> "key-%d %d".formatted(k % 50, k / 50)).toList();
    var pipeline = named("keyed");
    engine
        .from(pipeline, "in", lines)
        .map("slow", BothEnginesTest::slowly)
        .fixed(1)
        .keyBy(line -> line.split(" ", -1)[0])
        .aggregate("concat", () -> 0L, (hash, line) -> 31 * hash + line.hashCode())
        .instances(1, 4)
        .map("text", each -> each.key() + " " + each.value())
        .fixed(1)
        .to("out", engine.sink("out"));
    try (var running = engine.start(pipeline)) {
      scaleBothWays(running, "concat");
      running.await();
      if (engine instanceof EngineUnderTest.OnKafka) { // The other one may have been too fast.
        assertThat(running.snapshot().actions()).isPositive();
      }
    }
    var expected = new ArrayList<String>();
    var hashes = new long[50];
    for (int k = 0; k < lines.size(); k++) {
      hashes[k % 50] = 31 * hashes[k % 50] + lines.get(k).hashCode();
      expected.add("key-%d %d".formatted(k % 50, hashes[k % 50]));
    }
    var results = engine.results("out");
    for (int key = 0; key < 50; key++) {
      var prefix = "key-%d ".formatted(key);
      assertThat(results.stream().filter(line -> line.startsWith(prefix)))
          .containsExactlyElementsOf(
              expected.stream().filter(line -> line.startsWith(prefix)).toList());
    }
  }

  /** The input may be at its end before: then there is nothing to share any more. */
  private static void scaleBothWays(Running running, String operator) throws Exception {
    for (int instances : List.of(3, 1)) {
      var _ = running.scale(operator, instances);
      for (int waited = 0; waited < 12; waited++) {
        if (running.await(ofMillis(50)) || instancesOf(running, operator) == instances) {
          break;
        }
      }
    }
  }

  private static int instancesOf(Running running, String operator) {
    return running.snapshot().operators().stream()
        .filter(each -> each.name().equals(operator))
        .findFirst()
        .orElseThrow()
        .instances();
  }

  /** Lets a record take a while, so that operators have scaled before the last one. */
  private static <T> T slowly(T record) {
    LockSupport.parkNanos(100_000);
    return record;
  }

  private record Event(int key, long time, long value) {
    static Event parse(String line) {
      var parts = line.split(" ", -1);
      return new Event(
          Integer.parseInt(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
    }
  }

  private static List<String> events() {
    var random = new SplittableRandom(11);
    return IntStream.range(0, 6_000)
        .mapToObj(
            k ->
                "%d %d %d"
                    .formatted(
                        random.nextInt(8), 3L * k - random.nextInt(40), random.nextInt(1_000)))
        .toList();
  }

  private static DataStream<Event> timed(EngineUnderTest engine, Pipeline pipeline)
      throws Exception {
    return engine
        .from(pipeline, "in", events())
        .map("parse", line -> slowly(Event.parse(line)))
        .fixed(1)
        .timestamps("times", Event::time, ofMillis(20));
  }

  /** Windows of all kinds, of windows, and late records, while operators scale. */
  private static void windows(EngineUnderTest engine, Pipeline pipeline) throws Exception {
    var timed = timed(engine, pipeline);
    var keyed = timed.keyBy(Event::key);
    var tumbling =
        keyed
            .tumbling(ofMillis(50))
            .lateness(ofMillis(10))
            .<Long>aggregate("tumbling", () -> 0L, (sum, event) -> sum + event.value())
            .instances(1, 3);
    tumbling
        .keyBy(result -> (int) (result.value() % 3))
        .tumbling(ofMillis(200))
        .aggregate("again", () -> 0L, (sum, result) -> sum + result.value())
        .instances(1, 3)
        .map("again-text", Object::toString)
        .to("again-out", engine.sink("again-out"));
    keyed
        .sessions(ofMillis(20))
        .<Long>aggregate("sessions", () -> 0L, (sum, event) -> sum + event.value(), Long::sum)
        .instances(1, 3)
        .map("sessions-text", Object::toString)
        .to("sessions-out", engine.sink("sessions-out"));
    var sides = timed.split("sides", event -> event.value() % 2 == 0);
    sides
        .matching()
        .keyBy(Event::key)
        .join(
            "pairs",
            sides.others().keyBy(Event::key),
            ofMillis(7),
            (left, right) -> left.toString() + right)
        .instances(1, 3)
        .to("pairs-out", engine.sink("pairs-out"));
  }

  @ParameterizedTest
  @MethodSource("engines")
  void windowsAndJoinsWhileOperatorsScale(EngineUnderTest engine) throws Exception {
    var expected = new EngineUnderTest.Embedded();
    var sequential = named("windows");
    windows(expected, sequential);
    sequential.operators().forEach(operator -> sequential.instances(operator, 1, 1));
    try (var running = sequential.start()) {
      running.await();
    }
    var pipeline = named("windows");
    windows(engine, pipeline);
    try (var running = engine.start(pipeline)) {
      for (var operator : List.of("tumbling", "again", "sessions", "pairs")) {
        scaleBothWays(running, operator);
      }
      running.await();
      if (engine instanceof EngineUnderTest.OnKafka) { // The other one may have been too fast.
        assertThat(running.snapshot().actions()).isPositive();
      }
    }
    for (var sink : List.of("again-out", "sessions-out", "pairs-out")) {
      assertThat(sorted(engine.results(sink)))
          .as(sink)
          .isNotEmpty()
          .isEqualTo(sorted(expected.results(sink)));
    }
  }

  /** Emits each key that has had no event for a while, with the sum of its values. */
  private static final class Idle implements KeyedFunction<Integer, Long, Event, String> {
    @Override
    public Long onRecord(Long sum, Event event, KeyedContext<Integer, String> context) {
      context.timer(event.time() + 100);
      return sum + event.value();
    }

    @Override
    public Long onTimer(Long sum, long time, KeyedContext<Integer, String> context) {
      context.emit("%d at %d: %d".formatted(context.key(), time, sum));
      return sum;
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void timersExpireInOrder(EngineUnderTest engine) throws Exception {
    var expected = new EngineUnderTest.Embedded();
    for (var each : List.of(expected, engine)) {
      var pipeline = named("timers");
      timed(each, pipeline)
          .keyBy(Event::key)
          .process("idle", () -> 0L, new Idle())
          .fixed(1)
          .to("out", each.sink("out"));
      try (var running = each.start(pipeline)) {
        running.await();
      }
    }
    assertThat(engine.results("out")).isNotEmpty().hasSameSizeAs(expected.results("out"));
    assertThat(engine.results("out").stream().map(line -> line.split(":", -1)[0]).sorted())
        .containsExactlyElementsOf(
            expected.results("out").stream().map(line -> line.split(":", -1)[0]).sorted().toList());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void aFailureIsNamed(EngineUnderTest engine) throws Exception {
    var pipeline = named("failure");
    engine
        .from(pipeline, "in", List.of("1", "two", "3"))
        .map("parse", Integer::valueOf)
        .map("text", Object::toString)
        .to("out", engine.sink("out"));
    try (var running = engine.start(pipeline)) {
      assertThatThrownBy(running::await)
          .isInstanceOf(PipelineFailedException.class)
          .hasMessageContaining("'both-failure' failed in operator 'parse' at record two")
          .hasMessageContaining("NumberFormatException");
      assertThat(running.state()).isEqualTo(Running.State.FAILED);
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void deadLettersAreGivenUp(EngineUnderTest engine) throws Exception {
    var given = new ArrayList<Object>();
    var pipeline = named("dead-letters");
    engine
        .from(pipeline, "in", List.of("1", "two", "3"))
        .map("parse", Integer::valueOf)
        .onError((_, record, _) -> given.add(record))
        .map("text", Object::toString)
        .to("out", engine.sink("out"));
    try (var running = engine.start(pipeline)) {
      running.await();
      assertThat(running.state()).isEqualTo(Running.State.DONE);
    }
    assertThat(engine.results("out")).containsExactly("1", "3");
    assertThat(given).containsExactly("two");
  }
}
