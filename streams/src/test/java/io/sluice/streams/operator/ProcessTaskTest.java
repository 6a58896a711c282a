package io.sluice.streams.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.streams.KeyValue;
import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import org.junit.jupiter.api.Test;

final class ProcessTaskTest {

  /** Sets a timer for each record, which is a time; its state is the number of calls so far. */
  private static class Timing implements KeyedFunction<String, Integer, Long, String> {

    @Override
    public Integer onRecord(Integer calls, Long timer, KeyedContext<String, String> context) {
      context.timer(timer);
      return calls + 1;
    }

    @Override
    public Integer onTimer(Integer calls, long time, KeyedContext<String, String> context) {
      context.emit("%s at %d after %d".formatted(context.key(), time, calls));
      return calls + 1;
    }
  }

  private static KeyedRun run(KeyedFunction<String, Integer, Long, String> function) {
    return new KeyedRun(new ProcessTask<>(() -> 0, function));
  }

  @Test
  void timersExpireInOrderOfTheirTimesAndOnce() throws Exception {
    var run = run(new Timing());
    run.record(0, "a", 30L, 1, 0);
    run.record(0, "b", 20L, 2, 0);
    run.record(0, "a", 10L, 3, 0);
    run.record(0, "a", 10L, 4, 0);
    run.advance(9);
    assertThat(run.emitted()).isEmpty();
    run.advance(25);
    assertThat(run.emitted())
        .containsExactly(
            new Emitted(0, "a at 10 after 3", 10, 9), new Emitted(0, "b at 20 after 1", 20, 19));
    run.end();
    assertThat(run.records(0)).hasSize(3).last().isEqualTo("a at 30 after 4");
  }

  @Test
  void aTimerInThePastExpiresRightAfterTheWatermarkOfItsRecord() throws Exception {
    var run = run(new Timing());
    run.record(0, "a", 10L, 90, 50);
    run.advance(50);
    assertThat(run.emitted()).isEmpty();
    run.advance(51);
    assertThat(run.records(0)).containsExactly("a at 51 after 1");
  }

  @Test
  void aTimerCanSetTheNextOne() throws Exception {
    var run =
        run(
            new Timing() {
              @Override
              public Integer onTimer(
                  Integer calls, long time, KeyedContext<String, String> context) {
                if (calls < 3) {
                  context.timer(time);
                }
                return super.onTimer(calls, time, context);
              }
            });
    run.record(0, "a", 10L, 1, 0);
    run.end();
    assertThat(run.records(0))
        .containsExactly("a at 10 after 1", "a at 11 after 2", "a at 12 after 3");
  }

  @Test
  void whatIsEmittedForARecordHasItsTimeAndWatermark() throws Exception {
    var run =
        run(
            (state, record, context) -> {
              context.emit(context.key() + record + " at " + context.time());
              return state;
            });
    run.record(0, "a", 7L, 3, 5);
    assertThat(run.emitted()).containsExactly(new Emitted(0, "a7 at 3", 3, 5));
  }

  @Test
  void aForgottenKeyHasNoStateAndItsTimersAreDropped() throws Exception {
    var run =
        run(
            new Timing() {
              @Override
              public Integer onRecord(
                  Integer calls, Long timer, KeyedContext<String, String> context) {
                if (timer == 0) {
                  context.forget();
                }
                return super.onRecord(calls, timer, context);
              }
            });
    run.record(0, "a", 10L, 1, 0);
    run.record(0, "a", 0L, 1, 0);
    assertThat(run.keysWithState()).isEmpty();
    run.end();
    assertThat(run.emitted()).isEmpty();
    assertThat(run.keysWithState()).isEmpty();
  }

  @Test
  void aStateThatIsNullIsAnError() {
    assertThatThrownBy(() -> run((_, _, _) -> none()).record(0, "a", 1L, 1, 0))
        .hasMessageContaining("call forget() to remove the state");
  }

  @Test
  void anAggregateIsEmittedAfterEachRecord() throws Exception {
    var run = new KeyedRun(new AggregateTask<Integer, Integer>(() -> 100, Integer::sum));
    run.record(0, "a", 1, 5, 4);
    run.record(0, "b", 2, 6, 4);
    run.record(0, "a", 3, 7, 6);
    assertThat(run.emitted())
        .containsExactly(
            new Emitted(0, new KeyValue<>("a", 101), 5, 4),
            new Emitted(0, new KeyValue<>("b", 102), 6, 4),
            new Emitted(0, new KeyValue<>("a", 104), 7, 6));
  }

  @Test
  void anAggregateThatIsNullIsAnError() {
    var run = new KeyedRun(new AggregateTask<Integer, Integer>(() -> 0, (_, _) -> none()));
    assertThatThrownBy(() -> run.record(0, "a", 1, 5, 4))
        .hasMessageContaining("the function that adds a record gave null");
  }

  @SuppressWarnings("NullAway") // what a careless function does
  private static Integer none() {
    return null;
  }
}
