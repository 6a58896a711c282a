package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.sluice.streams.graph.Operator;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the description of a pipeline with keys comes to, and the examples of the Javadoc. */
final class KeyedStreamTest {

  private record Click(String user, long time) {}

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration NONE = Duration.ZERO;

  private final Pipeline pipeline = Pipeline.named("clicks");
  private final DataStream<Click> clicks =
      pipeline
          .from("list", Source.of(List.of(new Click("ann", 1_000), new Click("bob", 2_000))))
          .timestamps("time", Click::time, Duration.ofSeconds(5));
  private final KeyedStream<String, Click> byUser = clicks.keyBy(Click::user);

  @Test
  void aKeyedOperatorGetsTheKeysOfItsInput() {
    byUser.aggregate("count", () -> 0, (count, _) -> count + 1).to("print", Sink.print());
    var operator = operator("count");
    assertThat(operator.isKeyed()).isTrue();
    assertThat(operator.instances().max()).isGreaterThan(1);
    var key = operator.inputs().getFirst().key().orElseThrow();
    assertThat(key.apply(new Click("ann", 0))).isEqualTo("ann");
  }

  @Test
  void lateRecordsLeaveAWindowByAPortOfTheirOwn() {
    WindowResults<String, Click, Integer> counts =
        byUser
            .sliding(Duration.ofMinutes(10), Duration.ofMinutes(1))
            .lateness(Duration.ofSeconds(30))
            .aggregate("count", () -> 0, (Integer count, Click _) -> count + 1)
            .instances(1, 4);
    counts.to("counts", Sink.print());
    counts.late().to("late", Sink.forEach(click -> System.err.println("late: " + click)));
    assertThat(from("counts")).containsExactly(new Operator.Port(operator("count"), 0));
    assertThat(from("late")).containsExactly(new Operator.Port(operator("count"), 1));
  }

  @Test
  void aSessionIsDescribed() {
    byUser
        .sessions(Duration.ofMinutes(30))
        .aggregate("sessions", () -> 0, (count, _) -> count + 1, Integer::sum)
        .fixed(2)
        .to("print", Sink.print());
    assertThat(operator("sessions").instances().isFixed()).isTrue();
  }

  @Test
  void aJoinHasTwoInputsAndThreeOutputs() {
    var others = clicks.filter("some", click -> click.time() > 1_000).keyBy(Click::user);
    JoinResults<Click, Click, String> pairs =
        byUser.join("pairs", others, NONE, (left, right) -> left.user() + right.time());
    pairs.to("pairs-out", Sink.print());
    pairs.lateLeft().to("left", Sink.print());
    pairs.lateRight().to("right", Sink.print());
    assertThat(operator("pairs").inputs())
        .extracting(each -> each.from().operator().name(), Operator.Input::number)
        .containsExactly(tuple("time", 0), tuple("some", 1));
    assertThat(from("left")).containsExactly(new Operator.Port(operator("pairs"), 1));
    assertThat(from("right")).containsExactly(new Operator.Port(operator("pairs"), 2));
  }

  @Test
  void aFunctionWithTimersIsDescribed() {
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
    DataStream<String> users = byUser.process("idle", () -> 0L, idle);
    users.to("print", Sink.print());
    assertThat(operator("idle").isKeyed()).isTrue();
  }

  @Test
  void badDurationsAreRefused() {
    assertThatThrownBy(() -> byUser.tumbling(NONE))
        .hasMessage("the size of a window must be a millisecond or more, not PT0S");
    assertThatThrownBy(() -> byUser.sliding(SECOND, SECOND.negated()))
        .hasMessage("the time from window to window must be a millisecond or more, not PT-1S");
    assertThatThrownBy(() -> byUser.sliding(SECOND, SECOND.plusMillis(1)))
        .hasMessage(
            "windows of 1000 ms every 1001 ms would leave out the records between them:"
                + " the step must not be longer than the size");
    assertThatThrownBy(() -> byUser.sliding(Duration.ofDays(1), Duration.ofMillis(1)))
        .hasMessageContaining("would put each record into 86,400,000 windows; at most 10,000");
    assertThatThrownBy(() -> byUser.sessions(NONE))
        .hasMessage("the gap between sessions must be a millisecond or more, not PT0S");
    assertThatThrownBy(() -> byUser.tumbling(SECOND).lateness(SECOND.negated()))
        .hasMessage("the lateness must be zero or more, not PT-1S");
    assertThatThrownBy(() -> byUser.sessions(SECOND).lateness(SECOND.negated()))
        .hasMessage("the lateness must be zero or more, not PT-1S");
    assertThatThrownBy(() -> byUser.join("x", byUser, SECOND.negated(), (left, _) -> left))
        .hasMessage("the time within which records are joined must be zero or more, not PT-1S");
    assertThatThrownBy(() -> clicks.timestamps("x", Click::time, SECOND.negated()))
        .hasMessageEndingWith("must be zero or more, not PT-1S");
    assertThatThrownBy(() -> byUser.tumbling(Duration.ofSeconds(Long.MAX_VALUE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void streamsOfTwoPipelinesAreNotJoined() {
    var other = Pipeline.named("other").from("list", Source.of(List.of("x"))).keyBy(each -> each);
    assertThatThrownBy(() -> byUser.join("x", other, SECOND, (left, _) -> left))
        .hasMessage("both streams must be of one pipeline, not of 'clicks' and 'other'");
  }

  private Operator operator(String name) {
    return pipeline.graph().operators().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private List<Operator.Port> from(String name) {
    return operator(name).inputs().stream().map(Operator.Input::from).toList();
  }
}
