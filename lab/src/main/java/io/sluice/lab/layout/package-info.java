/**
 * Layouts as people write them, and values in JSON files.
 *
 * <p>A {@link io.sluice.lab.layout.LayoutSpec} is a number of processes, groups of given sizes, or
 * a graph: what the command line asks for and files hold. {@link io.sluice.lab.layout.LayoutJson}
 * writes and reads it; {@link io.sluice.lab.layout.JsonField} is a value of a file together with
 * its place, so that a wrong one is reported as {@code steps[3].event is "explode": expected one of
 * ...}.
 */
package io.sluice.lab.layout;
