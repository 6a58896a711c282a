/**
 * Shows what pipelines do: {@code PipelineMetrics} to Micrometer, {@code ScalingEvent} to the
 * flight recorder.
 *
 * <p>Internal: an application asks for the first with {@link io.sluice.streams.Pipeline#metrics}
 * and needs nothing for the second.
 */
package io.sluice.streams.watch;
