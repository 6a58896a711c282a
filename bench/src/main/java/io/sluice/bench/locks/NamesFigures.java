package io.sluice.bench.locks;

import static io.sluice.bench.report.Bar.atMost;

import io.sluice.bench.locks.measure.ForgottenNames;
import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Console;
import io.sluice.bench.report.Range;
import io.sluice.bench.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** What names that are used once leave in memory, in a new cluster each round. */
record NamesFigures(Console console, int rounds) {

  /** What may be left of all members together: less than three bytes of each of a million names. */
  private static final double MOST_LEFT = 8;

  void measure(int names, List<Path> into, String command)
      throws IOException, InterruptedException {
    var samples = new ArrayList<ForgottenNames.Sample>();
    for (int i = 0; i < rounds; i++) {
      try (var cluster = new ForgottenNames()) {
        samples.add(cluster.measure(names));
        console.progress(samples.getLast().toString());
      }
    }
    var lines = new ArrayList<String>();
    lines.add("| %,d names, each used once by one of three members over TCP | |".formatted(names));
    lines.add("|---|---|");
    lines.add(line("to use them, s", samples, ForgottenNames.Sample::useSeconds, "%.0f"));
    lines.add(
        line("heap of all three before, MiB", samples, ForgottenNames.Sample::before, "%.1f"));
    lines.add(line("right after the last use, MiB", samples, ForgottenNames.Sample::after, "%.1f"));
    lines.add(line("when it falls no more, MiB", samples, ForgottenNames.Sample::left, "%.1f"));
    lines.add(
        line(
            "from the last use until then, s",
            samples,
            ForgottenNames.Sample::forgetSeconds,
            "%.0f"));
    lines.add("");
    lines.add(
        Bar.table(
            List.of(
                atMost(
                    "memory when all names are forgotten, above that before",
                    MOST_LEFT,
                    "MiB",
                    OptionalDouble.of(
                        range(samples, each -> each.left() - each.before()).most())))));
    new Section("locks-names")
        .publish(console, lines, "%d rounds".formatted(rounds), into, command);
  }

  private static String line(
      String what,
      List<ForgottenNames.Sample> samples,
      ToDoubleFunction<ForgottenNames.Sample> figure,
      String format) {
    return "| %s | %s |".formatted(what, range(samples, figure).text(format));
  }

  private static Range range(
      List<ForgottenNames.Sample> samples, ToDoubleFunction<ForgottenNames.Sample> figure) {
    return Range.of(samples.stream().map(figure::applyAsDouble).toList());
  }
}
