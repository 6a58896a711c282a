package io.sluice.streams;

import io.sluice.streams.graph.Graph;

/**
 * What runs pipelines. This JVM does unless {@link Pipeline#on} names another engine, such as
 * {@code Kafka.at("localhost:9092")} of the artifact {@code sluice-streams-kafka}.
 */
@FunctionalInterface
public interface PipelineEngine {

  /**
   * Starts a pipeline.
   *
   * @throws IllegalArgumentException if the pipeline has a part that this engine cannot run; the
   *     message names it and says what to use instead
   */
  Running start(Graph graph);
}
