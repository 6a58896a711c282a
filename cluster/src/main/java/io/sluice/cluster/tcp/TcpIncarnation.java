package io.sluice.cluster.tcp;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.OncePerKey;
import io.sluice.cluster.Transport;
import io.sluice.cluster.membership.Incarnation;
import io.sluice.cluster.membership.Membership;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.tcp.host.HostLookup;
import io.sluice.cluster.tcp.host.Hosts;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.FrameCodec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.ViewId;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as one member over TCP: a channel of its own, and a membership that ends with it. */
final class TcpIncarnation implements Incarnation {

  private static final Logger LOG = LoggerFactory.getLogger(TcpIncarnation.class);

  /** In leases. */
  private static final int PATIENCE = 4;

  /** Within which a connected peer must have sent {@link Hello}. */
  private static final long LONGEST_GREETING = Duration.ofSeconds(10).toNanos();

  /**
   * For which frames may wait for a peer before it is given up; longer than it takes to connect.
   */
  private static final long LONGEST_STALL = Duration.ofSeconds(10).toNanos();

  private final Executor loop;
  private final Transport.Listener node;
  private final Membership.Listener membershipListener;
  private final TcpSettings settings;
  private final HostLookup lookup;
  private final Hosts hosts;
  private final ChannelSockets sockets;
  private final JChannel channel;
  private final Member self;
  private final Connections connections;
  private final Membership membership;
  private final OncePerKey warned = new OncePerKey();
  private volatile Set<Member> others = Set.of();

  /** The latest view of JGroups; those that were on their way while it was asked for are older. */
  private Optional<ViewId> reachedView = Optional.empty();

  private final long lease;
  private boolean looking;
  private long lookedUp = System.nanoTime();
  private volatile boolean over;

  /**
   * Connects.
   *
   * @param selector reads the connections
   * @param loop runs everything that concerns the membership, one task after the other
   */
  TcpIncarnation(
      TcpSettings settings,
      SharedSelector selector,
      Executor loop,
      Transport.Listener node,
      Membership.Listener membershipListener)
      throws Exception {
    this.loop = loop;
    this.node = node;
    this.membershipListener = membershipListener;
    this.lease = settings.lease().toNanos();
    this.settings = settings;
    this.lookup = settings.lookup();
    this.hosts = settings.hosts();
    this.sockets = new ChannelSockets(settings.keys());
    this.channel = JGroupsStack.channel(hosts, settings.lease(), sockets, settings.stack());
    channel.name(settings.name());
    channel.setReceiver(new MembershipReceiver());
    channel.setDiscardOwnMessages(true);
    try {
      channel.connect(settings.cluster());
      this.self = memberAt(channel.getAddress());
      this.connections =
          new Connections(
              settings.cluster(),
              self,
              placeOf(channel.getAddress()).getAddress(),
              new ConnectionFactory(settings.keys()),
              selector,
              new LockFrameReceiver());
    } catch (Exception e) {
      closeChannel();
      throw e;
    }
    this.membership =
        new Membership(
            self,
            settings.lease().toNanos(),
            lookup.expected(),
            this::send,
            membershipListener,
            System.nanoTime());
    reach(channel.getView());
  }

  @Override
  public Membership membership() {
    return membership;
  }

  @Override
  public int patience() {
    return PATIENCE;
  }

  @Override
  public void send(Member to, Frame frame) {
    connections.send(to, node.codec().encode(frame), frame instanceof Frame.Held);
  }

  @Override
  public ByteChannel read(Member from, String resource) throws IOException {
    return connections.read(from, resource);
  }

  /**
   * Sends to a member that JGroups can reach; drops what is for another. The membership suspects
   * that one for good, and connecting with a host that does not answer would hold up the loop.
   */
  private void send(Member to, MembershipMessage message) {
    if (!others.contains(to)) {
      return;
    }
    try {
      byte[] bytes = FrameCodec.encode(message);
      channel.send(new BytesMessage(new UUID(to.high(), to.low()), bytes));
    } catch (Exception e) {
      // One of the two is unreachable, and the next view will be without it.
      LOG.debug("{} cannot send to {}", self, to, e);
    }
  }

  @Override
  public void end() {
    over = true;
    connections.close();
    closeChannel();
  }

  private void closeChannel() {
    channel.close();
    sockets.close();
  }

  @Override
  public void tick(long now) {
    if (!membership.isAtRest(now)) {
      membership.tick(now);
    }
    connections.dismissStrangers(now - LONGEST_GREETING);
    connections.giveUpStalled(now - LONGEST_STALL);
    if (lookup.expected().isNone()) {
      foundIfAlone();
    } else {
      lookUpAgain(now);
      if (membership.shouldFound(others)) {
        membership.found(now);
      }
    }
  }

  /** Lets JGroups know the hosts that the name resolves to now. */
  private void lookUpAgain(long now) {
    if (looking || now - lookedUp < lease) {
      return;
    }
    lookedUp = now;
    looking = true;
    Thread.startVirtualThread(
        () -> {
          try {
            JGroupsStack.seekAt(settings.hosts(), channel);
          } catch (IOException e) {
            LOG.debug("{} finds no hosts", self, e);
          } finally {
            loop.execute(() -> looking = false);
          }
        });
  }

