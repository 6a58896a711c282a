package io.sluice.kafka;

import io.sluice.cluster.membership.Incarnation;
import io.sluice.cluster.membership.Membership;
import io.sluice.cluster.membership.RejoiningTransport;
import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * Nodes that reach only a broker.
 *
 * <p>Each cluster has a topic. All nodes read its first partition, where each announces its
 * presence periodically; and each node reads one of the others, its inbox, to which messages for it
 * are written. There are no consumer groups: their rebalancing would stop the locks.
 *
 * <p>{@link io.sluice.cluster.membership.Membership} decides which nodes are members, as over TCP:
 * views by quorum, and leases. They are renewed through the broker, so when that is out of reach
 * for longer than a lease, all locks are lost. A node that has lost its membership rejoins under a
 * new identity.
 */
final class KafkaTransport extends RejoiningTransport {

  private static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);

  private final Kafka kafka;
  private final String cluster;
  private final String name;
  private final Duration lease;

  /**
   * @param cluster what the cluster is called; its topic's name follows from that
   * @param name what people call this node
   * @param lease how long a node that is cut off may believe itself a member, and so how long the
   *     others wait before they go on without it; the same in all nodes
   * @throws IllegalArgumentException if the lease is short, or the name too long for a topic
   */
  KafkaTransport(Kafka kafka, String cluster, String name, Duration lease) {
    super(name, lease);
    if (lease.compareTo(SHORTEST_LEASE) < 0) {
      throw new IllegalArgumentException(
          "over Kafka a lease lasts at least %d ms".formatted(SHORTEST_LEASE.toMillis()));
    }
    var _ = Topic.nameOf(cluster);
    this.kafka = kafka;
    this.cluster = cluster;
    this.name = name;
    this.lease = lease;
  }

  /**
   * @throws BrokerUnavailable if no broker answers; later on it is waited for
   * @throws IllegalArgumentException if Kafka does not like the settings
   */
  @Override
  public void start(Listener ears) {
    var _ = Topic.of(kafka, cluster, kafka.patience());
    super.start(ears);
  }

  @Override
  protected Incarnation begin(
      Executor tasks, Listener receiver, Membership.Listener membershipListener) {
    return new KafkaIncarnation(
        kafka, Topic.of(kafka, cluster, lease), name, lease, tasks, receiver, membershipListener);
  }
}
