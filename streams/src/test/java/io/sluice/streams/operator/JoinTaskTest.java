package io.sluice.streams.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.streams.operator.Arrivals.Event;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class JoinTaskTest {

  private static final int SEEDS = 500;

  @Test
  void pairsAreThoseOfANestedLoop() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      check(seed, seed % 4 * 5L);
    }
  }

  @Test
  void aPairHasTheLaterTimeAndTheLaterWatermark() throws Exception {
    var run = new KeyedRun(new JoinTask<String, String, String>(10, String::concat));
    run.record(1, "a", "right", 12, 4);
    run.record(0, "a", "left", 9, 6);
    assertThat(run.emitted()).containsExactly(new Emitted(0, "leftright", 12, 6));
  }

  @Test
  void recordsOfDifferentKeysAreNoPair() throws Exception {
    var run = new KeyedRun(new JoinTask<String, String, String>(10, String::concat));
    run.record(0, "a", "left", 9, 6);
    run.record(1, "b", "right", 9, 6);
    assertThat(run.emitted()).isEmpty();
  }

  @Test
  void aLateRecordGoesToThePortOfItsSide() throws Exception {
    var run = new KeyedRun(new JoinTask<String, String, String>(10, String::concat));
    run.record(0, "a", "left", 5, 5);
    run.record(1, "a", "right", 6, 9);
    assertThat(run.emitted())
        .containsExactly(
            new Emitted(JoinTask.LATE_LEFT, "left", 5, 5),
            new Emitted(JoinTask.LATE_RIGHT, "right", 6, 9));
    assertThat(run.keysWithState()).isEmpty();
  }

  @Test
  void aRecordIsKeptAsLongAsItMayHaveAPartner() throws Exception {
    var run = new KeyedRun(new JoinTask<String, String, String>(10, String::concat));
    run.record(0, "a", "left", 5, 4);
    run.advance(14);
    run.record(1, "a", "right", 15, 14);
    assertThat(run.records(0)).containsExactly("leftright");
    run.advance(24);
    assertThat(run.keysWithState()).containsExactly("a");
    run.advance(25);
    assertThat(run.keysWithState()).isEmpty();
  }

  @Test
  void aFunctionThatGivesNullIsAnError() throws Exception {
    var run = new KeyedRun(new JoinTask<String, String, String>(10, (_, _) -> none()));
    run.record(0, "a", "left", 5, 4);
    assertThatThrownBy(() -> run.record(1, "a", "right", 5, 4))
        .hasMessageContaining("the function gave null for a pair");
  }

  @SuppressWarnings("NullAway") // what a careless function does
  private static String none() {
    return null;
  }

  private static void check(int seed, long within) throws Exception {
    var arrivals = new Arrivals(seed, 2);
    var run =
        new KeyedRun(
            new JoinTask<Event, Event, String>(
                within, (left, right) -> left.number() + "+" + right.number()));
    arrivals.deliverTo(run);

    var expected = new ArrayList<Object>();
    for (var left : arrivals.events()) {
      for (var right : arrivals.events()) {
        if (left.input() == 0
            && right.input() == 1
            && left.key().equals(right.key())
            && Math.abs(left.time() - right.time()) <= within
            && left.stamp() < left.time()
            && right.stamp() < right.time()) {
          expected.add(left.number() + "+" + right.number());
        }
      }
    }
    assertThat(run.records(JoinTask.PAIRS))
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(run.keysWithState()).isEmpty();
  }
}
