package io.sluice.streams.kafka.bundle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What a pipeline keeps in Kafka: three topics with a partition for each slot, one with the reports
 * of workers, and the offsets of a consumer group. The control topic has one partition more, the
 * first, which all workers read.
 *
 * @param pipeline its name
 */
public record InternalTopics(String pipeline) {

  private static final String PREFIX = "sluice-streams.";
  private static final String DATA_SUFFIX = ".data";
  private static final String CONTROL_SUFFIX = ".control";
  private static final String STATE_SUFFIX = ".state";
  private static final String REPORTS_SUFFIX = ".workers";
  private static final String LEGAL = "[a-zA-Z0-9._-]{1,200}";

  /**
   * Of a record, or of the state of a key, as bytes. Kafka's own limit for topics is 1 MB, and
   * services that run Kafka for others do not allow more than this.
   */
  static final int LARGEST_BYTES = 8 << 20;

  /** With one of these at its end, a pipeline's topic would be that of another pipeline. */
  private static final List<String> SUFFIXES =
      List.of(DATA_SUFFIX, CONTROL_SUFFIX, STATE_SUFFIX, REPORTS_SUFFIX);

  /**
   * @throws IllegalArgumentException if the name cannot be that of a topic
   */
  public InternalTopics {
    if (!pipeline.matches(LEGAL)) {
      throw new IllegalArgumentException(
          "the pipeline '%s' needs another name on Kafka: letters of ASCII, digits, '.', '_' and '-', at most 200"
              .formatted(pipeline));
    }
    if (SUFFIXES.stream().anyMatch(pipeline::endsWith)) {
      throw new IllegalArgumentException(
          "the pipeline '%s' needs another name on Kafka: one that does not end with %s"
              .formatted(pipeline, String.join(", ", SUFFIXES)));
    }
  }

  /** The offsets of the group with this name are how far the pipeline has read. */
  public String group() {
    return PREFIX + pipeline;
  }

  /** The cluster of the locks that workers hold while they run bundles. */
  public String cluster() {
    return "streams." + pipeline;
  }

  public String data() {
    return PREFIX + pipeline + DATA_SUFFIX;
  }

  public String control() {
    return PREFIX + pipeline + CONTROL_SUFFIX;
  }

  public String state() {
    return PREFIX + pipeline + STATE_SUFFIX;
  }

  TopicPartition data(int slot) {
    return new TopicPartition(data(), slot);
  }

  /** The first partition of the control topic is no slot's. */
  public TopicPartition control(int slot) {
    return new TopicPartition(control(), slot + 1);
  }

  /** The partitions of a slot from which what was read can be removed. */
  public List<TopicPartition> inboxes(int slot) {
    return List.of(data(slot), control(slot));
  }

  TopicPartition state(int slot) {
    return new TopicPartition(state(), slot);
  }

  /** The partition that all workers read. */
  public TopicPartition status() {
    return new TopicPartition(control(), 0);
  }

  /** What workers say of themselves. */
  public TopicPartition reports() {
    return new TopicPartition(PREFIX + pipeline + REPORTS_SUFFIX, 0);
  }

  /** The topics of the pipeline to which a topic of reports belongs, if it is one. */
  public static Optional<InternalTopics> ofReports(String topic) {
    int end = topic.length() - REPORTS_SUFFIX.length();
    return topic.startsWith(PREFIX) && topic.endsWith(REPORTS_SUFFIX) && end > PREFIX.length()
        ? Optional.of(new InternalTopics(topic.substring(PREFIX.length(), end)))
        : Optional.empty();
  }

  String transactionalId(int bundle) {
    return PREFIX + pipeline + ".bundle-" + bundle;
  }

  /**
   * Makes the topics that are missing.
   *
   * @throws IllegalStateException if the worker has no right to
   */
  public void make(Admin admin, int slots) {
    // How often they are replicated is the broker's choice, which its operator has made.
    make(admin, new NewTopic(data(), Optional.of(slots), Optional.empty()).configs(INBOX));
    make(admin, new NewTopic(control(), Optional.of(slots + 1), Optional.empty()).configs(INBOX));
    make(admin, new NewTopic(state(), Optional.of(slots), Optional.empty()).configs(STATE));
    make(admin, new NewTopic(reports().topic(), Optional.of(1), Optional.empty()).configs(REPORTS));
  }

