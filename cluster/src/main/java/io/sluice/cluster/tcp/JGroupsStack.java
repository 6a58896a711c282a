package io.sluice.cluster.tcp;

import io.sluice.cluster.tcp.host.Hosts;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jgroups.JChannel;
import org.jgroups.protocols.TCPPING;

/**
 * The JGroups protocols that we build on.
 *
 * <p>Tuned for latency: no message is held back to be sent with others, and the thread that reads a
 * message of the membership handles it. What JGroups itself exchanges has threads of its own, since
 * the coordinator's thread that admits a member waits for an answer over that member's connection.
 * A closed connection raises suspicion at once, silence after a lease. The system chooses the port
 * when a socket connects, not before: else all connections of a host need different ports, and to
 * find one takes the kernel milliseconds when ten thousand are taken.
 */
final class JGroupsStack {

  /** More than the longest frame with what JGroups adds to it. */
  private static final int LONGEST = 2 << 20;

  /** Every member tells all it can reach whom it knows, at least so often, in milliseconds. */
  private static final long SHORTEST_RUMOUR = 1000;

  private JGroupsStack() {}

  /**
   * A channel that is not connected yet.
   *
   * @param sockets what it connects and listens with
   * @param file which protocols to take instead of these
   */
  static JChannel channel(Hosts hosts, Duration lease, ChannelSockets sockets, Optional<Path> file)
      throws Exception {
    var channel =
        QuietJGroupsLog.during(
            () -> file.isPresent() ? JGroupsFile.channel(file.get(), hosts) : usual(hosts, lease));
    channel.getProtocolStack().getTransport().setSocketFactory(sockets);
    return channel;
  }

  /**
   * From now on the channel looks for others there, at all ports: a list that is set is complete.
   */
  static void seekAt(Hosts hosts, JChannel channel) {
    TCPPING ping = channel.getProtocolStack().findProtocol(TCPPING.class);
    if (ping != null) {
      ping.setInitialHosts(hosts.all());
    }
  }

  private static JChannel usual(Hosts hosts, Duration lease) throws Exception {
    var own = hosts.own();
    String places =
        hosts.first().stream()
            .map(each -> "%s[%d]".formatted(each.getAddress().getHostAddress(), each.getPort()))
            .collect(Collectors.joining(","));
    // Parts of a torn cluster need not meet sooner than it is known to be torn.
    long rumour = Math.max(SHORTEST_RUMOUR, lease.toMillis() / 2);
    String xml =
        """
        <config xmlns="urn:org:jgroups">
          <TCP bind_addr="%1$s" bind_port="%2$d" port_range="%3$d" tcp_nodelay="true"
               bundler_type="no-bundler" use_lock_to_send="true" message_processing_policy="direct"
               max_length="%8$d" buffered_input_stream_size="8192" buffered_output_stream_size="8192"
               sock_conn_timeout="300ms" defer_client_bind_addr="true"
               enable_suspect_events="true" diag.enabled="false" stats="false" use_virtual_threads="true"
               thread_pool.min_threads="0" thread_pool.max_threads="50"/>
          <TCPPING initial_hosts="%4$s" port_range="%5$d" async_discovery="false"/>
          <MERGE3 min_interval="%9$d" max_interval="%10$d" check_interval="%11$d"/>
          <FD_ALL3 timeout="%6$d" interval="%7$d"/>
          <VERIFY_SUSPECT2 timeout="%7$d"/>
          <pbcast.NAKACK2 use_mcast_xmit="false"/>
          <UNICAST3/>
          <pbcast.STABLE desired_avg_gossip="50s" max_bytes="4M"/>
          <pbcast.GMS print_local_addr="false" join_timeout="300" leave_timeout="300"
               view_ack_collection_timeout="500" merge_timeout="1000"/>
        </config>
        """
            .formatted(
                own.getAddress().getHostAddress(),
                own.getPort(),
                hosts.ports() - 1,
                places,
                hosts.ports() - 1,
                lease.toMillis(),
                lease.toMillis() / 8,
                LONGEST,
                rumour * 3 / 10,
                rumour,
                rumour * 3 / 2);
    return new JChannel(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
  }
}
