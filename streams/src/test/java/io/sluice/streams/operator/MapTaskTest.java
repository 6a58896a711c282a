package io.sluice.streams.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.streams.graph.Output;
import org.junit.jupiter.api.Test;

final class MapTaskTest {

  @Test
  void whatIsMadeOfARecordHasItsTimeAndWatermark() {
    var mapped = TaskRun.at(MapTask.<String, Integer>mapping(String::length), 7, 3, "four");
    assertThat(mapped).containsExactly(new Emitted(0, 4, 7, 3));
    var kept = TaskRun.at(MapTask.<String>filtering(each -> each.length() > 1), 7, 3, "a", "bc");
    assertThat(kept).containsExactly(new Emitted(0, "bc", 7, 3));
    var letters =
        TaskRun.at(
            MapTask.<String, Object>flattening(
                (each, out) -> each.chars().forEach(letter -> out.accept((char) letter))),
            7,
            3,
            "",
            "ab");
    assertThat(letters).containsExactly(new Emitted(0, 'a', 7, 3), new Emitted(0, 'b', 7, 3));
  }

  @Test
  void aFunctionThatGivesNullIsAnError() {
    var message = "the function gave null for a record; use filter or flatMap to drop records";
    assertThatThrownBy(() -> TaskRun.of(MapTask.<Object, Object>mapping(_ -> none()), "x"))
        .hasMessage(message);
    assertThatThrownBy(
            () ->
                TaskRun.of(MapTask.<Object, Object>flattening((_, out) -> out.accept(none())), "x"))
        .hasMessage(message);
  }

  @Test
  void splitSendsEachRecordOneOfTwoWays() {
    assertThat(TaskRun.at(new SplitTask<Integer>(each -> each > 1), 7, 3, 1, 2))
        .containsExactly(
            new Emitted(SplitTask.OTHERS, 1, 7, 3), new Emitted(SplitTask.MATCHING, 2, 7, 3));
  }

  @Test
  void theWatermarkFollowsTheHighestTime() {
    var task = new TimeTask<Long>(Long::longValue, 10);
    assertThat(task.watermark(Output.NO_TIME)).isEqualTo(Output.NO_TIME);
    assertThat(TaskRun.of(task, 100L, 50L, 101L))
        .containsExactly(
            new Emitted(0, 100L, 100, 89),
            new Emitted(0, 50L, 50, 89),
            new Emitted(0, 101L, 101, 90));
    assertThat(task.watermark(Output.NO_TIME)).isEqualTo(90);
    assertThat(task.watermark(Output.END_OF_TIME)).isEqualTo(Output.END_OF_TIME);
  }

  @Test
  void aTimeThatIsNoneIsRefused() {
    var task = new TimeTask<Long>(Long::longValue, 0);
    assertThatThrownBy(() -> TaskRun.of(task, Long.MIN_VALUE))
        .hasMessageStartingWith("the time of a record is in milliseconds and not -9223");
  }

  @SuppressWarnings("NullAway") // what a careless function does
  private static Object none() {
    return null;
  }
}
