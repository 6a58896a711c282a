package io.sluice.cluster.tcp;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.OncePerKey;
import io.sluice.cluster.membership.Incarnation;
import io.sluice.cluster.membership.Membership;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.FrameCodec;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.stack.IpAddress;
import org.jgroups.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as one member over TCP: a channel of its own, and a membership that ends with it. */
final class TcpIncarnation implements Incarnation {

  private static final Logger LOG = LoggerFactory.getLogger(TcpIncarnation.class);

  /** In leases. */
  private static final int PATIENCE = 4;

  private static final long TO_INTRODUCE_ONESELF = Duration.ofSeconds(10).toNanos();

  private final Executor loop;
  private final Fate fate;
  private final Hosts hosts;
  private final JChannel channel;
  private final Member self;
  private final Connections links;
  private final Membership membership;
  private final OncePerKey complaints = new OncePerKey();
  private volatile Set<Member> others = Set.of();
  private boolean looking;
  private volatile boolean over;

  /**
   * Begins to take part.
   *
   * @param keys who may take part
   * @param loop takes everything that concerns the membership, one after the other
   */
  TcpIncarnation(
      String cluster,
      String name,
      Hosts hosts,
      Duration lease,
      Optional<Keys> keys,
      Optional<Path> stack,
      Executor loop,
      Fate fate)
      throws Exception {
    this.loop = loop;
    this.fate = fate;
    this.hosts = hosts;
    this.channel = JGroupsStack.channel(hosts, lease, keys, stack);
    channel.name(name);
    channel.setReceiver(new Ear());
    channel.setDiscardOwnMessages(true);
    try {
      channel.connect(cluster);
      this.self = memberAt(channel.getAddress());
      this.links =
          new Connections(
              cluster,
              self,
              placeOf(channel.getAddress()).getAddress(),
              new ConnectionFactory(keys),
              new Door());
    } catch (Exception e) {
      channel.close();
      throw e;
    }
    this.membership = new Membership(self, lease.toNanos(), this::send, fate, System.nanoTime());
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
    links.send(to, fate.codec().encode(frame), frame instanceof Frame.Held);
  }

  /**
   * Sends to whoever is in touch. To others nothing: they are suspected for good, and who tries to
   * connect with a host that does not answer is held up, though others wait for it.
   */
  private void send(Member to, MembershipMessage word) {
    if (!others.contains(to)) {
      return;
    }
    try {
      byte[] bytes = FrameCodec.encode(word);
      channel.send(new BytesMessage(new UUID(to.high(), to.low()), bytes));
    } catch (Exception e) {
      // It is gone, or we are: the next view will be without one of us.
      LOG.debug("{} cannot send to {}", self, to, e);
    }
  }

  @Override
  public void idle(BooleanSupplier over, long nanos) {
    links.idle(over, nanos);
  }

  @Override
  public void rouse(Thread thread) {
    links.rouse(thread);
  }

  @Override
  public void end() {
    over = true;
    links.close();
    channel.close();
  }

  @Override
  public void tick(long now) {
    membership.tick(now);
    links.dismissStrangers(now - TO_INTRODUCE_ONESELF);
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
      case VACANT -> fate.lost("nobody is at the first address; going there");
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
    String name = org.jgroups.util.NameCache.get(address);
    return new Member(
        uuid.getMostSignificantBits(),
        uuid.getLeastSignificantBits(),
        name == null ? uuid.toStringLong() : name);
  }

  private void reach(org.jgroups.View view) {
    var those = new HashSet<Member>();
    for (Address address : view.getMembersRaw()) {
      those.add(memberAt(address));
    }
    var reached = Set.copyOf(those);
    those.remove(self);
    links.retain(those);
    var newcomers = those.stream().filter(each -> !others.contains(each)).toList();
    others = Set.copyOf(those);
    newcomers.forEach(each -> send(each, new MembershipMessage.Listening(links.port(), true)));
    membership.reach(reached, System.nanoTime());
  }

  /** What comes over JGroups: all that concerns the membership. */
  private final class Ear implements Receiver {

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
                  case FrameCodec.Incoming.OfLocks _ -> complain(from, "a frame out of place");
                  case FrameCodec.Incoming.OfMembership(var word) ->
                      loop.execute(() -> heard(from, word));
                }
              });
    }

    private void heard(Member from, MembershipMessage word) {
      if (word instanceof MembershipMessage.Listening(int port, boolean asking)) {
        links.heard(from, TcpIncarnation.this::hostOf, port);
        if (asking) {
          send(from, new MembershipMessage.Listening(links.port(), false));
        }
      } else {
        membership.hear(from, word, System.nanoTime());
      }
    }
  }

  /** What comes over connections of our own: all that concerns the locks. */
  private final class Door implements Connections.Ear {

    @Override
    public void received(Member from, ByteBuffer bytes) {
      understood(from, bytes)
          .ifPresent(
              incoming -> {
                switch (incoming) {
                  case FrameCodec.Incoming.OfLocks(var frame) -> fate.received(from, frame);
                  case FrameCodec.Incoming.OfMembership _ -> complain(from, "a word out of place");
                }
              });
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
      return Optional.of(fate.codec().decode(bytes));
    } catch (BadFrame e) {
      complain(from, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** Once for each sender. */
  private void complain(Member from, String why) {
    if (complaints.isNew(from)) {
      LOG.warn("{} sends what is no frame of ours, which is dropped: {}", from, why);
    }
  }
}
