package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.FaultyNetwork.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Little data is sent to the node that waits, which need not request it. */
@Timeout(120)
class PushedDataTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int SIZE = 200_000;
  private static final int TURNS = 40;

  private final List<FaultyNetwork> networks = new ArrayList<>();
  private final List<Sluice> nodes = new ArrayList<>();
  private final List<DataHandle> handles = new ArrayList<>();
  private long number;

  @BeforeEach
  void join() {
    String cluster = ClusterNames.of(PushedDataTest.class, "pushed");
    for (String name : List.of("one", "two")) {
      networks.add(new FaultyNetwork(Tcp.loopback()));
      nodes.add(Sluice.named(cluster).nodeName(name).over(networks.getLast()).join());
    }
    await()
        .atMost(PATIENCE)
        .until(() -> nodes.stream().allMatch(each -> each.view().members().size() == 2));
    nodes.forEach(each -> handles.add(each.data("row").size(SIZE).open()));
  }

  @AfterEach
  void leave() {
    nodes.forEach(Sluice::close);
  }

  /** Two nodes that take turns: all versions come unrequested, once there are connections. */
  @Test
  void aNodeThatWaitsNeedNotRequestLittleData() throws Exception {
    takeTurns(4); // Connections are opened.
    long fetched = fetched();
    takeTurns(TURNS);

    assertThat(fetched() - fetched).as("once or twice").isLessThan(3L * SIZE);
    assertThat(pushed()).isGreaterThan((long) SIZE * TURNS);
  }

  /** What is pushed and does not arrive, or arrives damaged, is fetched. */
  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      names = {"CUT", "STALL", "FLIP"})
  void whatIsNotReceivedWholeIsFetched(Fault fault) throws Exception {
    takeTurns(4);
    networks.getFirst().arm(Optional.of(fault));
    takeTurns(TURNS);

    assertThat(networks.getFirst().isArmed()).as("%s is still to happen", fault).isFalse();
  }

  private long fetched() {
    return networks.stream().mapToLong(FaultyNetwork::bytesFetched).sum();
  }

  private long pushed() {
    return networks.stream().mapToLong(FaultyNetwork::bytesPushed).sum();
  }

  /** The nodes write the next number in turn while the other one waits, and sees it then. */
  private void takeTurns(int count) throws Exception {
    var next = handles.getFirst().requestWrite();
    for (int i = 0; i < count; i++) {
      var here = networks.get(i % 2);
      try (var view = next.acquire(PATIENCE)) {
        long heard = here.waitsHeard();
        next = handles.get((i + 1) % 2).requestWrite();
        assertThat(NumberedData.number(view.segment())).isEqualTo(number);
        number++;
        NumberedData.write(view.segment(), number);
        await()
            .atMost(PATIENCE)
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> here.waitsHeard() > heard);
        view.commit();
      }
    }
    next.close();
  }
}
