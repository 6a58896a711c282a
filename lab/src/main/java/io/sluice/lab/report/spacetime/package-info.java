/**
 * Space-time diagrams: a lane for each process, a row for each event, arrows for messages.
 *
 * <p>A {@link io.sluice.lab.report.spacetime.SpaceTimeRecorder} records a run event by event and
 * gives a {@link io.sluice.lab.report.spacetime.SpaceTime}, which is plain data. It is drawn as SVG
 * ({@link io.sluice.lab.report.spacetime.SvgSpaceTime}), as a Mermaid sequence diagram ({@link
 * io.sluice.lab.report.spacetime.MermaidSpaceTime}), or as text for a terminal ({@link
 * io.sluice.lab.report.spacetime.SpaceTimeText}).
 */
package io.sluice.lab.report.spacetime;
