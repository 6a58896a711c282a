/**
 * Users' pipelines, for {@code sluice run}: {@link io.sluice.cli.pipeline.PipelineJar} finds one in
 * a jar, {@link io.sluice.cli.pipeline.PipelineOptions} sets how its operators scale, {@link
 * io.sluice.cli.pipeline.KafkaOptions} where it runs.
 *
 * <p>What is wrong with the jar or the options is an {@code IllegalArgumentException}, as in {@link
 * io.sluice.cli.option}; what the user's code throws is a {@link
 * io.sluice.cli.pipeline.PipelineNotMade}, which has another exit code.
 */
package io.sluice.cli.pipeline;
