/**
 * What reports of side-by-side benchmarks share.
 *
 * <p>A {@link io.sluice.bench.report.Bar} is a target for Sluice with what was measured; a {@link
 * io.sluice.bench.report.Section} is the part of a page that a benchmark writes; a {@link
 * io.sluice.bench.report.Range} is what several rounds gave.
 */
package io.sluice.bench.report;
