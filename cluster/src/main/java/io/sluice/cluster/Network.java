package io.sluice.cluster;

import java.time.Duration;

/** Where the nodes of clusters meet: makes the transport of each. */
@FunctionalInterface
public interface Network {

  /**
   * A transport for one more node.
   *
   * @param cluster the cluster's name
   * @param node what people call the node
   * @param lease how long a node that is cut off may believe itself a member; the same in all nodes
   * @throws IllegalArgumentException if that cannot be; the message says why
   */
  Transport transport(String cluster, String node, Duration lease);
}
