/**
 * The report: one HTML page with a section for each experiment, and the files of its figures.
 *
 * <p>A {@link io.sluice.lab.report.page.Section} has figures, parameters with their source, and
 * {@link io.sluice.lab.report.page.Comparison}s of what a paper prints with what was measured; a
 * difference without a remark is reported as unexplained. {@link
 * io.sluice.lab.report.page.ReportPage} renders the page, {@link
 * io.sluice.lab.report.page.ReportWriter} writes it with an SVG, PNG and CSV file for each chart.
 * See {@link io.sluice.lab.report.page.Report} for an example.
 */
package io.sluice.lab.report.page;
