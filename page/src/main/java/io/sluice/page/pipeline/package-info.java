/**
 * The view of a pipeline that runs: {@link io.sluice.page.pipeline.PipelineView} samples its
 * snapshots, sends them to browsers as they come, and passes on what a reader changes.
 *
 * <p>Internal: the page uses it.
 */
package io.sluice.page.pipeline;
