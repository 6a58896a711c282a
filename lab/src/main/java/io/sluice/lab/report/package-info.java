/**
 * Pictures and reports of the lab, from plain data.
 *
 * <p>Start with {@link io.sluice.lab.report.Chart} (drawn by {@link io.sluice.lab.report.SvgChart}
 * and {@link io.sluice.lab.report.PngChart}), {@link io.sluice.lab.report.SpaceTimeRecorder} (drawn
 * by {@link io.sluice.lab.report.SvgSpaceTime}, {@link io.sluice.lab.report.MermaidSpaceTime} and
 * {@link io.sluice.lab.report.SpaceTimeText}) and {@link io.sluice.lab.report.Report} (written by
 * {@link io.sluice.lab.report.ReportWriter}). Nothing here knows a protocol, a clock or the default
 * locale: the same data gives the same bytes.
 */
package io.sluice.lab.report;
