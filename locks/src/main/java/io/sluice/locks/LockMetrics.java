package io.sluice.locks;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.runtime.Observer;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Request.State;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * Counts and times what happens in a node. The only class here that needs Micrometer, which an
 * application without metrics does not need on its class path.
 */
final class LockMetrics implements Observer {

  private static final String MEMBERS = "sluice.members";
  private static final String LOCKS = "sluice.locks";
  private static final String MARGIN = "sluice.lease.margin";
  private static final String HOLDERS = "sluice.holders";
  private static final String WAITERS = "sluice.waiters";

  private final MeterRegistry registry;
  private final Tags tags;
  private final Counter views;
  private final Map<String, OfLock> locks = new ConcurrentHashMap<>();
  private final LongAdder holders = new LongAdder();
  private final LongAdder waiters = new LongAdder();

  /** The meters of one lock. */
  private record OfLock(
      Counter acquisitions,
      Timer waited,
      Timer held,
      Counter losses,
      Counter withdrawals,
      Counter forced,
      Counter stuck,
      Counter messages) {}

  private LockMetrics(MeterRegistry registry, Tags tags) {
    this.registry = registry;
    this.tags = tags;
    this.views =
        Counter.builder("sluice.views")
            .description("Views that this node has joined")
            .tags(tags)
            .register(registry);
  }

  /** Starts counting. Of several nodes of a process in one cluster, the last to join is shown. */
  static Observer of(Node node, String cluster, MeterRegistry registry) {
    var tags = Tags.of("cluster", cluster);
    // A registry keeps its gauges: it would still show a node that was closed before.
    for (String name : List.of(MEMBERS, LOCKS, MARGIN, HOLDERS, WAITERS)) {
      registry.find(name).tags(tags).gauges().forEach(registry::remove);
    }
    Gauge.builder(MEMBERS, node, of -> of.view().members().size())
        .description("Members of the current view; 0 while this node is not a member")
        .tags(tags)
        .register(registry);
    Gauge.builder(LOCKS, node, Node::locks)
        .description("Locks that this node knows")
        .tags(tags)
        .register(registry);
    Gauge.builder(MARGIN, node, of -> of.leaseMargin().orElse(Long.MAX_VALUE) / 1e9)
        .description(
            "How long this node keeps its locks even if it is cut off now; renewed all the time")
        .baseUnit("seconds")
        .tags(tags)
        .register(registry);
    var metrics = new LockMetrics(registry, tags);
    metrics.gauge(HOLDERS, "Requests of this node that hold a lock", metrics.holders);
    metrics.gauge(WAITERS, "Requests of this node that wait for a lock", metrics.waiters);
    return metrics;
  }

  private void gauge(String name, String description, LongAdder value) {
    Gauge.builder(name, value, LongAdder::sum)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  @Override
  public void asked(Request request) {
    waiters.increment();
  }

  @Override
  public void revoked(Request request) {
    var resource = request.resource();
    ofLock(resource.name(), resource.algorithm().name()).forced.increment();
  }

  @Override
  public void stuck(Request request) {
    var resource = request.resource();
    ofLock(resource.name(), resource.algorithm().name()).stuck.increment();
  }

  @Override
  public void changed(Request request, State before, long nanos) {
    switch (before) {
      case WAITING -> waiters.decrement();
      case INSIDE -> holders.decrement();
      case RELEASED, WITHDRAWN, LOST, FAILED -> {}
    }
    if (request.state() == State.INSIDE) {
      holders.increment();
    }
    if (request.state() == State.FAILED) {
      return; // Perhaps because the name is that of another lock: it gets no meters.
    }
    var resource = request.resource();
    var lock = ofLock(resource.name(), resource.algorithm().name());
    switch (request.state()) {
      case INSIDE -> {
        lock.acquisitions.increment();
        lock.waited.record(nanos, TimeUnit.NANOSECONDS);
      }
      case RELEASED -> lock.held.record(nanos, TimeUnit.NANOSECONDS);
      case LOST -> {
        lock.losses.increment();
        lock.held.record(nanos, TimeUnit.NANOSECONDS);
      }
      case WITHDRAWN -> lock.withdrawals.increment();
      case WAITING, FAILED -> {}
    }
  }

  @Override
  public void sent(String lock, String algorithm) {
    ofLock(lock, algorithm).messages.increment();
  }

  @Override
  public void forgotten(String lock) {
    OfLock gone = locks.remove(lock);
    if (gone != null) {
      Stream.of(
              gone.acquisitions,
              gone.waited,
              gone.held,
              gone.losses,
              gone.withdrawals,
              gone.forced,
              gone.stuck,
              gone.messages)
          .forEach(registry::remove);
    }
  }

  @Override
  public void viewed(View view) {
    if (!view.members().isEmpty()) {
      views.increment();
    }
  }

  private OfLock ofLock(String lock, String algorithm) {
    OfLock known = locks.get(lock);
    return known != null ? known : locks.computeIfAbsent(lock, _ -> meters(lock, algorithm));
  }

  private OfLock meters(String lock, String algorithm) {
    var all = tags.and("lock", lock, "algorithm", algorithm);
    return new OfLock(
        counter("sluice.lock.acquisitions", "Grants of the lock to this node", all),
        timer("sluice.lock.wait", "From the request to the grant", all),
        timer("sluice.lock.held", "From the grant to the release or loss", all),
        counter("sluice.lock.losses", "Times that a holder at this node lost the lock", all),
        counter(
            "sluice.lock.timeouts", "Requests withdrawn: timeouts, interrupts, cancellations", all),
        counter(
            "sluice.lock.forced.releases",
            "Times that a member has taken the lock away from a holder at this node",
            all),
        counter("sluice.lock.stuck", "Holds that took longer than warnAfter", all),
        counter("sluice.lock.messages", "Messages of the protocol to other nodes", all));
  }

  private Counter counter(String name, String description, Tags all) {
    return Counter.builder(name).description(description).tags(all).register(registry);
  }

  private Timer timer(String name, String description, Tags all) {
    return Timer.builder(name).description(description).tags(all).register(registry);
  }
}
