package io.sluice.cluster;

import java.time.Duration;

/**
 * A network over which the nodes of a cluster reach each other. Sluice has three: {@code
 * Local.jvm()} for the nodes of one JVM, {@code Tcp.at(hosts)} and {@code Kafka.at(brokers)}.
 */
@FunctionalInterface
public interface Network {

  /**
   * A transport for one more node.
   *
   * @param cluster the cluster's name
   * @param node the node's name, for people
   * @param lease how long a node that is cut off remains a member; the same in all nodes
   * @throws IllegalArgumentException if this network cannot be joined so; the message says why
   */
  Transport transport(String cluster, String node, Duration lease);
}
