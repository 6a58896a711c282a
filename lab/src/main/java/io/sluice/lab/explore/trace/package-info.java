/**
 * Traces: the way to a world, shown, saved and run again.
 *
 * <p>A {@link io.sluice.lab.explore.trace.Trace} holds the protocol's own objects: each {@link
 * io.sluice.lab.explore.trace.Event} its message, each {@link
 * io.sluice.lab.explore.trace.TraceStep} the state that came of it. Only when it is written does it
 * become text: {@link io.sluice.lab.explore.trace.EventText} for readers, {@link
 * io.sluice.lab.explore.trace.TraceDiagram} as a picture, {@link
 * io.sluice.lab.explore.trace.TraceFile} for {@code sluice replay}. A file is read as a {@link
 * io.sluice.lab.explore.trace.SavedTrace}, whose text a {@link io.sluice.lab.explore.trace.Replay}
 * compares with what can happen, so a trace is again objects as soon as it has been run.
 *
 * <p>The {@link io.sluice.lab.explore.trace.Tracer} walks through worlds and takes down the steps.
 */
package io.sluice.lab.explore.trace;
