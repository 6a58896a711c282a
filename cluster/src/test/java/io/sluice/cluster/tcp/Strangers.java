package io.sluice.cluster.tcp;

import io.sluice.cluster.Member;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.tcp.host.Hosts;
import io.sluice.cluster.wire.Codec;
import io.sluice.cluster.wire.FrameCodec;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.DataOutput;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.Version;
import org.jgroups.stack.IpAddress;

/** Gives tests a channel like that of a node. */
public final class Strangers {

  private Strangers() {}

  /** Of the same protocols, and for the same ports, as those of the cluster's nodes. */
  public static JChannel channel(String cluster, Optional<Keys> keys) throws Exception {
    return JGroupsStack.channel(
        Hosts.loopback(cluster), Duration.ofSeconds(3), new ChannelSockets(keys), Optional.empty());
  }

  /** Where the first process of that cluster listens on this machine. */
  public static InetSocketAddress address(String cluster) {
    return Hosts.loopback(cluster).first().getFirst();
  }

  /**
   * Where the nodes that a channel comes into touch with accept frames, as they announce it.
   *
   * @param channel not connected yet
   */
  public static BlockingQueue<Integer> ports(JChannel channel) {
    var ports = new LinkedBlockingQueue<Integer>();
    channel.setReceiver(
        new Receiver() {
          @Override
          public void receive(Message message) {
            var bytes =
                ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength());
            if (new FrameCodec(Catalogue.builtIn()).decode(bytes)
                instanceof
                FrameCodec.Incoming.OfMembership(MembershipMessage.Listening(int port, _))) {
              ports.add(port);
            }
          }
        });
    return ports;
  }

  /** The first thing said on a connection for frames, with its length before it. */
  public static byte[] hello(String cluster) {
    var stranger = new Member(1, 2, "stranger");
    byte[] hello =
        Codec.of(Hello.class)
            .encode(new Hello(cluster, stranger, stranger, java.util.Optional.empty()));
    return ByteBuffer.allocate(Integer.BYTES + hello.length)
        .putInt(hello.length)
        .put(hello)
        .array();
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
