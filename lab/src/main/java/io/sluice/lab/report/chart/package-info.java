/**
 * Charts: what a plot shows as plain data, and two ways to draw it.
 *
 * <p>A {@link io.sluice.lab.report.chart.Chart} has axes, {@link io.sluice.lab.report.chart.Series}
 * of {@link io.sluice.lab.report.chart.Point}s with their spread, and marks for single values such
 * as those that a paper prints. {@link io.sluice.lab.report.chart.SvgChart} draws it as SVG with
 * nothing but text; {@link io.sluice.lab.report.chart.PngChart} draws it with XChart, or says why
 * it cannot where Java has no fonts.
 *
 * <pre>{@code
 * Chart chart =
 *     Chart.named("messages")
 *         .title("Messages against nodes")
 *         .x(Axis.log("nodes"))
 *         .y(Axis.log("messages"))
 *         .add(Series.line("forks", List.of(Point.of(6, 310, 300, 322), Point.of(12, 1300))))
 *         .build();
 * String svg = SvgChart.render(chart);
 * }</pre>
 */
package io.sluice.lab.report.chart;
