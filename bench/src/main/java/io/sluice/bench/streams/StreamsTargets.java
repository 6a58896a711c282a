package io.sluice.bench.streams;

import static io.sluice.bench.report.Bar.TIMES;
import static io.sluice.bench.report.Bar.atLeast;
import static io.sluice.bench.report.Bar.atMost;
import static io.sluice.bench.report.Bar.ratio;

import io.sluice.bench.report.Bar;
import io.sluice.bench.streams.measure.Metric;
import io.sluice.bench.streams.measure.Results;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The targets for Sluice, most of them relative to other engines of the same run.
 *
 * @param results those of all engines, by name
 */
record StreamsTargets(Map<String, Results> results) {

  private static final String OURS = "sluice";
  private static final String MILLIS = "ms";

  /** All targets; none if Sluice was not measured. */
  static List<Bar> of(List<Results> all) {
    var results = all.stream().collect(Collectors.toMap(Results::name, Function.identity()));
    return results.containsKey(OURS) ? new StreamsTargets(results).bars() : List.of();
  }

  private List<Bar> bars() {
    return Stream.of(rates(), gaps(), newborn(), state(), settling(), idle())
        .flatMap(Function.identity())
        .toList();
  }

  private Stream<Bar> rates() {
    return Stream.of(
        rate("flink", 1), rate("flink-unchained", 1), rate("jet", 3), rate("jet-unfused", 3));
  }

  private Bar rate(String peer, double times) {
    return atLeast(
        "records/s : those of `%s`".formatted(peer),
        times,
        TIMES,
        ratio(ours(Metric.RATE), of(peer, Metric.RATE)));
  }

  private Stream<Bar> gaps() {
    return Stream.of(
        atLeast("actions a second while gaps are measured", 9, "", ours(Metric.ACTIONS)),
        atMost(
            "longest gap with actions : without",
            1.5,
            TIMES,
            ratio(ours(Metric.SCALING_GAP), ours(Metric.QUIET_GAP))),
        atMost("longest gap with actions", 15, MILLIS, ours(Metric.SCALING_GAP)),
        atMost(
            "longest gap of a key with actions : without",
            1.5,
            TIMES,
            ratio(ours(Metric.SCALING_KEY_GAP), ours(Metric.QUIET_KEY_GAP))),
        atMost("longest gap of a key with actions", 15, MILLIS, ours(Metric.SCALING_KEY_GAP)),
        shorter("flink"),
        shorter("jet"));
  }

  /** Our longest gap against their typical one, since one bad moment says little about a peer. */
  private Bar shorter(String peer) {
    return atLeast(
        "typical gap of a rescale of `%s` : our longest".formatted(peer),
        10,
        TIMES,
        ratio(of(peer, Metric.SCALING_GAP_TYPICAL), ours(Metric.SCALING_GAP)));
  }

  private Stream<Bar> newborn() {
    return Stream.of(
        atMost(
            "duplication begun to first record at the newborn, p50",
            1,
            MILLIS,
            ours(Metric.NEWBORN_P50)));
  }

  private Stream<Bar> state() {
    return Stream.of(
        atMost(
            "100 MiB of state: longest gap of keys that moved, median of the moves",
            5,
            MILLIS,
            ours(Metric.STATE_MOVED_GAP_TYPICAL)),
        atMost(
            "100 MiB of state: longest gap of keys that moved, in all moves : without any action",
            1.5,
            TIMES,
            ratio(ours(Metric.STATE_MOVED_GAP), ours(Metric.STATE_QUIET_GAP))),
        atMost(
            "100 MiB of state: longest gap of the other keys : without any action",
            1.5,
            TIMES,
            ratio(ours(Metric.STATE_OTHER_GAP), ours(Metric.STATE_QUIET_GAP))));
  }

  private Stream<Bar> settling() {
    return Stream.of(
        // Each record takes an instance more than 1 ms, and there are 2,000 a second.
        atLeast("instances after a fourfold step", 3, "", ours(Metric.SETTLED_INSTANCES)),
        atMost("settling after a fourfold step", 2, "s", ours(Metric.SETTLING)),
        atMost("overshoot", 1, "instances", ours(Metric.OVERSHOOT)));
  }

  private Stream<Bar> idle() {
    return Stream.of(atMost("idle pipeline", 5, "% of a core", ours(Metric.IDLE)));
  }

  private OptionalDouble ours(Metric metric) {
    return of(OURS, metric);
  }

  private OptionalDouble of(String name, Metric metric) {
    return Optional.ofNullable(results.get(name))
        .map(each -> each.get(metric))
        .orElse(OptionalDouble.empty());
  }
}