  private void foundIfAlone() {
    if (!membership.isMember() && !looking && membership.allSeek(others)) {
      looking = true;
      var own = placeOf(channel.getAddress());
      var inTouch = new HashSet<InetSocketAddress>();
      others.forEach(other -> inTouch.add(placeOf(new UUID(other.high(), other.low()))));
      var before = others;
      // Connecting may take its time; meanwhile the loop goes on.
      Thread.startVirtualThread(
          () -> {
            var finding = Founding.look(hosts, own, inTouch);
            loop.execute(() -> found(finding, before));
          });
    }
  }

  private void found(Founding.Finding finding, Set<Member> before) {
    looking = false;
    if (membership.isMember() || !before.equals(others) || !membership.allSeek(others)) {
      return;
    }
    switch (finding) {
      case ALONE -> membership.found(System.nanoTime());
      case VACANT -> membershipListener.lost("the first address is vacant; moving there");
      case WAIT -> {}
    }
  }

  private InetSocketAddress placeOf(Address address) {
    return channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, address)) instanceof IpAddress place
        ? new InetSocketAddress(place.getIpAddress(), place.getPort())
        : new InetSocketAddress(0);
  }

  private InetAddress hostOf(Member member) {
    return placeOf(new UUID(member.high(), member.low())).getAddress();
  }

  private static Member memberAt(Address address) {
    var uuid = (UUID) address;
    long high = uuid.getMostSignificantBits();
    long low = uuid.getLeastSignificantBits();
    // A view may come before JGroups has heard what its members are called.
    String name = org.jgroups.util.NameCache.get(address);
    return name == null ? Member.unnamed(high, low) : new Member(high, low, name);
  }

  private void reach(org.jgroups.View view) {
    if (reachedView.filter(latest -> view.getViewId().compareToIDs(latest) <= 0).isPresent()) {
      return;
    }
    reachedView = Optional.of(view.getViewId());
    var those = new HashSet<Member>();
    for (Address address : view.getMembersRaw()) {
      those.add(memberAt(address));
    }
    var reached = Set.copyOf(those);
    those.remove(self);
    connections.retain(those);
    var newcomers = those.stream().filter(each -> !others.contains(each)).toList();
    others = Set.copyOf(those);
    newcomers.forEach(
        each -> send(each, new MembershipMessage.Listening(connections.port(), true)));
    membership.reach(reached, System.nanoTime());
  }

  /** Receives what JGroups carries: the messages of the membership. */
  private final class MembershipReceiver implements Receiver {

    @Override
    public void viewAccepted(org.jgroups.View view) {
      loop.execute(() -> reach(view));
    }

    @Override
    public void receive(Message message) {
      var from = memberAt(message.getSrc());
      var bytes = ByteBuffer.wrap(message.getArray(), message.getOffset(), message.getLength());
      understood(from, bytes)
          .ifPresent(
              incoming -> {
                switch (incoming) {
                  case FrameCodec.Incoming.OfLocks _ ->
                      warn(from, "a lock's frame came over JGroups");
                  case FrameCodec.Incoming.OfMembership(var content) ->
                      loop.execute(() -> heard(from, content));
                }
              });
    }

    private void heard(Member from, MembershipMessage message) {
      if (message instanceof MembershipMessage.Listening(int port, boolean asking)) {
        connections.heard(from, TcpIncarnation.this::hostOf, port);
        if (asking) {
          send(from, new MembershipMessage.Listening(connections.port(), false));
        }
      } else {
        membership.receive(from, message, System.nanoTime());
      }
    }
  }

  /** Receives what comes over connections of our own: the frames of locks. */
  private final class LockFrameReceiver implements FrameReceiver {

    @Override
    public void received(Member from, ByteBuffer bytes) {
      understood(from, bytes)
          .ifPresent(
              incoming -> {
                switch (incoming) {
                  case FrameCodec.Incoming.OfLocks(var frame) -> node.onFrame(from, frame);
                  case FrameCodec.Incoming.OfMembership _ ->
                      warn(from, "a membership message came over a connection for locks");
                }
              });
    }

    @Override
    public void reading(Member from, String resource, ByteChannel channel) throws IOException {
      node.onBytes(from, resource, channel);
    }

    @Override
    public void ended(Member peer) {
      loop.execute(
          () -> {
            if (!over) {
              membership.distrust(peer, System.nanoTime());
            }
          });
    }
  }

  private Optional<FrameCodec.Incoming> understood(Member from, ByteBuffer bytes) {
    try {
      return Optional.of(node.codec().decode(bytes));
    } catch (BadFrame e) {
      warn(from, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Once for each sender. */
  private void warn(Member from, String why) {
    if (warned.isNew(from)) {
      LOG.warn("{} sent what is no frame, dropped: {}", from, why);
    }
  }
}
