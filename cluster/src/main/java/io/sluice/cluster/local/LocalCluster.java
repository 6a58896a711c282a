package io.sluice.cluster.local;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Mailbox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The nodes of one cluster within this JVM. A node departs at once when it is closed, and its lease
 * never ends before that.
 *
 * <p>The sender's thread hands a frame to the receiving node, without encoding it.
 */
final class LocalCluster {

  private static final Map<String, LocalCluster> BY_NAME = new ConcurrentHashMap<>();
  private static final AtomicLong MEMBERS = new AtomicLong();

  private final Map<Member, Transport.Listener> listeners = new ConcurrentHashMap<>();
  private final Mailbox mailbox = new Mailbox();

  // Changed by tasks of the mailbox only.
  private View view = new View(System.currentTimeMillis(), 0, List.of());

  /** The cluster of that name; always the same object. */
  static LocalCluster named(String name) {
    return BY_NAME.computeIfAbsent(name, _ -> new LocalCluster());
  }

  /** A transport for one more node. */
  Transport transport(String name) {
    return new LocalTransport(new Member(0, MEMBERS.incrementAndGet(), name));
  }

  private void change(List<Member> members) {
    long fence = View.fenceAfter(view.fence(), System.currentTimeMillis());
    view = new View(view.number() + 1, fence, members);
    members.forEach(member -> at(member).ifPresent(listener -> listener.onView(view, member)));
  }

  /** The node of a member; nothing once it has left the cluster. */
  private Optional<Transport.Listener> at(Member member) {
    return Optional.ofNullable(listeners.get(member));
  }

  private final class LocalTransport implements Transport {

    private final Member self;

    LocalTransport(Member self) {
      this.self = self;
    }

    @Override
    public void start(Listener listener) {
      listeners.put(self, listener);
      mailbox.submit(
          () -> {
            var more = new ArrayList<>(view.members());
            more.add(self);
            change(more);
          });
    }

    @Override
    public void send(Member to, Frame frame) {
      at(to).ifPresent(listener -> listener.onFrame(self, frame));
    }

    @Override
    public boolean carriesBytes() {
      return true;
    }

    @Override
    public Optional<Listener> neighbour(Member member) {
      return at(member);
    }

    @Override
    public long leaseUntil() {
      return FOREVER;
    }

    @Override
    public void close() {
      listeners.remove(self);
      mailbox.submit(
          () -> change(view.members().stream().filter(member -> !member.equals(self)).toList()));
    }
  }
}
