package io.sluice.cluster;

import java.time.Duration;
import org.jgroups.JChannel;

/** Gives tests a channel like that of a node. */
public final class Strangers {

  private Strangers() {}

  /** Of the same protocols, and for the same ports, as those of the cluster's nodes. */
  public static JChannel channel(String cluster) throws Exception {
    return Stack.channel(Hosts.loopback(cluster), Duration.ofSeconds(3));
  }
}
