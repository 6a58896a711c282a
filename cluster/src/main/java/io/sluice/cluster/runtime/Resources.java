package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.wire.Codec;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The locks that a node knows, and the view that all of them are in: those asked for here, and
 * those of others in this view. While a view comes in, no lock is made: each must see each view.
 */
final class Resources {

  /** A map of fewer names is not worth replacing. */
  private static final int FEW_NAMES = 1 << 12;

  /** How much is shown of a name that is too long. */
  private static final int SHOWN = 20;

  private final Node node;
  private final Catalogue catalogue;

  /** Replaced by a smaller map when many names have been forgotten. */
  private volatile Map<String, Resource> all = new ConcurrentHashMap<>();

  /** The most names that the map may have had: a map does not shrink. */
  private int mostNames;

  private volatile Epoch epoch = Epoch.none();

  /** At least the highest fencing number of every name that was forgotten. */
  private volatile long fence;

  Resources(Node node, Catalogue catalogue) {
    this.node = node;
    this.catalogue = catalogue;
  }

  Epoch epoch() {
    return epoch;
  }

  int size() {
    return all.size();
  }

  Optional<Resource> find(String name) {
    Resource known = all.get(name);
    return known == null || known.isGone() ? Optional.empty() : Optional.of(known);
  }

  /** Later fencing numbers of names that are new to this node are above that. */
  synchronized void raiseFence(long above) {
    fence = Math.max(fence, above);
  }

  /**
   * Forgets a name; for the task that the resource runs just now.
   *
   * @param forgotten hears of it before another resource can have the name
   * @return whether it is forgotten: not if the resource has been needed meanwhile
   */
  synchronized boolean forget(Resource resource, Consumer<String> forgotten) {
    boolean closed = resource.close();
    if (closed) {
      all.remove(resource.name(), resource);
      forgotten.accept(resource.name());
      if (mostNames > FEW_NAMES && all.size() < mostNames / 8) {
        all = new ConcurrentHashMap<>(all);
        mostNames = all.size();
      }
    }
    return closed;
  }

  /** The locks known at this moment. */
  List<Resource> all() {
    return List.copyOf(all.values());
  }

  void forEach(Consumer<Resource> action) {
    all.values().forEach(action);
  }

  /** As in {@link Node#resource(String, Algorithm)}. */
  Resource get(String name, Algorithm<?, ?> algorithm) {
    Resource resource = all.get(name);
    if (resource == null || !resource.isKept() || resource.isGone()) {
      check(name);
      check(algorithm);
      LockProtocols.check(algorithm);
      resource = keep(name, algorithm, Optional.empty());
    }
    requireSame(resource, algorithm);
    return resource;
  }

  /** As in {@link Node#attached}. */
  synchronized Resource attached(String name, Algorithm<?, ?> algorithm) {
    check(name);
    check(algorithm);
    if (algorithm.family() != Family.RENDEZVOUS) {
      LockProtocols.check(algorithm);
    }
    var resource = keep(name, algorithm, Optional.empty());
    resource.pin();
    return resource;
  }

  /** The lock of which a member has data, which is never forgotten; see {@link #heardOf}. */
  synchronized Optional<Resource> withData(String name, String protocol) {
    var resource = heardOf(name, protocol).filter(each -> each.algorithm().name().equals(protocol));
    resource.ifPresent(Resource::pin);
    return resource;
  }

  private static void requireSame(Resource resource, Algorithm<?, ?> algorithm) {
    var running = resource.algorithm();
    if (!running.name().equals(algorithm.name())) {
      String member = resource.isKept() ? "" : "another node";
      throw new ProtocolMismatchException(
          resource.name(), algorithm, member, running.name(), running.family());
    }
  }

  /**
   * The reason why this node cannot run a lock with a protocol.
   *
   * @param member a member that runs it otherwise
   * @param running the protocol that the member runs it with; empty if it does not know this node's
   */
  ProtocolMismatchException mismatch(
      String name, Algorithm<?, ?> asked, Member member, Optional<String> running) {
    return new ProtocolMismatchException(
        name,
        asked,
        member.name(),
        running.orElse(""),
        running.flatMap(catalogue::find).map(Algorithm::family).orElse(asked.family()));
  }

  /** As in {@link Node#resource(String, Algorithm, Layout)}. */
  Resource get(String name, Algorithm<?, ?> algorithm, Layout layout) {
    var _ = algorithm.process(0, layout);
    return keep(name, algorithm, Optional.of(layout));
  }

  /** A request for a name that cannot be sent would wait without end. */
  private static void check(String name) {
    if (!Codec.isSendable(name)) {
      throw new IllegalArgumentException(
          "the name of a lock has at most %,d bytes; this one is too long: %s..."
              .formatted(Codec.LONGEST_TEXT, name.substring(0, SHOWN)));
    }
  }

  private void check(Algorithm<?, ?> algorithm) {
    if (catalogue.find(algorithm.name()).isEmpty()) {
      throw new IllegalArgumentException(
          "the protocol '%s' is not registered: name it with protocol(...) before joining, in every"
                  .formatted(algorithm.name())
              + " node of the cluster");
    }
  }

  /**
   * The lock that another member runs; nothing if its protocol is not known here, or cannot run a
   * lock.
   */
  Optional<Resource> heardOf(String name, String protocol) {
    var known = find(name);
    return known.isPresent()
        ? known
        : catalogue
            .find(protocol)
            .filter(LockProtocols::canRun)
            .map(algorithm -> create(name, algorithm, Optional.empty()));
  }

  private synchronized Resource create(
      String name, Algorithm<?, ?> algorithm, Optional<Layout> layout) {
    var resource =
        all.computeIfAbsent(
            name,
            _ -> {
              mostNames = Math.max(mostNames, all.size() + 1);
              return new Resource(node, name, algorithm, layout, epoch, fence);
            });
    // Not before it is there: a sweep that finds no name is the last one.
    node.forgetting().wake();
    return resource;
  }

  private synchronized Resource keep(
      String name, Algorithm<?, ?> algorithm, Optional<Layout> layout) {
    var holder = epoch.census().holderOfAnotherKind(name, algorithm);
    if (holder.isPresent()) {
      throw node.mismatch(name, algorithm, holder.get());
    }
    var resource = create(name, algorithm, layout);
    requireSame(resource, algorithm);
    resource.keep();
    return resource;
  }

  /**
   * The next view has come. With it all protocols start again; so a lock that the application has
   * never asked for, and that this node knows only because others do, can be forgotten.
   *
   * @param forgotten hears the names of those
   * @return how many locks are in that view
   */
  synchronized int enter(Epoch next, Consumer<String> forgotten) {
    all.values()
        .removeIf(
            each -> {
              boolean needed = each.isKept() || each.hasData();
              if (!needed) {
                forgotten.accept(each.name());
              }
              return !needed;
            });
    epoch = next;
    forEach(each -> each.enter(next));
    return size();
  }

  /** This node is a member no longer: all holders are told, and then what is to come after that. */
  synchronized void lose(Epoch none, String why, Runnable after) {
    epoch = none;
    var left = new AtomicInteger(size() + 1);
    Runnable told =
        () -> {
          if (left.decrementAndGet() == 0) {
            after.run();
          }
        };
    forEach(each -> each.lose(none, why, told));
    told.run();
  }
}
