package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.sluice.streams.Running.State;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is wrong with a pipeline is said in one line, at once where that is possible; nothing hangs,
 * and no thread is left behind.
 */
@Timeout(60)
final class BadInputTest {

  private static final Duration LONG = Duration.ofSeconds(30);

  private final Pipeline pipeline = Pipeline.named("bad");
  private final List<Object> out = new ArrayList<>();

  @AfterEach
  void noThreadIsLeft() {
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("bad/"));
  }

  private DataStream<String> words(String... words) {
    return pipeline.from("words", Source.of(Arrays.asList(words)));
  }

  /** Runs it and returns why it failed. */
  private static PipelineFailedException failureOf(Pipeline pipeline) throws InterruptedException {
    try (var running = pipeline.start()) {
      assertThatExceptionOfType(PipelineFailedException.class)
          .isThrownBy(() -> running.await(LONG))
          .satisfies(failure -> assertThat(running.failure()).contains(failure))
          .satisfies(failure -> assertThat(failure.getMessage()).hasLineCount(1));
      assertThat(running.state()).isEqualTo(State.FAILED);
      assertThatExceptionOfType(PipelineFailedException.class).isThrownBy(running::await);
      return running.failure().orElseThrow();
    }
  }

  private static void assertDone(Pipeline pipeline) throws InterruptedException {
    try (var running = pipeline.start()) {
      assertThat(running.await(LONG)).isTrue();
      assertThat(running.state()).isEqualTo(State.DONE);
    }
  }

  // Pipelines that cannot run

  @Test
  void aPipelineWithoutAnything() {
    assertThatIllegalStateException()
        .isThrownBy(pipeline::start)
        .withMessage("pipeline 'bad' is empty: begin with from(name, source)");
  }

  @Test
  void aPipelineWithoutASink() {
    var _ = words("a").map("shout", String::toUpperCase);
    assertThatIllegalStateException()
        .isThrownBy(pipeline::start)
        .withMessage(
            "nothing takes the records of 'shout' in pipeline 'bad': end it with to(name, sink)");
  }

  @Test
  void twoOperatorsOfOneName() {
    var stream = words("a").map("shout", String::toUpperCase);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stream.filter("shout", _ -> true))
        .withMessage(
            "pipeline 'bad' has an operator named 'shout' already: each needs a name of its own");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " "})
  void namesThatAreBlank(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.named(name))
        .withMessage("a pipeline needs a name");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> words("a").map(name, word -> word))
        .withMessage("an operator needs a name");
  }

  @ParameterizedTest
  @CsvSource({"4, 2", "0, 2", "-1, -1", "1, 1001"})
  void numbersOfInstancesThatCannotBe(int min, int max) {
    var stream = words("a").map("shout", String::toUpperCase);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stream.instances(min, max))
        .withMessage(
            "an operator has from 1 to 1,000 instances, at least min and at most max; not (%d, %d)",
            min, max);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 0, 9, 60_001})
  void stepsThatAreTooShortOrTooLong(long millis) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.named("bad").decideInSteps(Duration.ofMillis(millis)))
        .withMessage("instances decide every 10 ms to 60 s, not every %d ms", millis);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 4, 33, 131_072})
  void inboxesThatAreTooSmallOrTooLarge(int batches) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.named("bad").inbox(batches))
        .withMessage("an inbox holds 8 to 65,536 batches, a power of two, not %,d", batches);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 4_097})
  void batchesThatAreTooSmallOrTooLarge(int records) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pipeline.named("bad").batch(records))
        .withMessage("a batch has 1 to 4,096 records at most, not %,d", records);
  }

  @Test
  void severalInstancesOfWhatRunsInOne() {
    var source = words("a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> source.instances(1, 2))
        .withMessage("source 'words' runs in one instance: it reads one stream");
    var timed = source.timestamps("time", String::length, Duration.ZERO);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> timed.fixed(2))
        .withMessage("operator 'time' runs in one instance: it makes the watermark");
  }

  @Test
  void streamsOfTwoPipelines() {
    var other = Pipeline.named("other").from("words", Source.of(List.of("a")));
    var here = words("a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> here.merge(other))
        .withMessage("both streams must be of one pipeline, not of 'bad' and 'other'");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                here.keyBy(word -> word)
                    .join("join", other.keyBy(word -> word), Duration.ZERO, String::concat))
        .withMessage("both streams must be of one pipeline, not of 'bad' and 'other'");
  }

  @Test
  void aMergeHasNoOperatorOfItsOwn() {
    var merged = words("a").merge(pipeline.from("more", Source.of(List.of("b"))));
    assertThatIllegalStateException()
        .isThrownBy(() -> merged.fixed(2))
        .withMessageContaining("has no operator of its own");
  }

  @Test
  void durationsThatCannotBe() {
    var keyed = words("a").keyBy(word -> word);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keyed.tumbling(Duration.ZERO))
        .withMessageContaining("the size of a window");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keyed.sliding(Duration.ofSeconds(1), Duration.ofSeconds(2)))
        .withMessageNotContaining("\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> keyed.sessions(Duration.ofSeconds(-1)))
        .withMessageContaining("the gap between sessions");
  }

  @Test
  void operatorsThatAreNotThere() {
    var complete = words("a").to("out", Sink.collect(out));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> complete.instances("outt", 1, 2))
        .withMessage("pipeline 'bad' has no operator 'outt'; it has words, out");
    try (var running = complete.start()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> running.scale("outt", 2))
          .withMessage("pipeline 'bad' has no operator 'outt'");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> running.scale("out", 2))
          .withMessage("operator 'out' has from 1 to 1 instances, not 2");
    }
  }

  // Records and keys that are null

  @Test
  @SuppressWarnings("NullAway") // that is what is tested
  void aSourceThatGivesNull() throws InterruptedException {
    var failure = failureOf(words("a", null, "b").to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("words");
    assertThat(failure).hasMessageContaining("the source gave a record that is null");
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is tested
  void aFunctionThatGivesNull() throws InterruptedException {
    Function<String, String> none = _ -> null;
    var failure = failureOf(words("a").map("none", none).to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("none");
    assertThat(failure.record()).contains("a");
    assertThat(failure).hasMessageContaining("the function gave null for a record");
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is tested
  void aKeyThatIsNull() throws InterruptedException {
    Function<String, String> none = _ -> null;
    var failure =
        failureOf(
            words("a")
                .map("shout", String::toUpperCase)
                .keyBy(none)
                .aggregate("count", () -> 0, (count, _) -> count + 1)
                .to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("shout");
    assertThat(failure)
        .hasMessageContaining("at record a: ")
        .hasMessageContaining("the key of a record for operator 'count' is null");
  }

  // Functions that throw

  private static Integer parse(String word) {
    return Integer.valueOf(word);
  }

  @Test
  void aFunctionThatThrows() throws InterruptedException {
    var failure =
        failureOf(words("1", "two").map("parse", BadInputTest::parse).to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("parse");
    assertThat(failure.record()).contains("two");
    assertThat(failure).hasCauseInstanceOf(NumberFormatException.class);
    assertThat(failure)
        .hasMessage(
            "pipeline 'bad' failed in operator 'parse' at record two:"
                + " java.lang.NumberFormatException: For input string: \"two\"");
  }

  @Test
  void aMessageOfSeveralLinesBecomesOne() throws InterruptedException {
    var failure =
        failureOf(
            words("line\nbreak")
                .map(
                    "throw",
                    word -> {
                      throw new IllegalStateException("first\n  second");
                    })
                .to("out", Sink.collect(out)));
    assertThat(failure)
        .hasMessageContaining(
            "at record line break: java.lang.IllegalStateException: first second");
  }

  @Test
  void aKeyedFunctionThatThrows() throws InterruptedException {
    var failure =
        failureOf(
            words("a", "bb")
                .keyBy(word -> word)
                .aggregate(
                    "length",
                    () -> 0,
                    (sum, word) -> {
                      if (word.length() > 1) {
                        throw new IllegalArgumentException("too long");
                      }
                      return sum + word.length();
                    })
                .to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("length");
    assertThat(failure.record()).contains("bb");
  }

  @Test
  void aTimerThatThrows() throws InterruptedException {
    KeyedFunction<String, Integer, String, String> function =
        new KeyedFunction<>() {
          @Override
          public Integer onRecord(
              Integer state, String record, KeyedContext<String, String> context) {
            context.timer(10);
            return state;
          }

          @Override
          public Integer onTimer(Integer state, long time, KeyedContext<String, String> context) {
            throw new IllegalStateException("no time");
          }
        };
    var failure =
        failureOf(
            words("a")
                .timestamps("time", String::length, Duration.ZERO)
                .keyBy(word -> word)
                .process("timers", () -> 0, function)
                .to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("timers");
    assertThat(failure.record()).contains("a");
  }

  @Test
  void aSinkThatThrows() throws InterruptedException {
    var failure =
        failureOf(
            words("a")
                .to(
                    "out",
                    Sink.forEach(
                        _ -> {
                          throw new IllegalStateException("full");
                        })));
    assertThat(failure.operator()).isEqualTo("out");
    assertThat(failure.record()).contains("a");
    assertThat(failure).hasMessageContaining("full");
  }

  @Test
  void anErrorOfTheJvmFailsThePipelineToo() throws InterruptedException {
    var failure =
        failureOf(
            words("a")
                .map(
                    "deep",
                    word -> {
                      throw new StackOverflowError();
                    })
                .onError((_, _, _) -> {})
                .to("out", Sink.collect(out)));
    assertThat(failure).hasCauseInstanceOf(StackOverflowError.class);
  }

  @Test
  void sourcesAndSinksThatCannotBeOpened(@TempDir Path directory) throws InterruptedException {
    var missing = directory.resolve("missing");
    var reading =
        failureOf(
            Pipeline.named("bad")
                .from("lines", Source.lines(missing))
                .to("out", Sink.collect(out)));
    assertThat(reading.operator()).isEqualTo("lines");
    assertThat(reading).hasMessageContaining("there is no file '%s'".formatted(missing));
    var writing = failureOf(words("a").to("out", Sink.lines(missing.resolve("out"))));
    assertThat(writing.operator()).isEqualTo("out");
    assertThat(writing).hasCauseInstanceOf(IOException.class);
  }

  @Test
  void aRecordWhoseTextCannotBeMade() throws InterruptedException {
    var record =
        new Object() {
          @Override
          public String toString() {
            throw new IllegalStateException("no text");
          }
        };
    var failure =
        failureOf(
            pipeline
                .from("objects", Source.of(List.<Object>of(record)))
                .map(
                    "throw",
                    _ -> {
                      throw new IllegalStateException("first");
                    })
                .to("out", Sink.collect(out)));
    assertThat(failure.record()).containsSame(record);
    assertThat(failure).hasMessageContaining("first");
  }

  // Dead letters

  private record Dead(String operator, Object record, Class<?> cause) {}

  @Test
  void deadLettersLetThePipelineGoOn() throws InterruptedException {
    var dead = new ArrayList<Dead>();
    var whole =
        words("1", "two", "3")
            .map("parse", BadInputTest::parse)
            .fixed(1)
            .onError(
                (operator, record, cause) -> dead.add(new Dead(operator, record, cause.getClass())))
            .to("out", Sink.collect(out));
    try (var running = whole.start()) {
      assertThat(running.await(LONG)).isTrue();
      assertThat(running.failure()).isEmpty();
      assertThat(running.snapshot().operators().get(1).deadLetters()).isEqualTo(1);
    }
    assertThat(out).containsExactly(1, 3);
    assertThat(dead).containsExactly(new Dead("parse", "two", NumberFormatException.class));
  }

  @Test
  @SuppressWarnings("NullAway") // that is what is tested
  void aRecordWithoutAKeyIsADeadLetterOfTheOperatorBefore() throws InterruptedException {
    var dead = new ArrayList<Object>();
    Function<String, String> key = word -> word.isEmpty() ? null : word;
    assertDone(
        words("a", "", "a")
            .map("trim", String::strip)
            .fixed(1)
            .onError((_, record, _) -> dead.add(record))
            .keyBy(key)
            .aggregate("count", () -> 0, (count, _) -> count + 1)
            .to("out", Sink.collect(out)));
    assertThat(dead).containsExactly("");
    assertThat(out).containsExactly(new KeyValue<>("a", 1), new KeyValue<>("a", 2));
  }

  @Test
  void deadLettersThatThrow() throws InterruptedException {
    var failure =
        failureOf(
            words("two")
                .map("parse", BadInputTest::parse)
                .onError(
                    (_, _, _) -> {
                      throw new IllegalStateException("no more room");
                    })
                .to("out", Sink.collect(out)));
    assertThat(failure.operator()).isEqualTo("parse");
    assertThat(failure.record()).contains("two");
    assertThat(failure).hasMessageContaining("no more room");
    assertThat(failure.getCause())
        .hasSuppressedException(new NumberFormatException("For input string: \"two\""));
  }

  // Ends

  @Test
  void aFailureEndsAlsoWhatWaits() throws InterruptedException {
    var failure =
        failureOf(
            pipeline
                .from("numbers", Source.generate(number -> number))
                .map("slow", number -> number)
                .to(
                    "out",
                    Sink.forEach(
                        number -> {
                          if (number == 100_000) {
                            throw new IllegalStateException("enough");
                          }
                        })));
    assertThat(failure.record()).contains(100_000L);
  }

  @Test
  void closingEndsFunctionsThatWait() throws InterruptedException {
    var waiting = new CountDownLatch(1);
    var never = new CountDownLatch(1);
    var whole =
        words("a")
            .map(
                "wait",
                word -> {
                  waiting.countDown();
                  try {
                    never.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return word;
                })
            .to("out", Sink.collect(out));
    try (var running = whole.start()) {
      assertThat(waiting.await(30, TimeUnit.SECONDS)).isTrue();
      running.kill();
      assertThatIllegalStateException()
          .isThrownBy(() -> running.await(LONG))
          .withMessage("the pipeline was killed");
      assertThat(running.state()).isEqualTo(State.KILLED);
    }
    assertThat(out).isEmpty();
  }

  @Test
  void whatHasEndedCanBeStoppedKilledAndClosedAgain() throws InterruptedException {
    var running = words("a").to("out", Sink.collect(out)).start();
    running.await();
    running.stop();
    running.kill();
    running.close();
    running.close();
    assertThat(running.state()).isEqualTo(State.DONE);
    assertThat(out).containsExactly("a");
  }

  @Test
  void emptySourcesEndAtOnce() throws InterruptedException {
    assertDone(
        words()
            .timestamps("time", String::length, Duration.ZERO)
            .keyBy(word -> word)
            .tumbling(Duration.ofSeconds(1))
            .aggregate("count", () -> 0, (count, _) -> count + 1)
            .to("out", Sink.collect(out)));
    assertThat(out).isEmpty();
  }
}
