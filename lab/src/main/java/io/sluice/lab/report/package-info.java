/**
 * Pictures and reports of the lab, from plain data.
 *
 * <p>Start with {@link io.sluice.lab.report.chart.Chart} (drawn by {@link
 * io.sluice.lab.report.chart.SvgChart} and {@link io.sluice.lab.report.chart.PngChart}), {@link
 * io.sluice.lab.report.spacetime.SpaceTimeRecorder} (drawn by {@link
 * io.sluice.lab.report.spacetime.SvgSpaceTime}, {@link
 * io.sluice.lab.report.spacetime.MermaidSpaceTime} and {@link
 * io.sluice.lab.report.spacetime.SpaceTimeText}) and {@link io.sluice.lab.report.page.Report}
 * (written by {@link io.sluice.lab.report.page.ReportWriter}). Nothing here depends on protocols,
 * clocks or the default locale: the same data gives the same bytes.
 */
package io.sluice.lab.report;
