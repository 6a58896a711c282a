package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every protocol of the catalogue that can run a lock, contended for by three nodes of one cluster:
 * all its messages pass the transport of that cluster.
 */
public final class EveryProtocol implements AutoCloseable {

  private static final int NODES = 3;

  private final List<Sluice> nodes;

  /**
   * Joins the nodes, and waits until they are in one view.
   *
   * @param joining what a node joins with
   */
  public EveryProtocol(Supplier<Sluice.Builder> joining) {
    this.nodes =
        IntStream.range(0, NODES).mapToObj(i -> joining.get().nodeName("n" + i).join()).toList();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> nodes.stream().allMatch(node -> node.view().members().size() == NODES));
  }

  /** The names of the protocols. */
  public static Stream<String> algorithms() {
    return Stream.concat(
        Catalogue.builtIn().all().stream().filter(EveryProtocol::isForLocks).map(Algorithm::name),
        Stream.of("rooms:admitting=2"));
  }

  /** Whether a lock can run the protocol. */
  static boolean isForLocks(Algorithm<?, ?> algorithm) {
    if (algorithm.family().otherPurpose().isPresent()
        || algorithm.restless()
        || algorithm.flaw().isPresent()) {
      return false;
    }
    try {
      var _ = algorithm.process(0, Layout.plain(1));
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Never two hold the lock, and every request is served.
   *
   * @param entries how often each of two threads a node acquires the lock
   */
  public void contend(String algorithm, int entries) throws Exception {
    var found = Catalogue.builtIn().find(algorithm).orElseThrow();
    var locks =
        nodes.stream()
            .map(node -> node.node().resource(algorithm, found))
            .map(resource -> new DistributedLock(resource, Claim.EXCLUSIVE))
            .toList();
    var history = ContendingThreads.contendFor(locks, entries);
    history.check();
    assertThat(history.stays()).hasSizeGreaterThanOrEqualTo(2 * NODES * entries);
  }

  @Override
  public void close() {
    nodes.forEach(Sluice::close);
  }
}
