package io.sluice.bench.data;

import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.report.Bar;
import io.sluice.bench.report.Range;
import io.sluice.bench.report.Section;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What was measured as a Markdown section and as JSON. */
record DataReport(DataPieces pieces, DataResults results) {

  /** Where {@link #writeInto} writes. */
  static final Section SECTION = new Section("data");

  private static final String NONE = "-";

  DataReport(DataPieces pieces) {
    this(pieces, pieces.results());
  }

  String json() {
    var lines = pieces.all().stream().flatMap(each -> each.measured().stream()).toList();
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(
            Map.of(
                "measured",
                lines,
                "bars",
                new DataTargets(results).bars(),
                "notes",
                results.notes()));
  }

  String markdown() {
    return markdown(List.of());
  }

  private String markdown(List<String> plots) {
    var parts = new ArrayList<String>();
    parts.add(head());
    sizes().ifPresent(parts::add);
    shares().ifPresent(parts::add);
    plain().ifPresent(parts::add);
    var bars = new DataTargets(results).bars();
    if (!bars.isEmpty()) {
      parts.add(Bar.table(bars));
    }
    results.notes().forEach(note -> parts.add(note + "."));
    plots.forEach(name -> parts.add("![%s](images/%s)".formatted(name, name)));
    return String.join("\n\n", parts) + "\n";
  }

  private String head() {
    return """
    ## Data that moves with its lock

    Java %s, %d cores, %s. Each party is a process; all traffic is over TCP of one machine. Two processes take turns:
    one writes all bytes while the other waits. A hand-over is the time from the writer's call of commit (or `put`, or
    `write`) until the other one has its turn and has looked at a word of every page that changed. %s rounds; the
    variants of a figure take turns, a round is its median hand-over, and shown are the median round and, in brackets,
    the range. Ratios are taken round by round. Sluice has a third member that is idle. Links are limited to 1 Gbit/s
    where that is said. Other programs used up to %s cores meanwhile."""
        .formatted(
            Runtime.version(),
            Runtime.getRuntime().availableProcessors(),
            pieces.when(),
            pieces.rounds(),
            pieces.othersCores().isPresent()
                ? number("%.1f", pieces.othersCores().getAsDouble())
                : "an unknown number of");
  }

  private Optional<String> sizes() {
    var xs = results.xs(Figure.SIZE);
    if (xs.isEmpty()) {
      return Optional.empty();
    }
    var lines = new ArrayList<String>();
    for (var exchange : Exchanges.values()) {
      if (xs.stream().anyMatch(x -> of(exchange, x).isPresent())) {
        lines.add(row(exchange.title() + ", ms", xs, x -> of(exchange, x).map(DataReport::millis)));
      }
    }
    for (var exchange : Exchanges.values()) {
      if (exchange != Exchanges.TCP && xs.stream().anyMatch(x -> of(exchange, x).isPresent())) {
        lines.add(
            row(
                exchange.title() + " : raw TCP",
                xs,
                x ->
                    results
                        .ratio(Figure.SIZE, exchange.label(), Exchanges.TCP.label(), x)
                        .map(DataReport::times)));
      }
    }
    var titles = xs.stream().map(x -> bytes(x.longValue())).toList();
    return Optional.of(table("hand-over, all changed", titles, lines));
  }

  private Optional<Range> of(Exchanges exchange, double size) {
    return results.range(Figure.SIZE, exchange.label(), size);
  }

  private Optional<String> shares() {
    var xs = results.xs(Figure.SHARE);
    if (xs.isEmpty()) {
      return Optional.empty();
    }
    var lines =
        Stream.of(DataMeasurement.DECLARED, DataMeasurement.COMPARED)
            .map(
                each ->
                    row(
                        each + ", ms",
                        xs,
                        x -> results.range(Figure.SHARE, each, x).map(DataReport::millis)))
            .toList();
    var titles = xs.stream().map(x -> number("%.0f %%", 100 * x)).toList();
    return Optional.of(table("hand-over of 64 MiB, share changed", titles, lines));
  }

  private Optional<String> plain() {
    var lines =
        results.rounds().entrySet().stream()
            .filter(each -> each.getKey().figure() != Figure.SIZE)
            .filter(each -> each.getKey().figure() != Figure.SHARE)
            .map(
                each ->
                    "| %s: %s | %s |"
                        .formatted(
                            each.getKey().figure().title(),
                            each.getKey().variant(),
                            millis(Range.of(each.getValue()))))
            .toList();
    return lines.isEmpty() ? Optional.empty() : Optional.of(table("other", List.of("ms"), lines));
  }

  private static String table(String title, List<String> columns, List<String> lines) {
    return "| %s | %s |\n|---|%s\n%s"
        .formatted(
            title,
            String.join(" | ", columns),
            "---|".repeat(columns.size()),
            String.join("\n", lines));
  }

  private static String row(
      String title, List<Double> xs, Function<Double, Optional<String>> cell) {
    return "| %s | %s |"
        .formatted(
            title,
            xs.stream().map(x -> cell.apply(x).orElse(NONE)).collect(Collectors.joining(" | ")));
  }

  private static String millis(Range range) {
    return "%s (%s to %s)"
        .formatted(
            digits(1e3 * range.median()), digits(1e3 * range.least()), digits(1e3 * range.most()));
  }

  private static String times(Range range) {
    return number("%.2f", range.median())
        + number(" (%.2f", range.least())
        + number(" to %.2f)", range.most());
  }

  private static String digits(double value) {
    return number(
        value < 0.01 ? "%.5f" : value < 1 ? "%.3f" : value < 100 ? "%.1f" : "%,.0f", value);
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  static String bytes(long size) {
    return size < DataPlan.MIB ? size / DataPlan.KIB + " KiB" : size / DataPlan.MIB + " MiB";
  }

  /** Writes it into a page together with what earlier runs have measured for that page. */
  void writeInto(Path page) throws IOException {
    var folder = page.toAbsolutePath().resolveSibling("images");
    var file = folder.resolve("data.json");
    var together = DataPieces.read(file);
    for (var piece : pieces.all()) {
      together = together.plus(piece);
    }
    var report = new DataReport(together);
    var plots = new DataPlots(report.results()).write(folder);
    together.write(file);
    SECTION.write(page, report.markdown(plots), together.commands());
  }
}
