package io.sluice.cluster.local;

import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import java.time.Duration;

/**
 * Nodes of one JVM: {@code Sluice.named("orders").over(Local.jvm()).join()}. Nodes that name the
 * same cluster meet. No node can be cut off from the others, so the lease does not matter.
 */
public final class Local implements Network {

  private static final Local JVM = new Local();

  private Local() {}

  /** The network of this JVM. */
  public static Local jvm() {
    return JVM;
  }

  @Override
  public Transport transport(String cluster, String node, Duration lease) {
    return LocalCluster.named(cluster).transport(node);
  }

  @Override
  public String toString() {
    return "this JVM";
  }
}
