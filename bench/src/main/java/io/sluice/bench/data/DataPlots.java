package io.sluice.bench.data;

import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.report.Range;
import io.sluice.lab.report.chart.Axis;
import io.sluice.lab.report.chart.Chart;
import io.sluice.lab.report.chart.Point;
import io.sluice.lab.report.chart.Series;
import io.sluice.lab.report.chart.SvgChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The plots of a run: hand-over against size, against the share changed, and overlap. */
record DataPlots(DataResults results) {

  private static final List<String> STENCIL =
      List.of(
          DataMeasurement.COMPUTE,
          DataMeasurement.TRANSFER,
          DataMeasurement.OVERLAPPED,
          DataMeasurement.IN_SEQUENCE);

  List<Chart> charts() {
    return Stream.of(size(), share(), overlap()).flatMap(Optional::stream).toList();
  }

  /** Writes them into a folder; returns the names of the files. */
  List<String> write(Path folder) throws IOException {
    Files.createDirectories(folder);
    var names = new ArrayList<String>();
    for (var chart : charts()) {
      var name = chart.name() + ".svg";
      Files.writeString(folder.resolve(name), SvgChart.render(chart));
      names.add(name);
    }
    return names;
  }

  private Optional<Chart> size() {
    var all =
        Stream.of(Exchanges.values())
            .map(
                each ->
                    series(plain(each.title()), Figure.SIZE, each.label(), x -> x / DataPlan.MIB))
            .flatMap(Optional::stream)
            .toList();
    return chart(
        "data-size",
        "Hand-over against size",
        "From the commit in one process until another has seen every page; range of the rounds.",
        Axis.log("MiB"),
        Axis.log("ms"),
        all);
  }

  private Optional<Chart> share() {
    var all =
        Stream.of(DataMeasurement.DECLARED, DataMeasurement.COMPARED)
            .map(each -> series(each, Figure.SHARE, each, x -> 100 * x))
            .flatMap(Optional::stream)
            .toList();
    return chart(
        "data-share",
        "Hand-over of 64 MiB against the share changed",
        "Only blocks that have changed travel: declared by the writer, or found by comparing.",
        Axis.log("% changed"),
        Axis.log("ms"),
        all);
  }

  private Optional<Chart> overlap() {
    var points =
        IntStream.range(0, STENCIL.size())
            .mapToObj(
                i ->
                    results
                        .range(Figure.OVERLAP, STENCIL.get(i), 0)
                        .map(range -> point(i + 1, range)))
            .flatMap(Optional::stream)
            .toList();
    var all = points.isEmpty() ? List.<Series>of() : List.of(Series.points("a step", points));
    return chart(
        "data-overlap",
        "A step of a stencil on links of 1 Gbit/s",
        "Two processes exchange borders of 16 MiB and compute for as long as the transfer takes.",
        Axis.named("", STENCIL),
        Axis.linear("ms"),
        all);
  }

  private static Optional<Chart> chart(
      String name, String title, String description, Axis x, Axis y, List<Series> all) {
    if (all.isEmpty()) {
      return Optional.empty();
    }
    var builder = Chart.named(name).title(title).description(description).x(x).y(y);
    all.forEach(builder::add);
    return Optional.of(builder.build());
  }

  private Optional<Series> series(
      String title, Figure figure, String variant, DoubleUnaryOperator scale) {
    var points =
        results.xs(figure).stream()
            .flatMap(
                x ->
                    results
                        .range(figure, variant, x)
                        .map(range -> point(scale.applyAsDouble(x), range))
                        .stream())
            .toList();
    return points.isEmpty() ? Optional.empty() : Optional.of(Series.line(title, points));
  }

  private static Point point(double x, Range range) {
    return Point.of(x, 1e3 * range.median(), 1e3 * range.least(), 1e3 * range.most());
  }

  private static String plain(String title) {
    return title.replace("*", "").replace("`", "");
  }
}
