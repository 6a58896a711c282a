package io.sluice.bench.locks;

import static io.sluice.bench.report.Bar.TIMES;
import static io.sluice.bench.report.Bar.atMost;

import io.sluice.bench.locks.measure.LargeCluster;
import io.sluice.bench.locks.measure.LargeCluster.Sample;
import io.sluice.bench.locks.measure.ShortCommands;
import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Console;
import io.sluice.bench.report.Range;
import io.sluice.bench.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Figures of Sluice alone, each with a part of the page: large clusters, and short commands through
 * a node on the host. What is compared is measured in turns; the median of all rounds is given,
 * with their range.
 *
 * @param rounds how often each is measured
 * @param round how long a round of hand-overs is
 */
record RestlessFigures(Console console, int rounds, Duration round) {

  /** How often each command is timed in a round. */
  private static final int STARTS = 10;

  private static final double MOST_TIMES = 2;

  /** Clusters of these numbers of members. */
  void members(List<Integer> sizes, List<Path> into, String command)
      throws IOException, InterruptedException {
    var lines = new ArrayList<String>();
    lines.add(
        "| members | meanwhile | commands/s | one takes, ms | hand-over p50, us | p99, us | cores"
            + " used |");
    lines.add("|---|---|---|---|---|---|---|");
    for (int size : sizes) {
      console.progress(size + " members ...");
      var samples = new EnumMap<LargeCluster.Load, List<Sample>>(LargeCluster.Load.class);
      try (var cluster = new LargeCluster(size)) {
        cluster.measure(LargeCluster.Load.NONE, round);
        // The other loads cannot be measured in a cluster that this one may have torn apart.
        measure(cluster, EnumSet.complementOf(EnumSet.of(LargeCluster.Load.JOINS)), samples);
        measure(cluster, EnumSet.of(LargeCluster.Load.JOINS), samples);
      } catch (IOException e) {
        if (samples.isEmpty()) {
          throw e;
        }
        console.progress(size + " members: " + e.getMessage());
      }
      for (var load : LargeCluster.Load.values()) {
        var some = samples.getOrDefault(load, List.of());
        lines.add("| %,d | %s ".formatted(size, load.title()) + cells(some));
      }
      console.progress(String.join("\n", lines));
    }
    publish("locks-members", lines, List.of(), into, command);
  }

  private void measure(
      LargeCluster cluster,
      Set<LargeCluster.Load> loads,
      Map<LargeCluster.Load, List<Sample>> samples)
      throws IOException, InterruptedException {
    for (int i = 0; i < rounds; i++) {
      for (var load : loads) {
        var sample = cluster.measure(load, round);
        samples.computeIfAbsent(load, _ -> new ArrayList<>()).add(sample);
      }
    }
  }

  /** Commands through a node, that many a second. */
  void commands(int perSecond, List<Path> into, String command)
      throws IOException, InterruptedException {
    var times = new EnumMap<ShortCommands.Kind, List<Double>>(ShortCommands.Kind.class);
    var samples = new EnumMap<ShortCommands.Load, List<Sample>>(ShortCommands.Load.class);
    try (var commands = new ShortCommands()) {
      for (int i = 0; i < rounds * STARTS; i++) {
        for (var kind : ShortCommands.Kind.values()) {
          times.computeIfAbsent(kind, _ -> new ArrayList<>()).add(commands.time(kind));
        }
      }
      commands.measure(ShortCommands.Load.NONE, 1, round);
      for (int i = 0; i < rounds; i++) {
        for (var load : ShortCommands.Load.values()) {
          samples
              .computeIfAbsent(load, _ -> new ArrayList<>())
              .add(commands.measure(load, perSecond, round));
        }
      }
    }
    var lines = new ArrayList<String>();
    lines.add("| from the start of the process to its end | ms |");
    lines.add("|---|---|");
    times.forEach(
        (kind, some) ->
            lines.add("| %s | %s |".formatted(kind.title(), Range.of(some).text("%.0f"))));
    lines.add("");
    lines.add(
        "| "
            + perSecond
            + " a second, as far as the machine can | commands/s | one takes, ms | hand-over p50, us"
            + " | p99, us | cores used, without those of commands |");
    lines.add("|---|---|---|---|---|---|");
    samples.forEach((load, some) -> lines.add("| " + load.title() + " " + cells(some)));
    publish("locks-commands", lines, bars(times, samples), into, command);
  }

  private static List<Bar> bars(
      Map<ShortCommands.Kind, List<Double>> times, Map<ShortCommands.Load, List<Sample>> samples) {
    return List.of(
        atMost(
            "`sluice lock x -- true` through a node : an empty program",
            MOST_TIMES,
            TIMES,
            median(times, ShortCommands.Kind.LOCK, ShortCommands.Kind.EMPTY)),
        disturbed(samples, ShortCommands.Load.THROUGH_NODE, ShortCommands.Load.NONE),
        disturbed(samples, ShortCommands.Load.THROUGH_NODE, ShortCommands.Load.TRUE),
        disturbed(samples, ShortCommands.Load.LOCK, ShortCommands.Load.NONE),
        disturbed(samples, ShortCommands.Load.LOCK, ShortCommands.Load.EMPTY));
  }

  private static OptionalDouble median(
      Map<ShortCommands.Kind, List<Double>> times,
      ShortCommands.Kind one,
      ShortCommands.Kind other) {
    return OptionalDouble.of(
        Range.of(times.getOrDefault(one, List.of())).median()
            / Range.of(times.getOrDefault(other, List.of())).median());
  }

  private static Bar disturbed(
      Map<ShortCommands.Load, List<Sample>> samples,
      ShortCommands.Load load,
      ShortCommands.Load other) {
    return atMost(
        "hand-over p99 of others with %s : with %s".formatted(load.title(), other.title()),
        MOST_TIMES,
        TIMES,
        OptionalDouble.of(
            Range.ratio(
                    values(samples.getOrDefault(load, List.of()), Sample::p99),
                    values(samples.getOrDefault(other, List.of()), Sample::p99))
                .median()));
  }

  private static List<Double> values(List<Sample> samples, ToDoubleFunction<Sample> of) {
    return samples.stream().map(of::applyAsDouble).toList();
  }

  private static String cells(List<Sample> samples) {
    if (samples.isEmpty()) {
      return "| not done in time | - | - | - | - |";
    }
    boolean none = samples.getFirst().perSecond() == 0;
    return "| %s | %s | %s | %s | %s |"
        .formatted(
            none ? "-" : Range.of(values(samples, Sample::perSecond)).text("%.1f"),
            none ? "-" : Range.of(values(samples, Sample::millis)).text("%.1f"),
            Range.of(values(samples, Sample::p50)).text("%,.0f"),
            Range.of(values(samples, Sample::p99)).text("%,.0f"),
            Range.of(values(samples, Sample::cores)).text("%.1f"));
  }

  private void publish(
      String section, List<String> lines, List<Bar> bars, List<Path> into, String command)
      throws IOException {
    var all = new ArrayList<>(lines);
    if (!bars.isEmpty()) {
      all.add("");
      all.add(Bar.table(bars));
    }
    new Section(section)
        .publish(
            console,
            all,
            "%d rounds of %.1f s".formatted(rounds, round.toMillis() / 1e3),
            into,
            command);
  }
}
