package io.sluice.kafka;

import io.sluice.cluster.Frame;
import io.sluice.cluster.FrameCodec;
import io.sluice.cluster.Life;
import io.sluice.cluster.Member;
import io.sluice.cluster.Membership;
import io.sluice.cluster.Word;
import io.sluice.cluster.wire.BadFrame;
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

/** A node as one member, from its first call in the lobby to its last. */
final class KafkaLife implements Life {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaLife.class);

  /** In leases: whoever finds no cluster waits more than one before it begins one. */
  private static final int PATIENCE = 6;

  private final Executor loop;
  private final Fate fate;
  private final Member self;
  private final long lease;
  private final Post post;
  private final Lobby lobby;
  private final Membership membership;

  /** Until when each was heard in the lobby. */
  private final Map<Member, Long> heard = new HashMap<>();

  private Set<Member> reached = Set.of();
  private long heardOneself;
  private boolean claiming;

  /**
   * Begins to take part.
   *
   * @param loop takes everything that concerns the membership, one after the other
   */
  KafkaLife(Kafka kafka, Topic topic, String name, Duration time, Executor loop, Fate fate) {
    var random = ThreadLocalRandom.current();
    this.loop = loop;
    this.fate = fate;
    this.self = new Member(random.nextLong(), random.nextLong(), name);
    this.lease = time.toNanos();
    long now = System.nanoTime();
    this.heardOneself = now;
    this.membership = new Membership(self, lease, new World(), fate, now);
    this.post = new Post(kafka, topic, self, time, new Ear());
    this.lobby = new Lobby(self, lease, post.readsWholeLobby());
    for (Post.Said each : post.past()) {
      var _ = lobby.read(each.at(), each.from(), each.call(), now);
      // Whoever is no more will soon be noticed to be silent.
      if (each.isLast()) {
        heard.remove(each.from());
      } else {
        heard.put(each.from(), now);
      }
    }
    post.open();
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
    post.send(to, FrameCodec.encode(frame));
  }

  @Override
  public void end() {
    post.call(membership.endedForAll() ? new Call.Closed() : new Call.Gone());
    post.close();
  }

  @Override
  public void tick(long now) {
    heard.values().removeIf(last -> now - last > lease);
    reach(now);
    membership.tick(now);
  }

  private void reach(long now) {
    if (!heard.keySet().equals(reached)) {
      reached.stream().filter(each -> !heard.containsKey(each)).forEach(post::fellSilent);
      reached = Set.copyOf(heard.keySet());
      var all = new HashSet<>(reached);
      all.add(self);
      membership.reach(all, now);
    }
  }

  private void onCall(long at, Member from, Call call) {
    long now = System.nanoTime();
    switch (lobby.read(at, from, call, now)) {
      case VACANT -> claim(at);
      case BEGIN -> begin(now);
      case REPLACED -> {
        if (membership.isMember()) {
          fate.lost("another cluster has begun");
          return;
        }
      }
      case NOTHING -> {}
    }
    if (from.equals(self)) {
      hearOneself(call);
      return;
    }
    switch (call) {
      case Call.Present(var ping) -> {
        heard.put(from, now);
        reach(now);
        membership.hear(from, ping, now);
      }
      case Call.Gone(), Call.Closed() -> {
        heard.remove(from);
        post.forget(from);
        reach(now);
      }
      case Call.Found _ -> {}
    }
  }

  private void hearOneself(Call call) {
    switch (call) {
      case Call.Present(var ping) -> heardOneself = ping.sent();
      case Call.Found _ -> claiming = false;
      case Call.Closed _, Call.Gone _ -> {}
    }
  }

  private void claim(long read) {
    if (!claiming && !membership.isMember()) {
      claiming = true;
      post.call(new Call.Found(read));
    }
  }

  private void begin(long now) {
    if (membership.isMember()) {
      fate.lost("let in elsewhere while beginning a cluster");
    } else {
      LOG.debug("{} begins a cluster", self);
      membership.found(now);
    }
  }

  private final class Ear implements Post.Reader {

    @Override
    public void called(long at, Member from, Call call) {
      loop.execute(() -> onCall(at, from, call));
    }

    @Override
    public void received(Member from, ByteBuffer bytes) throws BadFrame {
      switch (FrameCodec.decode(bytes)) {
        case FrameCodec.Incoming.OfLocks(var frame) -> fate.received(from, frame);
        case FrameCodec.Incoming.OfMembership(var word) ->
            loop.execute(() -> membership.hear(from, word, System.nanoTime()));
      }
    }

    @Override
    public void failed(String why) {
      loop.execute(() -> fate.lost(why));
    }
  }

  private final class World implements Membership.Surroundings {

    @Override
    public void tell(Member to, Word word) {
      post.send(to, FrameCodec.encode(word));
    }

    /** Pings are for everybody, also for those who have not been heard yet. */
    @Override
    public void tellAll(Set<Member> those, Word word) {
      if (word instanceof Word.Ping ping) {
        post.call(new Call.Present(ping));
      } else {
        those.forEach(each -> tell(each, word));
      }
    }

    /** Only who still reads what it says in the lobby would learn of another cluster. */
    @Override
    public long heardOneself(long now) {
      return heardOneself;
    }
  }
}
