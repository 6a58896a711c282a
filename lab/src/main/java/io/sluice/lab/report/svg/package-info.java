/**
 * What all drawings share: the SVG writer, its style sheet and colours, marker shapes, text widths,
 * the placing of labels, and numbers and markup as text.
 *
 * <p>Nothing here knows charts or space-time diagrams. Text widths are estimated rather than
 * measured with a font, so that the same data gives the same bytes on every machine.
 *
 * <pre>{@code
 * String svg =
 *     Svg.picture("square", 40, 40, "A square", "One square of 20 units.")
 *         .rect(new Box(10, 10, 20, 20), "node hollow s0")
 *         .finish();
 * }</pre>
 */
package io.sluice.lab.report.svg;
