package io.sluice.streams.kafka.worker;

import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.bundle.InternalTopics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;

/** Whether a pipeline can run on Kafka; if not, what is to be changed. */
final class Checks {

  private Checks() {}

  /**
   * @throws IllegalArgumentException if it cannot
   */
  static void check(Graph graph) {
    var topics = new HashSet<String>();
    for (var operator : graph.operators()) {
      if (operator.logic() instanceof Logic.Reading(var source, _)) {
        if (!(source instanceof TopicSource<?> topic)) {
          throw new IllegalArgumentException(
              "source '%s' cannot be resumed by another worker: on Kafka a pipeline reads topics, TopicSource.of(topic, serde)"
                  .formatted(operator.name()));
        }
        if (!topics.add(topic.topic())) {
          throw new IllegalArgumentException(
              "topic '%s' is read by two sources: read it once, and let both operators take the stream"
                  .formatted(topic.topic()));
        }
      }
    }
    if (graph.tuning().step().isPresent()) {
      throw new IllegalArgumentException(
          "decideInSteps is for pipelines in one JVM: leave it out, and instances decide by what"
              + " they measure");
    }
  }

  /**
   * Checks that there is a broker, and that it accepts the worker.
   *
   * @throws IllegalStateException if none answers, or the worker may not use it
   */
  static void requireBroker(String brokers, Admin admin) {
    try {
      var _ = InternalTopics.await(admin.describeCluster().clusterId());
    } catch (InternalTopics.Refused e) {
      if (e.getCause() instanceof TimeoutException) {
        throw new IllegalStateException(
            "no Kafka broker answers at %s; is one running there?".formatted(brokers), e);
      }
      if (e.getCause() instanceof AuthenticationException refused) {
        throw new IllegalStateException(
            "the Kafka broker at %s and this worker do not trust each other: %s; check the settings for SSL and SASL"
                .formatted(brokers, reason(refused)),
            e);
      }
      throw e;
    }
  }

  /** Of a failed TLS handshake, what was wrong with the certificate. */
  private static String reason(AuthenticationException refused) {
    Throwable deepest = refused;
    for (var cause = refused.getCause(); cause != null; cause = cause.getCause()) {
      deepest = cause;
    }
    return String.valueOf(deepest.getMessage());
  }

  /**
   * Checks that the application's topics exist.
   *
   * @throws IllegalArgumentException if one does not
   */
  static void checkTopics(Graph graph, Admin admin) {
    var existing = InternalTopics.await(admin.listTopics().names());
    for (var operator : graph.operators()) {
      topicOf(operator).ifPresent(topic -> require(topic, operator, existing));
    }
  }

  /**
   * For each source how many partitions its topic has, by operator.
   *
   * @throws IllegalArgumentException if a source must have more instances than that
   */
  static Map<Integer, Integer> partitions(Graph graph, Admin admin) {
    var found = new HashMap<Integer, Integer>();
    for (int index = 0; index < graph.operators().size(); index++) {
      var operator = graph.operators().get(index);
      if (operator.logic() instanceof Logic.Reading(TopicSource<?> source, _)) {
        var topics =
            InternalTopics.await(admin.describeTopics(List.of(source.topic())).allTopicNames());
        int partitions =
            topics.values().stream().mapToInt(topic -> topic.partitions().size()).sum();
        requirePartitions(operator.name(), operator.instances().min(), partitions);
        found.put(index, partitions);
      }
    }
    return found;
  }

  /**
   * @throws IllegalArgumentException if a source cannot have that number of instances
   */
  static void requirePartitions(String source, int instances, int partitions) {
    if (instances > partitions) {
      throw new IllegalArgumentException(
          "source '%s' reads a topic with %d partitions, so it cannot have %d instances: add partitions, or have fewer instances"
              .formatted(source, partitions, instances));
    }
  }

  private static Optional<String> topicOf(Operator operator) {
    return switch (operator.logic()) {
      case Logic.Reading(TopicSource<?> source, _) -> Optional.of(source.topic());
      case Logic.Writing(TopicSink<?> sink, _) -> sink.topic();
      default -> Optional.empty();
    };
  }

  private static void require(String topic, Operator operator, Set<String> existing) {
    if (!existing.contains(topic)) {
      throw new IllegalArgumentException(
          "topic '%s' of operator '%s' does not exist: create it first"
              .formatted(topic, operator.name()));
    }
  }

  /**
   * @throws IllegalArgumentException if the pipeline is not the one that has state in Kafka
   */
  static void requireSame(String pipeline, List<String> before, List<String> now) {
    if (before.equals(now)) {
      return;
    }
    var gone = new ArrayList<>(before);
    gone.removeAll(now);
    var added = new ArrayList<>(now);
    added.removeAll(before);
    throw new IllegalArgumentException(
        "pipeline '%s' has state in Kafka that does not fit: it was [%s] and is now [%s]; start it as it was, give it another name, or remove the state with `sluice streams delete %s`"
            .formatted(pipeline, String.join("; ", gone), String.join("; ", added), pipeline));
  }
}
