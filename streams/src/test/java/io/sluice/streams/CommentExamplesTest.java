package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples in the comments of this package, which {@link ExampleTest} looks for here. */
@Timeout(60)
final class CommentExamplesTest {

  private final PrintStream before = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @BeforeEach
  void catchWhatIsPrinted() {
    System.setOut(new PrintStream(printed, false, StandardCharsets.UTF_8));
  }

  @AfterEach
  void printAgain() {
    System.setOut(before);
  }

  private List<String> lines() {
    System.out.flush();
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void pipeline() throws Exception {
    var words =
        Pipeline.named("words")
            .from("lines", Source.of(List.of("to be or", "not to be")))
            .<String>flatMap("split", (line, out) -> List.of(line.split(" ")).forEach(out))
            .keyBy(word -> word)
            .aggregate("count", () -> 0, (count, word) -> count + 1)
            .to("print", Sink.forEach(System.out::println));
    try (var running = words.start()) {
      running.await();
    }
    assertThat(lines()).hasSize(6);
  }

  @Test
  void packageComment() {
    var words =
        Pipeline.named("words")
            .from("lines", Source.lines(Path.of("book.txt")))
            .<String>flatMap("split", (line, out) -> List.of(line.split(" ", -1)).forEach(out))
            .keyBy(word -> word)
            .aggregate("count", () -> 0, (count, word) -> count + 1)
            .to("print", Sink.print());
    try (var running = words.start()) {
      running.await();
    } catch (PipelineFailedException | InterruptedException e) {
      assertThat(e).hasMessageContaining("there is no file 'book.txt'");
    }
  }

  @Test
  void generator() throws Exception {
    // A thousand records a second, twice as many after a minute; six minutes of it.
    Source<String> source =
        Source.generate(number -> "record " + number)
            .rate(seconds -> seconds < 60 ? 1_000 : 2_000)
            .limit(660_000);
    var pipeline = Pipeline.named("generated").from("source", source).to("print", Sink.print());
    try (var running = pipeline.start()) {
      running.stop();
    }
    assertThat(lines().size()).isLessThan(660_000);
  }

  @Test
  void keysAndTimes() throws Exception {
    record Click(String user, long time) {}

    DataStream<Click> clicks =
        Pipeline.named("clicks")
            .from("list", Source.of(List.of(new Click("ann", 1_000), new Click("bob", 2_000))))
            .timestamps("time", Click::time, Duration.ofSeconds(5));
    clicks
        .keyBy(Click::user)
        .tumbling(Duration.ofMinutes(1))
        .aggregate("per-minute", () -> 0, (count, click) -> count + 1)
        .to("print", Sink.print());
    WindowResults<String, Click, Integer> counts =
        clicks
            .keyBy(Click::user)
            .sliding(Duration.ofMinutes(10), Duration.ofMinutes(1))
            .lateness(Duration.ofSeconds(30))
            .aggregate("count", () -> 0, (count, click) -> count + 1);
    counts.to("counts", Sink.print());
    counts.late().to("late", Sink.forEach(click -> System.err.println("late: " + click)));
    // Emits each user who makes no click for an hour. The state is the time of the last click.
    KeyedFunction<String, Long, Click, String> idle =
        new KeyedFunction<>() {
          @Override
          public Long onRecord(Long last, Click click, KeyedContext<String, String> context) {
            context.timer(click.time() + 3_600_000);
            return Math.max(last, click.time());
          }

          @Override
          public Long onTimer(Long last, long time, KeyedContext<String, String> context) {
            if (time >= last + 3_600_000) {
              context.emit(context.key());
              context.forget();
            }
            return last;
          }
        };
    DataStream<String> users = clicks.keyBy(Click::user).process("idle", () -> 0L, idle);
    var pipeline = users.to("users", Sink.print());
    try (var running = pipeline.start()) {
      running.await();
    }
    assertThat(lines()).hasSize(2 + 2 * 10 + 2).contains("ann", "bob");
  }

  @Test
  void sessions() throws Exception {
    record Click(String user, long time) {}

    var pipeline = Pipeline.named("clicks");
    var clicks =
        pipeline
            .from("list", Source.of(List.of(new Click("ann", 1_000), new Click("ann", 2_000))))
            .timestamps("time", Click::time, Duration.ofSeconds(5));
    clicks
        .keyBy(Click::user)
        .sessions(Duration.ofMinutes(30))
        .aggregate("sessions", () -> 0, (count, click) -> count + 1, Integer::sum)
        .to("print", Sink.print());
    try (var running = pipeline.start()) {
      running.await();
    }
    assertThat(lines()).hasSize(1);
  }

  @Test
  void aggregates() throws Exception {
    var words = Pipeline.named("words").from("list", Source.of(List.of("to", "be")));
    DataStream<KeyValue<String, Integer>> counts =
        words.keyBy(word -> word).aggregate("count", () -> 0, (count, word) -> count + 1);
    try (var running = counts.to("print", Sink.print()).start()) {
      running.await();
    }
    assertThat(lines()).hasSize(2);
  }

  @Test
  void joins() throws Exception {
    record Order(String user, long time) {}
    record Payment(String user, long time) {}

    var pipeline = Pipeline.named("paid");
    var orders =
        pipeline
            .from("orders", Source.of(List.of(new Order("ann", 1_000))))
            .timestamps("order-time", Order::time, Duration.ZERO);
    var payments =
        pipeline
            .from("payments", Source.of(List.of(new Payment("ann", 2_000))))
            .timestamps("payment-time", Payment::time, Duration.ZERO);
    DataStream<String> paid =
        orders
            .keyBy(Order::user)
            .join(
                "paid",
                payments.keyBy(Payment::user),
                Duration.ofMinutes(10),
                (order, payment) -> order.user() + " paid at " + payment.time());
    paid.to("print", Sink.print());
    try (var running = pipeline.start()) {
      running.await();
    }
    assertThat(lines()).containsExactly("ann paid at 2000");
  }
}
