package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.streams.Running.State;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The examples of the documentation compile and run: the Java code of the guide to streams, of the
 * README's section on them and of the comments of this package is repeated here, or in another test
 * of this module.
 */
@Timeout(60)
final class ExampleTest {

  private static final Pattern IN_PAGES = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern IN_COMMENTS =
      Pattern.compile("<pre>\\{@code\\R(.*?)\\R[ *]*\\}</pre>", Pattern.DOTALL);

  record Click(String user, String page, long time) {

    static Click parse(String line) {
      var parts = line.split(" ", -1);
      return new Click(parts[1], parts[2], Long.parseLong(parts[0]));
    }
  }

  record Order(String user, long time) {}

  record Payment(String user, long time) {}

  private final Logger log = LoggerFactory.getLogger(ExampleTest.class);
  private final List<Object> results = Collections.synchronizedList(new ArrayList<>());
  private final Pipeline pipeline = Pipeline.named("examples");

  private DataStream<Click> clicks() {
    return pipeline
        .from(
            "lines",
            Source.of(
                List.of(
                    "1000 ann /home",
                    "2000 bob /home",
                    "62000 ann /boats",
                    "61000 bob /boats",
                    "190000 ann /order",
                    "3000 bob /late")))
        .map("parse", Click::parse)
        .fixed(1);
  }

  private void runToItsEnd() throws InterruptedException {
    try (var running = pipeline.start()) {
      running.await();
    }
  }

  // Sources, functions and sinks

  @Test
  void firstPipeline(@TempDir Path directory) throws Exception {
    var book = Files.writeString(directory.resolve("book.txt"), "to be or\nnot to be");
    var words =
        Pipeline.named("words")
            .from("lines", Source.lines(book))
            .<String>flatMap("split", (line, out) -> List.of(line.split(" ")).forEach(out))
            .keyBy(word -> word)
            .aggregate("count", () -> 0, (count, word) -> count + 1)
            .to("out", Sink.collect(results));
    try (var running = words.start()) {
      running.await();
    }
    assertThat(results).hasSize(6).contains(new KeyValue<>("be", 1), new KeyValue<>("be", 2));
  }

  @Test
  void sources() throws Exception {
    Source<Integer> list = Source.of(List.of(1, 2, 3));
    Source<String> lines = Source.lines(Path.of("book.txt"));
    Source<String> input = Source.standardInput();
    Source<Long> numbers = Source.generate(number -> number).rate(10_000).limit(50);
    Source<Long> wave =
        Source.generate(number -> number)
            .rate(seconds -> 1_000 + 500 * Math.sin(seconds)) // by the seconds since the start
            .limit(50);
    assertThat(Stream.of(list, lines, input)).doesNotContainNull();
    pipeline
        .from("numbers", numbers)
        .merge(pipeline.from("wave", wave))
        .to("out", Sink.collect(results));
    runToItsEnd();
    assertThat(results).hasSize(100);
  }

  @Test
  void aSourceOfYourOwn() throws Exception {
    BlockingQueue<String> queue = new ArrayBlockingQueue<>(10);
    queue.addAll(List.of("one", "two", "end"));
    Source<String> messages =
        () ->
            new Source.Reader<>() {
              @Override
              public long read(Consumer<? super String> records) {
                var message = queue.poll(); // must not wait
                if (message == null) {
                  return TimeUnit.MILLISECONDS.toNanos(1); // look again in a millisecond
                }
                if (message.equals("end")) {
                  return END;
                }
                records.accept(message);
                return 0; // look again at once
              }
            };
    pipeline.from("messages", messages).to("out", Sink.collect(results));
    runToItsEnd();
    assertThat(results).containsExactly("one", "two");
  }

  @Test
  void functions() throws Exception {
    DataStream<Click> clicks = clicks();
    DataStream<String> pages = clicks.map("page", Click::page);
    DataStream<Click> orders = clicks.filter("orders", click -> click.page().equals("/order"));
    Split<Click> split = clicks.split("late", click -> click.page().equals("/late"));
    DataStream<Object> all = pages.<Object>map("text", page -> page).merge(orders);
    split.matching().to("matching", Sink.collect(results));
    split.others().to("others", Sink.collect(results));
    all.to("all", Sink.collect(results));
    runToItsEnd();
    assertThat(results).hasSize(6 + 6 + 1);
  }

  // Keys and times

  @Test
  void keyedState() throws Exception {
    DataStream<Click> clicks = clicks();
    clicks
        .keyBy(Click::user)
        .aggregate("clicks", () -> 0, (count, click) -> count + 1)
        .to("out", Sink.collect(results));
    runToItsEnd();
    assertThat(results).contains(new KeyValue<>("ann", 3), new KeyValue<>("bob", 3));
  }

