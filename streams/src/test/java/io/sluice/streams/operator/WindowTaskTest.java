package io.sluice.streams.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.streams.WindowResult;
import io.sluice.streams.graph.Output;
import io.sluice.streams.operator.Arrivals.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class WindowTaskTest {

  private static final int SEEDS = 300;

  private record Window(Object key, long start, long end) {}

  @Test
  void tumblingWindowsHaveTheResultsOfANaiveComputation() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      check(seed, new Windows(10, 10, seed % 3 * 4L));
    }
  }

  @Test
  void slidingWindowsThatDoNotDivideEvenlyHaveTheResultsOfANaiveComputation() throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      check(seed, new Windows(7, 3, seed % 3 * 4L));
    }
  }

  @Test
  void aWindowHasItsResultWhenTheWatermarkReachesItsLastMillisecond() throws Exception {
    var run = new KeyedRun(counting(new Windows(10, 10, 0)));
    run.record(0, "a", "x", -1, -5);
    run.advance(-2);
    assertThat(run.emitted()).isEmpty();
    run.advance(-1);
    assertThat(run.emitted())
        .containsExactly(new Emitted(0, new WindowResult<>("a", -10, 0, 1), -1, -2));
    assertThat(run.keysWithState()).isEmpty();
  }

  @Test
  void lateRecordsAreCountedAsLongAsTheLatenessAllows() throws Exception {
    var run = new KeyedRun(counting(new Windows(10, 10, 5)));
    run.record(0, "a", "first", 3, 2);
    run.record(0, "a", "late, but allowed", 4, 13);
    run.advance(13);
    run.record(0, "a", "too late", 5, 14);
    run.advance(14);
    assertThat(run.emitted())
        .containsExactly(
            new Emitted(1, "too late", 5, 14),
            new Emitted(0, new WindowResult<>("a", 0, 10, 2), 9, 8));
  }

  @Test
  void aRecordThatIsLateForSomeWindowsIsCountedInTheOthers() throws Exception {
    var run = new KeyedRun(counting(new Windows(10, 5, 0)));
    run.record(0, "a", "x", 7, 9);
    run.end();
    assertThat(run.records(0)).containsExactly(new WindowResult<>("a", 5, 15, 1));
    assertThat(run.records(1)).isEmpty();
  }

  @Test
  void theWatermarkIsHeldBackByTheLateness() {
    var task = counting(new Windows(10, 10, 5));
    assertThat(task.watermark(100)).isEqualTo(95);
    assertThat(task.watermark(Output.NO_TIME)).isEqualTo(Output.NO_TIME);
    assertThat(task.watermark(Output.NO_TIME + 2)).isEqualTo(Output.NO_TIME);
    assertThat(task.watermark(Output.END_OF_TIME)).isEqualTo(Output.END_OF_TIME);
  }

  @Test
  void aRecordAtWhichTheFunctionFailsHasNoEffect() throws Exception {
    var run =
        new KeyedRun(
            new WindowTask<Integer, Integer>(
                new Windows(10, 5, 0), () -> 0, (sum, each) -> sum + 10 / each));
    run.record(0, "a", 5, 7, 0);
    assertThatThrownBy(() -> run.record(0, "a", 0, 7, 0)).isInstanceOf(ArithmeticException.class);
    run.end();
    assertThat(run.records(0))
        .containsExactly(new WindowResult<>("a", 0, 10, 2), new WindowResult<>("a", 5, 15, 2));
  }

  @Test
  void aRecordWithoutATimeIsRefused() {
    var run = new KeyedRun(counting(new Windows(10, 10, 0)));
    assertThatThrownBy(() -> run.record(0, "a", "x", Output.NO_TIME, Output.NO_TIME))
        .hasMessageContaining("has no time; call timestamps(");
  }

  private static WindowTask<Object, Integer> counting(Windows windows) {
    return new WindowTask<>(windows, () -> 0, (count, _) -> count + 1);
  }

  private static void check(int seed, Windows windows) throws Exception {
    var arrivals = new Arrivals(seed, 1);
    var run =
        new KeyedRun(
            new WindowTask<Event, Set<Integer>>(
                windows,
                TreeSet::new,
                (numbers, event) -> {
                  numbers.add(event.number());
                  return numbers;
                }));
    arrivals.deliverTo(run);

    var expected = new TreeMap<String, Map.Entry<Window, Set<Integer>>>();
    var late = new ArrayList<Object>();
    for (var event : arrivals.events()) {
      boolean inOne = false;
      for (long start = -500; start < 2_000; start++) {
        long end = start + windows.size();
        if (Math.floorMod(start, windows.every()) == 0
            && start <= event.time()
            && event.time() < end
            && event.stamp() < end - 1 + windows.lateness()) {
          var window = new Window(event.key(), start, end);
          expected
              .computeIfAbsent(window.toString(), _ -> Map.entry(window, new TreeSet<>()))
              .getValue()
              .add(event.number());
          inOne = true;
        }
      }
      if (!inOne) {
        late.add(event);
      }
    }
    var results = new ArrayList<WindowResult<?, ?>>();
    run.records(WindowTask.RESULTS).forEach(each -> results.add((WindowResult<?, ?>) each));
    assertThat(results)
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(
            expected.values().stream().<WindowResult<?, ?>>map(WindowTaskTest::result).toList());
    assertThat(run.records(WindowTask.LATE)).containsExactlyInAnyOrderElementsOf(late);
    assertThat(run.keysWithState()).isEmpty();
    assertThat(ends(results)).isSorted();
  }

  private static WindowResult<?, ?> result(Map.Entry<Window, Set<Integer>> expected) {
    var window = expected.getKey();
    return new WindowResult<>(window.key(), window.start(), window.end(), expected.getValue());
  }

  private static List<Long> ends(List<WindowResult<?, ?>> results) {
    return results.stream().<Long>map(WindowResult::end).toList();
  }
}
