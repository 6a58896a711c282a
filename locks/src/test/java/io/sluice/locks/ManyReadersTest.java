package io.sluice.locks;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several nodes read a large version at the same time, and pass it on to each other. */
@Timeout(120)
class ManyReadersTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final long SIZE = 12L << 20;
  private static final int NODES = 5;
  private static final int ROUNDS = 6;

  @Test
  void allSeeWhatWasWrittenAlthoughSomeGiveUpOrDepart() throws Exception {
    var nodes = new ArrayList<Sluice>();
    try {
      var name = ClusterNames.of(ManyReadersTest.class, "readers");
      for (int i = 0; i < NODES; i++) {
        var joining = Sluice.named(name).over(Tcp.loopback()).nodeName("n" + i);
        nodes.add(joining.lease(Duration.ofSeconds(10)).join());
      }
      await()
          .atMost(PATIENCE)
          .until(() -> nodes.stream().allMatch(n -> n.view().members().size() == NODES));
      var data = nodes.stream().map(n -> n.data("map").size(SIZE).copies(1).open()).toList();
      for (long round = 1; round <= ROUNDS; round++) {
        List<Pending<ReadView>> readers;
        try (var writer = data.getFirst().requestWrite().acquire(PATIENCE)) {
          for (long at = 0; at < SIZE; at += 4096) {
            writer.segment().set(JAVA_LONG, at, round + at);
          }
          readers = data.stream().skip(1).map(DataHandle::requestRead).toList();
          writer.commit();
        }
        check(readers, round, nodes);
      }
    } finally {
      nodes.forEach(Sluice::close);
    }
  }

  /** One reader gives up while others may read from it; in the last round its node departs. */
  private static void check(List<Pending<ReadView>> readers, long round, List<Sluice> nodes) {
    int leaver = (int) (round % readers.size());
    var seen = new ArrayList<CompletableFuture<Boolean>>();
    for (int i = 0; i < readers.size(); i++) {
      var reader = readers.get(i);
      if (i != leaver) {
        seen.add(CompletableFuture.supplyAsync(() -> sees(reader, round)));
      }
    }
    if (round == ROUNDS) {
      nodes.get(leaver + 1).close();
    }
    readers.get(leaver).close();
    assertThat(seen).allMatch(CompletableFuture::join);
  }

  private static boolean sees(Pending<ReadView> reader, long round) {
    try (var view = reader.acquire(PATIENCE)) {
      for (long at = 0; at < SIZE; at += 4096) {
        if (view.segment().get(JAVA_LONG, at) != round + at) {
          return false;
        }
      }
      return true;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