  private static final Duration TWO_REPORTS = Duration.ofMillis(2_500);
  private static final String CLEANUP = "cleanup.policy";
  private static final String MOST_BYTES = "max.message.bytes";
  private static final String SEGMENT_BYTES = "segment.bytes";

  /** Nothing goes by age: what was read is removed by the workers. */
  private static final Map<String, String> INBOX =
      Map.of(
          CLEANUP,
          "delete",
          "retention.ms",
          "-1",
          "retention.bytes",
          "-1",
          MOST_BYTES,
          Integer.toString(LARGEST_BYTES));

  /** Small segments, since the active one is never compacted and all are read at a take-over. */
  private static final Map<String, String> STATE =
      Map.of(
          CLEANUP,
          "compact",
          SEGMENT_BYTES,
          Integer.toString(LARGEST_BYTES),
          MOST_BYTES,
          Integer.toString(LARGEST_BYTES));

  /** The last of each worker counts. */
  private static final Map<String, String> REPORTS =
      Map.of(CLEANUP, "compact", SEGMENT_BYTES, Integer.toString(1 << 20));

  private static void make(Admin admin, NewTopic topic) {
    try {
      var _ = await(admin.createTopics(List.of(topic)).all());
    } catch (Refused e) {
      if (e.getCause() instanceof AuthorizationException) {
        throw new IllegalStateException(
            "this worker may not create the topic %s: give its user all rights for topics, groups and transactional ids that begin with %s"
                .formatted(topic.name(), topic.name().substring(0, topic.name().lastIndexOf('.'))),
            e);
      }
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
  }

  /**
   * Removes what a pipeline keeps; returns whether there was anything.
   *
   * @throws IllegalStateException if workers run it
   */
  public static boolean delete(String pipeline, Options options) {
    var names = new InternalTopics(pipeline);
    try (var admin = new Clients(options).admin()) {
      var existing = await(admin.listTopics().names());
      if (existing.contains(names.reports().topic())) {
        names.requireStopped(admin);
      }
      var own = new ArrayList<>(List.of(names.data(), names.control(), names.state()));
      own.add(names.reports().topic());
      own.add("sluice-" + names.cluster());
      own.retainAll(existing);
      boolean any = !own.isEmpty();
      for (var topic : own) {
        any |= deleted(admin.deleteTopics(List.of(topic)).all());
      }
      any |= deleted(admin.deleteConsumerGroups(List.of(names.group())).all());
      return any;
    }
  }

  /** Workers report once a second. One that has just ended has said so, and says no more. */
  private void requireStopped(Admin admin) {
    long before = endOfReports(admin);
    for (int look = 0; look < 2; look++) {
      pause();
      long now = endOfReports(admin);
      if (now == before) {
        return;
      }
      before = now;
    }
    throw new IllegalStateException(
        "pipeline '%s' is run by workers: stop them first".formatted(pipeline));
  }

  private static void pause() {
    try {
      Thread.sleep(TWO_REPORTS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused("interrupted before anything was removed", e);
    }
  }

  private long endOfReports(Admin admin) {
    var ends = await(admin.listOffsets(Map.of(reports(), OffsetSpec.latest())).all());
    return Optional.ofNullable(ends.get(reports())).orElseThrow().offset();
  }

  private static boolean deleted(KafkaFuture<Void> deletion) {
    try {
      var _ = await(deletion);
      return true;
    } catch (Refused e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException
          || e.getCause() instanceof GroupIdNotFoundException) {
        return false;
      }
      throw e;
    }
  }

  /** The broker says no, or nothing. */
  public static final class Refused extends RuntimeException {
    private Refused(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /** Waits for the broker's answer. */
  public static <T> T await(KafkaFuture<T> future) {
    try {
      return future.get();
    } catch (ExecutionException e) {
      var cause = Optional.ofNullable(e.getCause()).orElse(e);
      throw new Refused("Kafka refuses: " + cause.getMessage(), cause);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused("interrupted before Kafka had answered", e);
    }
  }
}
