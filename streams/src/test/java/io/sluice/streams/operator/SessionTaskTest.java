package io.sluice.streams.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.WindowResult;
import io.sluice.streams.graph.Output;
import io.sluice.streams.operator.Arrivals.Event;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class SessionTaskTest {

  private static final int SEEDS = 500;
  private static final int GAP = 6;

  @Test
  void sessionsHaveTheResultsOfANaiveComputationInAnyOrderOfArrival() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      check(seed, seed % 3 * 7L);
    }
  }

  @Test
  void aRecordBetweenTwoSessionsMakesThemOne() throws Exception {
    for (var times : List.of(List.of(0, 10, 5), List.of(10, 0, 5), List.of(5, 10, 0))) {
      var run = new KeyedRun(counting(0));
      for (var time : times) {
        run.record(0, "a", "x", time, -1);
      }
      run.end();
      assertThat(run.records(0)).containsExactly(new WindowResult<>("a", 0, 16, 3));
    }
  }

  @Test
  void theSessionsOfAKeyAreMergedTheEarlierOneFirst() throws Exception {
    var run =
        new KeyedRun(
            new SessionTask<String, String>(GAP, 0, () -> "", String::concat, String::concat));
    run.record(0, "a", "2", 10, -1);
    run.record(0, "a", "1", 0, -1);
    run.record(0, "a", "3", 5, -1);
    run.end();
    assertThat(run.records(0)).containsExactly(new WindowResult<>("a", 0, 16, "123"));
  }

  @Test
  void aRecordOneGapLaterBeginsAnotherSession() throws Exception {
    var run = new KeyedRun(counting(0));
    run.record(0, "a", "x", 0, -1);
    run.record(0, "a", "x", GAP, -1);
    run.end();
    assertThat(run.records(0))
        .containsExactly(
            new WindowResult<>("a", 0, GAP, 1), new WindowResult<>("a", GAP, 2 * GAP, 1));
  }

  @Test
  void aSessionThatHasGrownHasNoResultAtItsFormerEnd() throws Exception {
    var run = new KeyedRun(counting(0));
    run.record(0, "a", "x", 0, -1);
    run.record(0, "a", "x", 4, -1);
    run.advance(GAP);
    assertThat(run.emitted()).isEmpty();
    assertThat(run.keysWithState()).containsExactly("a");
    run.advance(4 + GAP - 1);
    assertThat(run.emitted())
        .containsExactly(new Emitted(0, new WindowResult<>("a", 0, 10, 2), 9, 8));
    assertThat(run.keysWithState()).isEmpty();
  }

  @Test
  void aRecordIsLateWhenTheWatermarkHasReachedItsTimeAndTheLateness() throws Exception {
    var run = new KeyedRun(counting(5));
    run.record(0, "a", "allowed", 0, 4);
    run.record(0, "a", "late", 0, 5);
    run.end();
    assertThat(run.records(SessionTask.RESULTS))
        .containsExactly(new WindowResult<>("a", 0, GAP, 1));
    assertThat(run.records(SessionTask.LATE)).containsExactly("late");
  }

  @Test
  void theWatermarkIsHeldBackByTheLateness() {
    assertThat(counting(5).watermark(100)).isEqualTo(95);
    assertThat(counting(5).watermark(Output.END_OF_TIME)).isEqualTo(Output.END_OF_TIME);
  }

  private static SessionTask<Object, Integer> counting(long lateness) {
    return new SessionTask<>(GAP, lateness, () -> 0, (count, _) -> count + 1, Integer::sum);
  }

  private static void check(int seed, long lateness) throws Exception {
    var arrivals = new Arrivals(seed, 1);
    var run =
        new KeyedRun(
            new SessionTask<Event, Set<Integer>>(
                GAP, lateness, TreeSet::new, SessionTaskTest::add, SessionTaskTest::merge));
    arrivals.deliverTo(run);

    var expected = new ArrayList<Object>();
    for (var key : List.of("k0", "k1", "k2")) {
      Set<Integer> numbers = new TreeSet<>();
      long start = 0;
      long last = 0;
      for (var event : accepted(arrivals, key, lateness)) {
        if (numbers.isEmpty() || event.time() - last >= GAP) {
          if (!numbers.isEmpty()) {
            expected.add(new WindowResult<>(key, start, last + GAP, numbers));
          }
          numbers = new TreeSet<>();
          start = event.time();
        }
        numbers.add(event.number());
        last = event.time();
      }
      if (!numbers.isEmpty()) {
        expected.add(new WindowResult<>(key, start, last + GAP, numbers));
      }
    }
    assertThat(run.records(SessionTask.RESULTS))
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(run.records(SessionTask.LATE))
        .hasSize(
            (int)
                arrivals.events().stream()
                    .filter(each -> each.stamp() >= each.time() + lateness)
                    .count());
    assertThat(run.keysWithState()).isEmpty();
  }

  private static List<Event> accepted(Arrivals arrivals, String key, long lateness) {
    return arrivals.events().stream()
        .filter(each -> each.key().equals(key) && each.stamp() < each.time() + lateness)
        .sorted(Comparator.comparingLong(Event::time))
        .toList();
  }

  private static Set<Integer> add(Set<Integer> numbers, Event event) {
    numbers.add(event.number());
    return numbers;
  }

  private static Set<Integer> merge(Set<Integer> left, Set<Integer> right) {
    left.addAll(right);
    return left;
  }
}
