package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartitionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Three brokers with everything on each of them, one of which is killed. */
class BrokerFailureTest {

  private static final Duration LEASE = Duration.ofSeconds(20);

  @Test
  @Tag("long")
  @Timeout(240)
  void nothingIsLostWithOneOfThreeBrokers() throws Exception {
    try (var brokers = Broker.start(3)) {
      var writer = NumberedWriter.start(brokers);
      var pipeline =
          NumberedPipeline.of("replicated").on(NumberedPipeline.engine(brokers.address(), LEASE));
      try (var worker = pipeline.start()) {
        NumberedWriter.awaitProgress(brokers);
        assertThat(replicas(brokers, "sluice-streams.replicated.state")).isEqualTo(Set.of(3));
        var _ = worker.scale("sum", 3);
        brokers.kill(leader(brokers, NumberedPipeline.OUT));
        NumberedWriter.awaitProgress(brokers);
        var _ = worker.scale("sum", 1);
        NumberedWriter.awaitProgress(brokers);
        System.out.printf("one of three brokers killed, %,d records%n", writer.endAndCheck());
        worker.stop();
      }
    }
  }

  /** On how many brokers the partitions of a topic are. */
  private static Set<Integer> replicas(Broker brokers, String topic) throws Exception {
    return partitions(brokers, topic).stream()
        .map(partition -> partition.replicas().size())
        .collect(Collectors.toSet());
  }

  /** The broker that has the first partition of a topic. */
  private static int leader(Broker brokers, String topic) throws Exception {
    return partitions(brokers, topic).getFirst().leader().id();
  }

  private static List<TopicPartitionInfo> partitions(Broker brokers, String topic)
      throws Exception {
    try (var admin = Admin.create(brokers.settings())) {
      var described = admin.describeTopics(List.of(topic)).allTopicNames().get();
      return Objects.requireNonNull(described.get(topic)).partitions();
    }
  }
}
