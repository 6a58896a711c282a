package io.sluice.cluster;

import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jgroups.JChannel;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;

/** Gives tests a channel like that of a node. */
public final class Strangers {

  private Strangers() {}

  /** Of the same protocols, and for the same ports, as those of the cluster's nodes. */
  public static JChannel channel(String cluster, Optional<Keys> keys) throws Exception {
    return Stack.channel(Hosts.loopback(cluster), Duration.ofSeconds(3), keys, Optional.empty());
  }

  /** Where the first process of that cluster listens on this machine. */
  public static int port(String cluster) {
    return Hosts.loopback(cluster).first().getFirst().getPort();
  }

  /** The first words on a connection of JGroups: who we are, and where we listen ourselves. */
  public static void greet(DataOutput out, int port) throws IOException {
    out.write("bela".getBytes(StandardCharsets.US_ASCII));
    out.writeShort(Version.version);
    var address = new IpAddress(InetAddress.getLoopbackAddress(), port);
    out.writeShort(address.serializedSize());
    address.writeTo(out);
  }
}
