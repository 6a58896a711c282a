package io.sluice.streams.kafka.worker;

import io.sluice.cluster.Member;
import io.sluice.locks.Lease;
import io.sluice.locks.Sluice;
import io.sluice.streams.engine.measure.Processors;
import io.sluice.streams.kafka.bundle.Bundle;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.bundle.Options;
import io.sluice.streams.kafka.deciding.Places;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which bundles this worker runs: those whose locks it holds. It asks for locks while it runs fewer
 * bundles than its share, and gives bundles up while it runs more; all workers compute the shares
 * from the members of the locks' cluster, whose names say how many places each has.
 */
final class Placement implements Places, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Placement.class);
  private static final Pattern PLACES = Pattern.compile(".* places=(\\d+)");
  private static final Duration LONGEST_END = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 50;

  /** A bundle that runs here. */
  private record Held(Bundle bundle, Thread thread) {}

  private final InternalTopics topics;
  private final int bundles;
  private final String name;
  private final Sluice sluice;
  private final BiFunction<Integer, Lease, Bundle> runs;
  private final Thread thread;
  private final Processors processors = new Processors();

  /** Functions of the application may load classes. */
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  // Guarded by this.
  private final Map<Integer, Held> held = new TreeMap<>();
  private final Map<Integer, CompletableFuture<Lease>> asked = new TreeMap<>();
  private boolean ending;

  /**
   * @param runs makes a bundle that runs while a lease is valid
   */
  Placement(
      InternalTopics topics,
      int bundles,
      Options options,
      BiFunction<Integer, Lease, Bundle> runs) {
    this.topics = topics;
    this.bundles = bundles;
    this.runs = runs;
    this.name =
        "%s-%d-%s places=%d"
            .formatted(
                host(),
                ProcessHandle.current().pid(),
                UUID.randomUUID().toString().substring(0, 8),
                options.places());
    this.sluice =
        Sluice.named(topics.cluster())
            .over(io.sluice.kafka.Kafka.at(options.brokers()).with(options.properties()))
            .lease(options.lease())
            .nodeName(name)
            .join();
    this.thread =
        Thread.ofPlatform().daemon().name(topics.pipeline() + "/placement").unstarted(this::place);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "worker";
    }
  }

  void start() {
    thread.start();
  }

  /** How many bundles run here. */
  synchronized int size() {
    return held.size();
  }

  private synchronized void place() {
    while (!ending) {
      try {
        removeEnded();
        int share = share();
        if (share > held.size()) {
          ask();
        } else {
          withdraw();
        }
        if (share < held.size() && isMember()) {
          giveUp(held.size() - share);
        }
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.warn("pipeline '{}': bundles cannot be placed now", topics.pipeline(), e);
      }
    }
  }

  /** As many as the workers together have places for. */
  @Override
  public int most() {
    int places = sluice.view().members().stream().mapToInt(Placement::placesOf).sum();
    return Math.min(bundles, places);
  }

  /** Only if all bundles run here: otherwise another worker may have processors to spare. */
  @Override
  public boolean areUsedUp() {
    return size() == bundles && processors.areUsedUp();
  }

  private boolean isMember() {
    return !sluice.view().members().isEmpty();
  }

  private int share() {
    var members = sluice.view().members();
    var places = members.stream().map(Placement::placesOf).toList();
    int own = members.stream().map(Member::name).toList().indexOf(name);
    return own < 0 ? 0 : Shares.of(bundles, places)[own];
  }

  private static int placesOf(Member member) {
    var match = PLACES.matcher(member.name());
    return match.matches() ? Integer.parseInt(match.group(1)) : 0;
  }

  /** Asks for all bundles that do not run here; those that are granted too many are given back. */
  private void ask() {
    for (int bundle = 0; bundle < bundles; bundle++) {
      int number = bundle;
      if (!held.containsKey(number) && !asked.containsKey(number)) {
        var request = sluice.lock("bundle-" + number).acquireAsync();
        asked.put(number, request);
        var _ =
            request.whenComplete(
                (lease, failure) -> {
                  if (failure == null) {
                    granted(number, lease);
                  } else {
                    refused(number, request);
                  }
                });
      }
    }
  }

  /** A request that is cancelled removes itself. */
  private void withdraw() {
    List.copyOf(asked.values()).forEach(request -> request.cancel(false));
  }

  private synchronized void refused(int number, CompletableFuture<Lease> request) {
    asked.remove(number, request);
  }

  private synchronized void granted(int number, Lease lease) {
    asked.remove(number);
    if (ending || held.size() >= share()) {
      lease.close();
      return;
    }
    var bundle = runs.apply(number, lease);
    var runner =
        Thread.ofPlatform()
            .daemon()
            .name("%s/bundle-%d".formatted(topics.pipeline(), number))
            .unstarted(() -> run(bundle, lease));
    runner.setContextClassLoader(loader);
    held.put(number, new Held(bundle, runner));
    runner.start();
  }

  private static void run(Bundle bundle, Lease lease) {
    try {
      bundle.run();
    } finally {
      lease.close();
    }
  }

  private void removeEnded() {
    held.values().removeIf(each -> each.thread().getState() == Thread.State.TERMINATED);
  }

  /** Lets some bundles end after their present step; their locks go to others then. */
  private void giveUp(int number) {
    held.values().stream().toList().reversed().stream()
        .limit(number)
        .forEach(each -> each.bundle().stop());
  }

  /** Gives all bundles up, in an orderly way. */
  void stop() {
    end(Bundle::stop);
  }

  /** Ends all bundles at once. */
  void kill() {
    end(Bundle::kill);
  }

  private void end(Consumer<Bundle> how) {
    synchronized (this) {
      ending = true;
      withdraw();
      held.values().forEach(each -> how.accept(each.bundle()));
      notifyAll();
    }
  }

  /** Waits until the threads are gone, releases the locks and departs from their cluster. */
  @Override
  public void close() {
    kill();
    Map<Integer, Held> all;
    synchronized (this) {
      all = new TreeMap<>(held);
    }
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    boolean interrupted = false;
    for (var each : all.values()) {
      try {
        long left = deadline - System.nanoTime();
        if (!each.thread().join(Duration.ofNanos(Math.max(1, left)))) {
          LOG.warn("{} has not ended", each.thread().getName());
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    sluice.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until no bundle runs here any more. */
  void awaitEnd() throws InterruptedException {
    for (var each : all()) {
      each.thread().join();
    }
  }

  private synchronized List<Held> all() {
    return List.copyOf(held.values());
  }
}
