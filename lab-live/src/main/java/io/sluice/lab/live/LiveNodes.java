package io.sluice.lab.live;

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

/** The live nodes of this process, started when a run first needs them and shared by all runs. */
final class LiveNodes implements AutoCloseable {

  /** Long, so that a node that a busy machine holds up is not taken for a crashed one. */
  private static final Duration LEASE = Duration.ofSeconds(60);

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final long POLL_MILLIS = 20;

  private final Network network;
  private final Duration warmUp;
  private final BooleanSupplier cancelled;
  private final String cluster = "live-" + ProcessHandle.current().pid();
  private final MeteredTransport.Meters meters = new MeteredTransport.Meters();
  private final Map<String, Node> byName = new LinkedHashMap<>();

  /** How many runs use some of the nodes now. */
  private int users;

  private int expected;

  /**
   * @param warmUp how long the nodes contend before they count as ready
   */
  LiveNodes(Network network, Duration warmUp, BooleanSupplier cancelled) {
    this.network = network;
    this.warmUp = warmUp;
    this.cancelled = cancelled;
  }

  /** Nodes in the order of their view. The view does not change until they are closed. */
  record Members(List<Node> inOrder, LiveNodes of) implements AutoCloseable {
    @Override
    public void close() {
      of.giveBack();
    }
  }

  /**
   * The first {@code count} nodes of the view. If there are fewer, waits until no run uses the
   * existing ones and starts more, which changes the view.
   *
   * @throws IllegalStateException if the nodes do not agree on one view in time
   */
  synchronized Members first(int count) throws InterruptedException {
    while (byName.size() < count && users > 0) {
      wait();
    }
    if (byName.size() < count) {
      start(Math.max(count, expected));
    }
    users++;
    var inOrder = new ArrayList<Node>();
    for (Member member : view().subList(0, count)) {
      inOrder.add(byName.getOrDefault(member.name(), any()));
    }
    return new Members(inOrder, this);
  }

  /** Announces the largest number of nodes that a run will need, so that they start together. */
  synchronized void expect(int count) {
    expected = count;
  }

  private synchronized void giveBack() {
    users--;
    notifyAll();
  }

  private void start(int count) throws InterruptedException {
    for (int i = byName.size(); i < count; i++) {
      String name = "n" + i;
      var transport = new MeteredTransport(network.transport(cluster, name, LEASE), meters);
      byName.put(name, Node.start(transport));
    }
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (!shareOneView()) {
      if (cancelled.getAsBoolean()) {
        throw new CancellationException();
      }
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException(
            "%d nodes did not reach a common view within %d s; is the machine too busy?"
                .formatted(byName.size(), START_LIMIT.toSeconds()));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    warmUp();
  }

  /**
   * All nodes contend for one lock for a while, with many messages. Without this, the first run
   * would measure the just-in-time compiler and the broker's start.
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

  private boolean shareOneView() {
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

  /** Closes all nodes at the same time: each waits until the others know that it departs. */
  @Override
  public synchronized void close() {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      byName.values().forEach(node -> threads.execute(node::close));
    }
    byName.clear();
  }
}
