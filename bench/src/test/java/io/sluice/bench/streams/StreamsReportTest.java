package io.sluice.bench.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.report.Bar;
import io.sluice.bench.streams.measure.Figure;
import io.sluice.bench.streams.measure.Metric;
import io.sluice.bench.streams.measure.Plan;
import io.sluice.bench.streams.measure.Results;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Targets are judged by the figures of the same run, and the table shows what was measured. */
class StreamsReportTest {

  private static final Plan PLAN = new Plan(20_000, 4, 2, Duration.ofSeconds(1));

  private static final Results OURS =
      new Results(
          "sluice",
          "Sluice",
          Map.of(Metric.RATE, 20e6, Metric.SCALING_GAP, 6.0, Metric.QUIET_GAP, 3.0),
          Map.of(),
          OptionalDouble.of(0));

  private static final Results FLINK =
      new Results(
          "flink",
          "Flink",
          Map.of(Metric.RATE, 9e6, Metric.SCALING_GAP_TYPICAL, 200.0),
          Map.of(Figure.STATE, "flink ended"),
          OptionalDouble.empty());

  private static final Results JET =
      new Results("jet", "Jet", Map.of(Metric.RATE, 8e6), Map.of(), OptionalDouble.empty());

  private static Bar bar(List<Bar> bars, String what) {
    return bars.stream().filter(each -> each.what().equals(what)).findFirst().orElseThrow();
  }

  @Test
  void targetsAreJudged() {
    var bars = StreamsTargets.of(List.of(OURS, FLINK, JET));

    assertThat(bar(bars, "records/s : those of `flink`").met()).isTrue();
    assertThat(bar(bars, "records/s : those of `jet`").met()).isFalse();
    assertThat(bar(bars, "records/s : those of `jet-unfused`").line()).contains("not measured");
    assertThat(bar(bars, "longest gap with actions : without").met()).isFalse();
    assertThat(bar(bars, "longest gap with actions").met()).isTrue();
    assertThat(bar(bars, "typical gap of a rescale of `flink` : our longest").met()).isTrue();
  }

  @Test
  void withoutSluiceThereIsNothingToJudge() {
    assertThat(StreamsTargets.of(List.of(FLINK, JET))).isEmpty();
  }

  @Test
  void theTableHasAColumnForEachEngine() {
    assertThat(StreamsReport.of(PLAN, List.of(OURS, FLINK)).markdown())
        .contains("|  | Sluice | Flink |", "| records/s | 20,000,000 | 9,000,000 |")
        .contains("| others | 0.0 | - |", "Not measured: `state` of Flink: flink ended")
        .contains("| target for Sluice | bar | measured | met |")
        .doesNotContain(Metric.IDLE.title());
  }

  @Test
  void jsonHasTheFiguresByName() {
    var json = JsonMapper.shared().readTree(StreamsReport.of(PLAN, List.of(OURS)).json());

    assertThat(json.at("/engines/0/figures/RATE").asDouble()).isEqualTo(20e6);
    assertThat(json.at("/conditions/rate").asDouble()).isEqualTo(20_000);
    assertThat(json.get("bars").isEmpty()).isFalse();
  }

  @Test
  void theSectionReplacesTheOldOneOnly(@TempDir Path folder) throws IOException {
    var page = folder.resolve("page.md");
    var section = StreamsReport.SECTION;
    Files.writeString(page, "before\n" + section.begin() + "\nold\n" + section.end() + "\nafter\n");

    StreamsReport.of(PLAN, List.of(OURS)).writeInto(page, "the command");

    assertThat(Files.readString(page))
        .startsWith("before\n" + section.begin() + "\n## Stream engines")
        .containsOnlyOnce("the command")
        .doesNotContain("\nold\n")
        .endsWith(section.end() + "\nafter\n");
  }
}