  @Test
  void windows() throws Exception {
    DataStream<Click> clicks = clicks();
    List<Object> late = Collections.synchronizedList(new ArrayList<>());
    WindowResults<String, Click, Integer> perMinute =
        clicks
            .timestamps("time", Click::time, Duration.ofSeconds(5))
            .keyBy(Click::user)
            .tumbling(Duration.ofMinutes(1))
            .lateness(Duration.ofSeconds(30))
            .aggregate("per-minute", () -> 0, (count, click) -> count + 1);
    perMinute.to("out", Sink.collect(results));
    perMinute.late().to("late", Sink.collect(late));
    runToItsEnd();
    assertThat(results)
        .containsExactlyInAnyOrder(
            new WindowResult<>("ann", 0, 60_000, 1),
            new WindowResult<>("bob", 0, 60_000, 1),
            new WindowResult<>("ann", 60_000, 120_000, 1),
            new WindowResult<>("bob", 60_000, 120_000, 1),
            new WindowResult<>("ann", 180_000, 240_000, 1));
    assertThat(late).containsExactly(new Click("bob", "/late", 3_000));
  }

  @Test
  void otherWindows() throws Exception {
    KeyedStream<String, Click> byUser =
        clicks().timestamps("time", Click::time, Duration.ofSeconds(5)).keyBy(Click::user);
    byUser
        .sliding(Duration.ofMinutes(10), Duration.ofMinutes(1)) // ten windows for each click
        .aggregate("sliding", () -> 0, (count, click) -> count + 1)
        .to("sliding-out", Sink.collect(results));
    byUser
        .sessions(Duration.ofMinutes(30)) // ends after a pause of half an hour
        .aggregate("visits", () -> 0, (count, click) -> count + 1, Integer::sum)
        .to("visits-out", Sink.collect(results));
    runToItsEnd();
    assertThat(results)
        .contains(new WindowResult<>("ann", 1_000, 190_000 + 1_800_000, 3))
        .contains(new WindowResult<>("ann", 0, 600_000, 3));
  }

  @Test
  void joins() throws Exception {
    DataStream<Order> orders =
        pipeline
            .from("orders", Source.of(List.of(new Order("ann", 1_000), new Order("bob", 2_000))))
            .timestamps("order-time", Order::time, Duration.ZERO);
    DataStream<Payment> payments =
        pipeline
            .from("payments", Source.of(List.of(new Payment("ann", 9_000))))
            .timestamps("payment-time", Payment::time, Duration.ZERO);
    JoinResults<Order, Payment, String> paid =
        orders
            .keyBy(Order::user)
            .join(
                "paid",
                payments.keyBy(Payment::user),
                Duration.ofMinutes(10),
                (order, payment) -> order.user() + " paid at " + payment.time());
    paid.to("out", Sink.collect(results));
    runToItsEnd();
    assertThat(results).containsExactly("ann paid at 9000");
  }

  /** Emits each user who makes no click for an hour. The state is the time of the last click. */
  static final class Idle implements KeyedFunction<String, Long, Click, String> {

    private static final long HOUR = 3_600_000;

    @Override
    public Long onRecord(Long last, Click click, KeyedContext<String, String> context) {
      context.timer(click.time() + HOUR);
      return Math.max(last, click.time());
    }

    @Override
    public Long onTimer(Long last, long time, KeyedContext<String, String> context) {
      if (time >= last + HOUR) {
        context.emit(context.key());
        context.forget();
      }
      return last;
    }
  }

  @Test
  void timers() throws Exception {
    DataStream<Click> clicks = clicks();
    DataStream<String> idle =
        clicks
            .timestamps("time", Click::time, Duration.ofSeconds(5))
            .keyBy(Click::user)
            .process("idle", () -> 0L, new Idle());
    idle.to("out", Sink.collect(results));
    runToItsEnd();
    assertThat(results).containsExactlyInAnyOrder("ann", "bob");
  }

  // Scaling

  @Test
  void limits() throws Exception {
    var words = Pipeline.named("words");
    words
        .from("lines", Source.of(List.of("to be or", "not to be")))
        .<String>flatMap("split", (line, out) -> List.of(line.split(" ")).forEach(out))
        .instances(2, 8) // at least two, at most eight
        .policy(Policies.withHysteresis())
        .keyBy(word -> word)
        .aggregate("count", () -> 0, (count, word) -> count + 1)
        .fixed(3) // always three
        .to("out", Sink.collect(results));
    try (var running = words.start()) {
      running.await();
      assertThat(running.snapshot().operators().get(1).max()).isEqualTo(8);
    }
    assertThat(results).hasSize(6);
  }

