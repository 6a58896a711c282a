package io.sluice.kafka;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.membership.Incarnation;
import io.sluice.cluster.membership.Membership;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.FrameCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A node as one member over Kafka, from its first announcement to its last. */
final class KafkaIncarnation implements Incarnation {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaIncarnation.class);

  /** In leases: a node that finds no cluster waits more than one before it founds one. */
  private static final int PATIENCE = 6;

  /** By then a silent node is in no view any more. */
  private static final int SILENT_LEASES = 4;

  private final Executor loop;
  private final Transport.Listener node;
  private final Membership.Listener membershipListener;
  private final Member self;
  private final long lease;
  private final KafkaMessenger messenger;
  private final FoundingLog foundingLog;
  private final Membership membership;

  /** When each node was heard last, if that is less than a lease ago. */
  private final Map<Member, Long> heard = new HashMap<>();

  /** When each node was heard last that has been silent for most of a lease, or for a few. */
  private final Map<Member, Long> quiet = new HashMap<>();

  private volatile Set<Member> silent = Set.of();

  private Set<Member> reached = Set.of();
  private long heardOneself;
  private boolean claiming;

  /**
   * Starts to seek membership.
   *
   * @param loop runs everything that concerns the membership, one task after the other
   */
  KafkaIncarnation(
      Kafka kafka,
      Topic topic,
      String name,
      Duration time,
      Executor loop,
      Transport.Listener node,
      Membership.Listener membershipListener) {
    var random = ThreadLocalRandom.current();
    this.loop = loop;
    this.node = node;
    this.membershipListener = membershipListener;
    this.self = new Member(random.nextLong(), random.nextLong(), name);
    this.lease = time.toNanos();
    long now = System.nanoTime();
    this.heardOneself = now;
    this.membership = new Membership(self, lease, new World(), membershipListener, now);
    this.messenger = new KafkaMessenger(kafka, topic, self, time, new MessageReader());
    this.foundingLog = new FoundingLog(self, lease, messenger.readsAllAnnouncements());
    for (KafkaMessenger.Announced each : messenger.past()) {
      var _ = foundingLog.read(each.at(), each.from(), each.announcement(), now);
      // A peer that has ended will soon be noticed by its silence.
      if (each.isLast()) {
        heard.remove(each.from());
      } else {
        heard.put(each.from(), now);
      }
    }
    messenger.open();
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
    messenger.send(to, node.codec().encode(frame));
  }

  @Override
  public void end() {
    messenger.announce(
        membership.endedForAll() ? new Announcement.Closed() : new Announcement.Gone());
    messenger.close();
  }

  @Override
  public Set<Member> silent() {
    return silent;
  }

  @Override
  public void tick(long now) {
    noteSilent(now);
    heard.values().removeIf(last -> now - last > lease);
    reach(now);
    membership.tick(now);
  }

  /**
   * What is silent may be the broker, or this node may have been paused: then it hears nothing at
   * all.
   */
  private void noteSilent(long now) {
    boolean hearsItself = now - heardOneself < lease / 4;
    heard.forEach(
        (member, last) -> {
          if (hearsItself && now - last > lease / 4 * 3) {
            quiet.put(member, last);
          }
        });
    quiet.values().removeIf(last -> now - last > SILENT_LEASES * lease);
    if (!quiet.keySet().equals(silent)) {
      silent = Set.copyOf(quiet.keySet());
    }
  }

  private void reach(long now) {
    if (!heard.keySet().equals(reached)) {
      reached.stream().filter(each -> !heard.containsKey(each)).forEach(messenger::fellSilent);
      reached = Set.copyOf(heard.keySet());
      var all = new HashSet<>(reached);
      all.add(self);
      membership.reach(all, now);
    }
  }

  private void onAnnouncement(long at, Member from, Announcement announcement) {
    long now = System.nanoTime();
    switch (foundingLog.read(at, from, announcement, now)) {
      case VACANT -> claim(at);
      case BEGIN -> begin(now);
      case REPLACED -> {
        if (membership.isMember()) {
          membershipListener.lost("another cluster has begun");
          return;
        }
      }
      case NOTHING -> {}
    }
    if (from.equals(self)) {
      hearOneself(announcement);
      return;
    }
    switch (announcement) {
      case Announcement.Present(var ping) -> {
        heard.put(from, now);
        quiet.remove(from);
        reach(now);
        membership.receive(from, ping, now);
      }
      case Announcement.Gone(), Announcement.Closed() -> {
        heard.remove(from);
        quiet.remove(from);
        messenger.forget(from);
        reach(now);
      }
      case Announcement.Found _ -> {}
    }
  }

  private void hearOneself(Announcement announcement) {
    switch (announcement) {
      case Announcement.Present(var ping) -> heardOneself = ping.sent();
      case Announcement.Found _ -> claiming = false;
      case Announcement.Closed _, Announcement.Gone _ -> {}
    }
  }

  private void claim(long read) {
    if (!claiming && !membership.isMember()) {
      claiming = true;
      messenger.announce(new Announcement.Found(read));
    }
  }

  private void begin(long now) {
    if (membership.isMember()) {
      membershipListener.lost("let in elsewhere while beginning a cluster");
    } else {
      LOG.debug("{} begins a cluster", self);
      membership.found(now);
    }
  }

  private final class MessageReader implements KafkaMessenger.Reader {

    @Override
    public void announced(long at, Member from, Announcement announcement) {
      loop.execute(() -> onAnnouncement(at, from, announcement));
    }

    @Override
    public void received(Member from, ByteBuffer bytes) throws BadFrame {
      switch (node.codec().decode(bytes)) {
        case FrameCodec.Incoming.OfLocks(var frame) -> node.onFrame(from, frame);
        case FrameCodec.Incoming.OfMembership(var message) ->
            loop.execute(() -> membership.receive(from, message, System.nanoTime()));
      }
    }

    @Override
    public void failed(String why) {
      loop.execute(() -> membershipListener.lost(why));
    }
  }

  private final class World implements Membership.Environment {

    @Override
    public void send(Member to, MembershipMessage message) {
      messenger.send(to, FrameCodec.encode(message));
    }

    /** Pings are for all nodes, also for those not heard yet. */
    @Override
    public void sendAll(Set<Member> those, MembershipMessage message) {
      if (message instanceof MembershipMessage.Ping ping) {
        messenger.announce(new Announcement.Present(ping));
      } else {
        those.forEach(each -> send(each, message));
      }
    }

    /** Only a node that still reads its own announcements would learn of another cluster. */
    @Override
    public long answeredByItself(long now) {
      return heardOneself;
    }
  }
}
