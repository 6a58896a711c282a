package io.sluice.cli.live;

import io.sluice.cluster.Member;
import io.sluice.cluster.Network;
import io.sluice.cluster.runtime.Node;
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
public final class LiveNodes implements AutoCloseable {

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

  /** How many have been given some nodes and not given them back. */
  private int used;

  private int expected;

  /**
   * @param warmUp how long the nodes contend before they count as ready
   */
  public LiveNodes(Network network, Duration warmUp, BooleanSupplier cancelled) {
    this.network = network;
    this.warmUp = warmUp;
    this.cancelled = cancelled;
  }

  /** Some nodes, in the order of the view, which stays as it is until they are given back. */
  record Members(List<Node> inOrder, LiveNodes of) implements AutoCloseable {
    @Override
    public void close() {
      of.giveBack();
    }
  }

  /**
   * The first nodes of the view. If there are not so many, more are started, once nobody uses those
   * that there are: for them the view would change.
   *
   * @throws IllegalStateException if they do not find together
   */
  synchronized Members first(int count) throws InterruptedException {
    while (byName.size() < count && used > 0) {
      wait();
    }
    if (byName.size() < count) {
      start(Math.max(count, expected));
    }
    used++;
    var inOrder = new ArrayList<Node>();
    for (Member member : view().subList(0, count)) {
      inOrder.add(byName.getOrDefault(member.name(), any()));
    }
    return new Members(inOrder, this);
  }

  /** So many will be wanted some time; better all at once. */
  synchronized void expect(int count) {
    expected = count;
  }

  private synchronized void giveBack() {
    used--;
    notifyAll();
  }

  private void start(int count) throws InterruptedException {
    for (int i = byName.size(); i < count; i++) {
      String name = "n" + i;
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
    warmUp();
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
