package io.sluice.cli;

import io.sluice.cluster.Member;
import io.sluice.cluster.Network;
import io.sluice.cluster.Node;
import io.sluice.protocol.Claim;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Nodes in this process that speak over some network, as many as an experiment asks for. */
final class LiveNodes implements AutoCloseable {

  /**
   * Long: a node that is kept waiting by the machine must not be taken for one that has crashed.
   */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final long LOOK_MILLIS = 20;

  private final Network network;
  private final Duration warmUp;
  private final BooleanSupplier cancelled;
  private final String cluster = "live-" + ProcessHandle.current().pid();
  private final MeteredTransport.Meters meters = new MeteredTransport.Meters();
  private final Map<String, Node> byName = new LinkedHashMap<>();

  /**
   * @param warmUp how long the nodes contend before they count as ready
   */
  LiveNodes(Network network, Duration warmUp, BooleanSupplier cancelled) {
    this.network = network;
    this.warmUp = warmUp;
    this.cancelled = cancelled;
  }

  /**
   * The first nodes of the view, in its order; more are started if there are not so many.
   *
   * @throws IllegalStateException if they do not find together
   */
  synchronized List<Node> first(int count) throws InterruptedException {
    boolean enough = byName.size() >= count;
    while (byName.size() < count) {
      String name = "n" + byName.size();
      var transport = new MeteredTransport(network.transport(cluster, name, LEASE), meters);
      byName.put(name, Node.start(transport));
    }
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!areTogether()) {
      if (cancelled.getAsBoolean()) {
        throw new CancellationException();
      }
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            "%d nodes did not find together within %s".formatted(byName.size(), PATIENCE));
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
    var inOrder = new ArrayList<Node>();
    for (Member member : view()) {
      inOrder.add(byName.getOrDefault(member.name(), any()));
    }
    if (!enough) {
      warmUp();
    }
    return inOrder.subList(0, count);
  }

  /**
   * Nobody measures how fast a program is that has only just started, a broker least of all: all
   * nodes contend for a while, with many messages.
   */
  private void warmUp() throws InterruptedException {
    long end = System.nanoTime() + warmUp.toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Node node : byName.values()) {
        var lock = node.resource("warm-up", RicartAgrawala.ALGORITHM);
        var _ =
            threads.submit(
                () -> {
                  while (System.nanoTime() - end < 0 && !cancelled.getAsBoolean()) {
                    var request = lock.ask(Claim.EXCLUSIVE);
                    var _ = request.await(end);
                    request.withdraw();
                  }
                  return null;
                });
      }
    }
  }

  private boolean areTogether() {
    return byName.values().stream()
        .allMatch(
            node ->
                node.view().members().size() == byName.size()
                    && node.view().number() == any().view().number());
  }

  private List<Member> view() {
    return any().view().members();
  }

  private Node any() {
    return byName.values().iterator().next();
  }

  MeteredTransport.Meter meter(String lock) {
    return meters.of(lock);
  }

  /** All at the same time: each waits until the others have heard that it leaves. */
  @Override
  public synchronized void close() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      byName.values().forEach(node -> threads.execute(node::close));
    }
    byName.clear();
  }
}
