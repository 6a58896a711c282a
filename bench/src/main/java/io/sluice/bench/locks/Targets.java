package io.sluice.bench.locks;

import static io.sluice.bench.report.Bar.TIMES;
import static io.sluice.bench.report.Bar.atLeast;
import static io.sluice.bench.report.Bar.atMost;
import static io.sluice.bench.report.Bar.ratio;

import io.sluice.bench.locks.measure.Figures;
import io.sluice.bench.locks.measure.Plan;
import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Range;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The targets for Sluice, relative to the other services of the same run.
 *
 * @param figures those of all services that were measured, by name
 */
record Targets(Map<String, Figures> figures) {

  private static final String OURS = "sluice";
  private static final String HAZELCAST = "hazelcast";

  /** All targets; none if Sluice was not measured. */
  static List<Bar> of(List<Row> rows) {
    var figures =
        rows.stream()
            .filter(row -> row.figures().isPresent())
            .collect(Collectors.toMap(Row::name, row -> row.figures().orElseThrow()));
    return figures.containsKey(OURS) ? new Targets(figures).bars() : List.of();
  }

  /**
   * What is asked of the first entries of fresh processes. They differ by half from one start to
   * the next, so several rounds in turns are compared, by the median of their ratios.
   *
   * @param millis CPU time of an entry in each round, by the service's name
   */
  static List<Bar> cold(Map<String, List<Double>> millis) {
    var ours = millis.getOrDefault(OURS, List.of());
    var theirs = millis.getOrDefault(HAZELCAST, List.of());
    return ours.isEmpty() || theirs.isEmpty()
        ? List.of()
        : List.of(
            atMost(
                "CPU time of the first %,d entries of fresh processes : that of `%s`"
                    .formatted(Plan.COLD_ENTRIES, HAZELCAST),
                1,
                TIMES,
                OptionalDouble.of(Range.ratio(ours, theirs).median())));
  }

  private List<Bar> bars() {
    var plain =
        Stream.of(
            atLeast("lone holder", 1e6, "pairs/s", own(Figures::lonePairsPerSecond)),
            entries("curator", 10),
            entries("redisson", 10),
            entries("redisson-fair", 10),
            entries("jgroups", 3),
            entries(HAZELCAST, 3));
    var changes =
        Stream.of(
            changes("curator", 10),
            changes("redisson", 10),
            changes("redisson-fair", 10),
            changes("jgroups", 3),
            changes(HAZELCAST, 3));
    var handOver =
        Stream.of(
            atMost(
                "hand-over p50 : half a round trip of raw TCP",
                3,
                TIMES,
                ratio(handOver(OURS), OptionalDouble.of(rawTcp()))),
            atMost(
                "hand-over p50 : that of `jgroups`",
                0.5,
                TIMES,
                ratio(handOver(OURS), handOver("jgroups"))));
    var rest =
        Stream.of(
            readWrite("curator", 10),
            atMost(
                "%,d idle locks".formatted(Plan.IDLE_LOCKS),
                10,
                "MiB",
                optional(OURS, Figures::idleMebibytes)));
    return Stream.of(plain, changes, handOver, rest).flatMap(Function.identity()).toList();
  }

  private Bar entries(String peer, double times) {
    Function<Figures, Double> rate = each -> each.contention().entriesPerSecond();
    return atLeast(
        "contenders' entries/s : those of `%s`".formatted(peer),
        times,
        TIMES,
        ratio(of(OURS, rate), of(peer, rate)));
  }

  /**
   * Stricter than {@link #entries}. A process that enters again before another's request has
   * reached it sends no message, and such entries can be most of all entries.
   */
  private Bar changes(String peer, double times) {
    Function<Figures, Double> rate =
        each -> each.contention().entriesPerSecond() * each.contention().changes();
    return atLeast(
        "the same, counting only entries after another's : `%s`".formatted(peer),
        times,
        TIMES,
        ratio(of(OURS, rate), of(peer, rate)));
  }

  private Bar readWrite(String peer, double times) {
    return atLeast(
        "read/write entries/s : those of `%s`".formatted(peer),
        times,
        TIMES,
        ratio(
            optional(OURS, Figures::readWriteEntriesPerSecond),
            optional(peer, Figures::readWriteEntriesPerSecond)));
  }

  /**
   * The median of all measurements of the run. The system runs the two processes sometimes on one
   * core and sometimes on two, which is ten times slower, so a single measurement says little.
   */
  private double rawTcp() {
    var sorted = figures.values().stream().mapToDouble(each -> each.rawTcp().p50()).sorted();
    double[] all = sorted.toArray();
    return (all[(all.length - 1) / 2] + all[all.length / 2]) / 2;
  }

  private OptionalDouble handOver(String name) {
    return optional(name, each -> each.contention().handOverP50());
  }

  private OptionalDouble own(Function<Figures, Double> figure) {
    return of(OURS, figure);
  }

  private OptionalDouble of(String name, Function<Figures, Double> figure) {
    return optional(name, each -> OptionalDouble.of(figure.apply(each)));
  }

  private OptionalDouble optional(String name, Function<Figures, OptionalDouble> figure) {
    return Optional.ofNullable(figures.get(name)).map(figure).orElse(OptionalDouble.empty());
  }
}
