package io.sluice.spring;

import io.sluice.locks.Sluice;

/**
 * A bean that changes the application's node before it joins, after the properties were applied:
 * for a protocol of the application's own, or for another network.
 *
 * <pre>{@code
 * @Bean
 * SluiceCustomizer overKafka() {
 *   return builder -> builder.over(Kafka.at("localhost:9092"));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface SluiceCustomizer {

  /** Changes the node that is about to join. */
  void customize(Sluice.Builder builder);
}
