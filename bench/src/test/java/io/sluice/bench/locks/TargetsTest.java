package io.sluice.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.bench.locks.measure.Figures;
import io.sluice.bench.locks.measure.Figures.Contention;
import io.sluice.bench.locks.measure.Figures.OneWay;
import io.sluice.bench.locks.service.Services;
import io.sluice.bench.report.Bar;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Targets are judged by the figures of the same run, if both were measured. */
class TargetsTest {

  private static Row row(String service, double entries, double changes, double handOver) {
    return row(service, entries, changes, handOver, 10);
  }

  private static Row row(
      String service, double entries, double changes, double handOver, double tcp) {
    var contention =
        new Contention(
            entries, changes, OptionalDouble.of(handOver), OptionalDouble.of(handOver), 1, 1, 1);
    return Row.measured(
        Services.named(service),
        new Figures(
            3,
            2e6,
            contention,
            new OneWay(tcp, 2 * tcp),
            OptionalDouble.of(entries),
            service.equals("sluice") ? OptionalDouble.of(12) : OptionalDouble.empty(),
            OptionalDouble.empty()));
  }

  private static Bar bar(List<Bar> bars, String beginning, String end) {
    return bars.stream()
        .filter(each -> each.what().startsWith(beginning) && each.what().endsWith(end))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void ratiosAreJudged() {
    var bars =
        Targets.of(
            List.of(
                row("sluice", 20_000, 0.5, 25),
                row("curator", 1_500, 1, 900),
                row("jgroups", 4_000, 1, 40)));

    assertThat(bar(bars, "lone", "").met()).isTrue();
    assertThat(bar(bars, "contenders", "`curator`").met()).isTrue();
    assertThat(bar(bars, "the same", "`curator`").met()).isFalse();
    assertThat(bar(bars, "contenders", "`jgroups`").met()).isTrue();
    assertThat(bar(bars, "hand-over", "raw TCP").met()).isTrue();
    assertThat(bar(bars, "hand-over", "`jgroups`").met()).isFalse();
    assertThat(bar(bars, "read/write", "`curator`").met()).isTrue();
    assertThat(bar(bars, "10,000 idle", "").met()).isFalse();
    assertThat(bar(bars, "10,000 idle", "").line())
        .contains("at most 10.0 MiB", "12.0 MiB", "**no**");
    assertThat(bar(bars, "contenders", "`hazelcast`").line()).contains("| - | not measured |");
  }

  @Test
  void aMessageCostsWhatItCostInTheMedian() {
    var bars =
        Targets.of(
            List.of(
                row("sluice", 1, 1, 60, 4),
                row("curator", 1, 1, 1, 35),
                row("jgroups", 1, 1, 1, 30),
                row("hazelcast", 1, 1, 1, 5)));

    assertThat(bar(bars, "hand-over", "raw TCP").measured().getAsDouble())
        .isEqualTo(60 / ((5 + 30) / 2.0));
  }

  @Test
  void firstEntriesAreJudgedByTheMedianOfTheirRounds() {
    var bars =
        Targets.cold(Map.of("sluice", List.of(1.0, 9.0, 2.0), "hazelcast", List.of(2.0, 2.0, 2.5)));

    assertThat(bars).singleElement().satisfies(bar -> assertThat(bar.met()).isTrue());
    assertThat(bars.getFirst().measured()).hasValue(0.8);
    assertThat(Targets.cold(Map.of("sluice", List.of(1.0)))).isEmpty();
  }

  @Test
  void withoutSluiceThereIsNothingToJudge() {
    assertThat(Targets.of(List.of(row("curator", 1, 1, 1)))).isEmpty();
  }
}
