/**
 * Shows what pipelines do: {@code PipelineMetrics} to Micrometer, {@code ScalingEvent} to the
 * flight recorder. Applications ask for the first with {@link io.sluice.streams.Pipeline#metrics}
 * and need nothing for the second.
 */
package io.sluice.streams.watch;