  @Test
  void scalingByHand() throws Exception {
    var endless =
        pipeline
            .from("numbers", Source.generate(number -> number).rate(1_000))
            .map("half", number -> number / 2)
            .instances(1, 4)
            .to("out", Sink.collect(results));
    try (var running = endless.start()) {
      running.scale("half", 3).get(10, TimeUnit.SECONDS); // returns when there are three
      running.release("half"); // from now on by its load again
      await().until(() -> !results.isEmpty());
      running.stop();
      assertThat(running.snapshot().actions()).isGreaterThanOrEqualTo(2);
    }
    assertThat(results).isNotEmpty();
  }

  // Failures and the end

  private void report(String operator, Optional<Object> record, Exception failure) {
    log.debug("failed", failure);
    results.add(operator + ": " + record);
  }

  @Test
  void failures() throws Exception {
    var numbers =
        pipeline
            .from("texts", Source.of(List.of("1", "two", "3")))
            .map("parse", Integer::valueOf)
            .to("out", Sink.collect(results));
    try (var running = numbers.start()) {
      running.await();
    } catch (PipelineFailedException e) {
      report(e.operator(), e.record(), e); // its cause is what the function threw
    }
    assertThat(results).contains("parse: Optional[two]");
  }

  @Test
  void deadLetters() throws Exception {
    DataStream<Integer> numbers =
        pipeline
            .from("texts", Source.of(List.of("1", "two", "3")))
            .map("parse", Integer::valueOf)
            .onError((operator, text, cause) -> log.warn("{}: no number: {}", operator, text));
    numbers.to("out", Sink.collect(results));
    runToItsEnd();
    assertThat(results).containsExactlyInAnyOrder(1, 3);
  }

  @Test
  void stopping() throws Exception {
    pipeline
        .from("numbers", Source.generate(number -> number).rate(10_000))
        .to("out", Sink.collect(results));
    try (var running = pipeline.start()) {
      if (!running.await(Duration.ofMillis(20))) {
        running.stop(); // returns when everything read so far has been processed
      }
      assertThat(running.state()).isEqualTo(State.DONE);
      assertThat(running.snapshot().recordsOut()).isEqualTo(running.snapshot().recordsIn());
    }
  }

  @Test
  void watching() throws Exception {
    pipeline
        .from("numbers", Source.generate(number -> number).limit(1_000))
        .to("out", Sink.collect(results));
    try (var running = pipeline.start()) {
      running.await();
      var snapshot = running.snapshot();
      for (var operator : snapshot.operators()) {
        log.info(
            "{}: {} instances, {} records, {} a second, {} waiting, {} busy",
            operator.name(),
            operator.instances(),
            operator.records(),
            operator.rate(),
            operator.waiting(),
            operator.busy());
      }
      assertThat(snapshot.recordsOut()).isEqualTo(1_000);
    }
  }

  @Test
  void metrics() throws Exception {
    pipeline
        .from("numbers", Source.generate(number -> number).limit(1_000))
        .to("out", Sink.collect(results));
    var registry = new SimpleMeterRegistry();
    try (var running = pipeline.metrics(registry).start()) {
      running.await();
    }
    assertThat(registry.get("sluice.stream.records").tag("operator", "out").functionCounter())
        .satisfies(records -> assertThat(records.count()).isEqualTo(1_000));
  }

  /** A class of a jar that {@code sluice run} is given. */
  public static final class Clicks {

    public static Pipeline pipeline(String... args) {
      return Pipeline.named("clicks")
          .from("lines", Source.lines(Path.of(args[0])))
          .map("parse", Click::parse)
          .to("out", Sink.print());
    }
  }

  @Test
  void forTheCommandLine() {
    assertThat(Clicks.pipeline("clicks.txt").operators()).containsExactly("lines", "parse", "out");
  }

  // The pages

  @Test
  void everyExampleIsHere() throws IOException {
    String tests = tests();
    String readme = read(Path.of("../README.md")).split("## A pipeline that scales itself", -1)[1];
    var shown =
        Stream.of(
                blocks(IN_PAGES, read(Path.of("../docs/streams.md"))),
                blocks(IN_PAGES, readme.split("\n## ", -1)[0]),
                comments())
            .flatMap(List::stream)
            .toList();
    assertThat(shown).hasSizeGreaterThan(20);
    assertThat(shown.stream().filter(example -> !tests.contains(words(example))))
        .as("examples that no test repeats")
        .isEmpty();
  }

  private static String tests() throws IOException {
    try (var files = Files.list(Path.of("src/test/java/io/sluice/streams"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(ExampleTest::read)
          .map(ExampleTest::words)
          .collect(Collectors.joining("\n"));
    }
  }

  private static List<String> comments() throws IOException {
    try (var files = Files.list(Path.of("src/main/java/io/sluice/streams"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(file -> blocks(IN_COMMENTS, read(file)).stream())
          .map(block -> block.replaceAll("(?m)^ *\\* ?", ""))
          .toList();
    }
  }

  private static List<String> blocks(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }
}
