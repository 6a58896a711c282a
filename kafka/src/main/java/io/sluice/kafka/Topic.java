package io.sluice.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The topic of a cluster: one partition for announcements, which all nodes read; the others are
 * inboxes.
 *
 * @param name what it is called
 * @param partitions how many there are
 */
record Topic(String name, int partitions) {

  /** The partition that all nodes read. */
  static final int ANNOUNCEMENTS = 0;

  /** One for announcements, and as many inboxes as a host has ports for nodes over TCP. */
  private static final int PARTITIONS = 33;

  /** Nothing older is ever of use: long before that a lease has run out. */
  private static final Duration RETENTION = Duration.ofMinutes(10);

  private static final int RETENTION_BYTES = 64 << 20;
  private static final int SEGMENT_BYTES = 16 << 20;

  /** What a cluster's topic is called. */
  static String nameOf(String cluster) {
    var name = new StringBuilder("sluice-");
    for (int i = 0; i < cluster.length(); i++) {
      char c = cluster.charAt(i);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '.');
      name.append(plain ? String.valueOf(c) : "_%04x".formatted((int) c));
    }
    if (name.length() > 249) {
      throw new IllegalArgumentException(
          "the cluster's name is too long for Kafka's topics: '" + cluster + "'");
    }
    return name.toString();
  }

  /**
   * Finds the topic of a cluster, or makes it.
   *
   * @param patience how long to wait for an answer
   * @throws BrokerUnavailable if no broker answers, or it may not be made
   */
  static Topic of(Kafka kafka, String cluster, Duration patience) {
    String name = nameOf(cluster);
    try (var admin = Admin.create(Settings.admin(kafka, patience))) {
      return find(admin, name).orElseGet(() -> make(admin, name));
    } catch (Refused e) {
      var cause = Optional.ofNullable(e.getCause()).orElse(e);
      throw new BrokerUnavailable(
          switch (cause) {
            case TimeoutException _ ->
                "no Kafka broker answers at %s within %d ms; is one running there?"
                    .formatted(kafka, patience.toMillis());
            case InterruptedException _ ->
                "interrupted before the Kafka broker at %s had answered".formatted(kafka);
            default ->
                "the Kafka broker at %s refuses the topic %s: %s"
                    .formatted(kafka, name, cause.getMessage());
          },
          cause);
    } catch (KafkaException e) {
      Throwable cause = Optional.ofNullable(e.getCause()).orElse(e);
      throw new IllegalArgumentException(
          "Kafka cannot be reached at '%s' with these settings: %s"
              .formatted(kafka, cause.getMessage()),
          e);
    }
  }

  private static Optional<Topic> find(Admin admin, String name) {
    try {
      var found = Refused.await(admin.describeTopics(List.of(name)).allTopicNames());
      return Optional.ofNullable(found.get(name))
          .map(topic -> new Topic(name, topic.partitions().size()));
    } catch (Refused e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Topic make(Admin admin, String name) {
    // How often it is replicated is the broker's choice, which its operator has made.
    var topic = new NewTopic(name, Optional.of(PARTITIONS), Optional.empty());
    var settings =
        Map.of(
            "cleanup.policy", "delete",
            "retention.ms", Long.toString(RETENTION.toMillis()),
            "retention.bytes", Integer.toString(RETENTION_BYTES),
            "segment.ms", Long.toString(RETENTION.toMillis()),
            "segment.bytes", Integer.toString(SEGMENT_BYTES));
    try {
      var _ = Refused.await(admin.createTopics(List.of(topic.configs(settings))).all());
    } catch (Refused e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
      // Another node was faster.
    }
    return new Topic(name, PARTITIONS);
  }

  /** The broker says no, or nothing. */
  private static final class Refused extends RuntimeException {

    private Refused(Throwable cause) {
      super(cause);
    }

    static <T> T await(org.apache.kafka.common.KafkaFuture<T> future) {
      try {
        return future.get();
      } catch (ExecutionException e) {
        throw new Refused(Optional.ofNullable(e.getCause()).orElse(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Refused(e);
      }
    }
  }
}
