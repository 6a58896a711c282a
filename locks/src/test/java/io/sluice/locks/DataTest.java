package io.sluice.locks;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Member;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Pending.State;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Data that moves with its lock, between nodes of one JVM and over TCP. */
@Timeout(60)
class DataTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int SIZE = 300_000;
  private static final int LARGE = 1_500_000;
  private static final AtomicInteger CLUSTERS = new AtomicInteger();

  enum Over {
    LOCAL,
    TCP
  }

  /** Nodes of one cluster. */
  private record Nodes(List<Sluice> all) implements AutoCloseable {
    static Nodes join(Over over, int count) {
      String cluster = "data-" + ProcessHandle.current().pid() + "-" + CLUSTERS.incrementAndGet();
      var nodes =
          IntStream.range(0, count)
              .mapToObj(
                  i -> {
                    var joining = Sluice.named(cluster).nodeName("n" + i);
                    return (over == Over.TCP
                            ? joining.over(Tcp.loopback()).lease(Duration.ofSeconds(2))
                            : joining)
                        .join();
                  })
              .toList();
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> nodes.stream().allMatch(n -> n.view().members().size() == count));
      return new Nodes(nodes);
    }

    DataHandle open(int node, int copies) {
      return all.get(node).data("image").size(SIZE).copies(copies).open();
    }

    @Override
    public void close() {
      all.forEach(Sluice::close);
    }
  }

  private static void write(DataHandle handle, byte value) throws Exception {
    try (var view = handle.requestWrite().acquire(PATIENCE)) {
      view.segment().fill(value);
      view.commit();
    }
  }

  private static byte only(MemorySegment segment) {
    byte first = segment.get(JAVA_BYTE, 0);
    assertThat(segment.asByteBuffer())
        .satisfies(
            bytes -> {
              while (bytes.hasRemaining()) {
                if (bytes.get() != first) {
                  throw new AssertionError("torn");
                }
              }
            });
    return first;
  }

  private static byte read(DataHandle handle) throws Exception {
    try (var view = handle.requestRead().acquire(PATIENCE)) {
      return only(view.segment());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEntrantSeesTheLastCommittedVersion(Over over) throws Exception {
    try (var nodes = Nodes.join(over, 3)) {
      var handles = IntStream.range(0, 3).mapToObj(i -> nodes.open(i, 2)).toList();
      assertThat(read(handles.get(0))).isZero();
      for (int round = 1; round < 20; round++) {
        write(handles.get(round % 3), (byte) round);
        for (var handle : handles) {
          assertThat(read(handle)).isEqualTo((byte) round);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void writersWithOneCopyCountTogether(Over over) throws Exception {
    try (var nodes = Nodes.join(over, 2)) {
      var threads =
          IntStream.range(0, 2)
              .mapToObj(i -> Thread.startVirtualThread(() -> count(nodes.open(i, 1))))
              .toList();
      for (var thread : threads) {
        thread.join();
      }
      try (var view = nodes.open(0, 1).requestRead().acquire(PATIENCE)) {
        assertThat(view.segment().get(JAVA_LONG, 8 * 30_000)).isEqualTo(100);
      }
    }
  }

  private static void count(DataHandle handle) {
    try {
      var pending = handle.requestWrite();
      for (int i = 0; i < 50; i++) {
        try (var view = pending.acquire(PATIENCE)) {
          long offset = 8 * 30_000;
          view.segment().set(JAVA_LONG, offset, view.segment().get(JAVA_LONG, offset) + 1);
          view.changed(offset, 8);
          view.commit();
          pending = view.again();
        }
      }
      pending.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsNotCommittedIsDiscarded(Over over) throws Exception {
    try (var nodes = Nodes.join(over, 2)) {
      var one = nodes.open(0, 2);
      var two = nodes.open(1, 2);
      write(one, (byte) 1);
      try (var view = one.requestWrite().acquire(PATIENCE)) {
        view.segment().fill((byte) 9);
      }
      assertThat(read(one)).isEqualTo((byte) 1);
      assertThat(read(two)).isEqualTo((byte) 1);
      write(two, (byte) 2);
      assertThat(read(one)).isEqualTo((byte) 2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNodeThatDepartsHandsTheNewestVersionOver(Over over) throws Exception {
    try (var nodes = Nodes.join(over, 2)) {
      var one = nodes.open(0, 1);
      write(nodes.open(1, 1), (byte) 7);
      nodes.all().get(1).close();
      assertThat(read(one)).isEqualTo((byte) 7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void theSizeCanChange(Over over) throws Exception {
    try (var nodes = Nodes.join(over, 2)) {
      var one = nodes.open(0, 2);
      var two = nodes.open(1, 2);
      for (long size :
          List.of(1L, 500_000L, 2_000_000L, 1_048_577L, 1_048_576L, 65_536L, 70_000L)) {
        try (var view = one.requestWrite().acquire(PATIENCE)) {
          view.resize(size);
          view.segment().set(JAVA_BYTE, size - 1, (byte) 5);
          view.commit();
        }
        try (var view = two.requestRead().acquire(PATIENCE)) {
          assertThat(view.size()).isEqualTo(size);
          assertThat(view.segment().byteSize()).isEqualTo(size);
          assertThat(view.segment().get(JAVA_BYTE, size - 1)).isEqualTo((byte) 5);
        }
      }
    }
  }

  @Test
  void readersShareAndWritersWait() throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 3)) {
      var readers = List.of(nodes.open(0, 2), nodes.open(1, 2));
      var writer = nodes.open(2, 2);
      try (var one = readers.get(0).requestRead().acquire(PATIENCE);
          var two = readers.get(1).requestRead().acquire(PATIENCE)) {
        var pending = writer.requestWrite();
        assertThatThrownBy(() -> pending.acquire(Duration.ofMillis(50)))
            .isInstanceOf(TimeoutException.class)
            .hasMessageContaining("data 'image'");
        assertThat(one.version()).isEqualTo(two.version());
      }
      write(writer, (byte) 1);
    }
  }

  @Test
  void aRequestThatIsNotAcquiredIsGivenUp() throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 2)) {
      var idle =
          nodes.all().get(0).data("image").size(SIZE).grantPatience(Duration.ofMillis(50)).open();
      var pending = idle.requestWrite();
      await().until(() -> pending.state() == State.ENDED);
      write(nodes.open(1, 2), (byte) 1);
      assertThatThrownBy(() -> pending.acquire(PATIENCE))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("request again");
    }
  }

  /** An interrupt closes the file that a thread maps just then. */
  @Test
  void anInterruptSpoilsNoMemory() throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 1)) {
      var handle = nodes.all().getFirst().data("image").size(LARGE).copies(1).open();
      write(handle, (byte) 1);
      var reading = new CompletableFuture<Void>();
      var reader = Thread.startVirtualThread(() -> readInterrupted(handle, reading));
      while (!reading.isDone()) {
        reader.interrupt();
      }
      reading.join();
      write(handle, (byte) 2);
      assertThat(read(handle)).isEqualTo((byte) 2);
    }
  }

  private static void readInterrupted(DataHandle handle, CompletableFuture<Void> done) {
    try {
      for (int i = 0; i < 300; i++) {
        try (var view = handle.requestRead().acquire(PATIENCE)) {
          assertThat(view.segment().get(JAVA_BYTE, 0)).isEqualTo((byte) 1);
        } catch (InterruptedException e) {
          assertThat(e).isNotNull(); // It may come while the thread waits, too.
        }
      }
      done.complete(null);
    } catch (TimeoutException | RuntimeException | Error e) {
      done.completeExceptionally(e);
    }
  }

  /** Little data is copied for a view, and much is mapped. */
  @ParameterizedTest
  @ValueSource(longs = {SIZE, LARGE})
  void aViewThatIsClosedCannotBeUsed(long size) throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 1)) {
      var handle = nodes.all().getFirst().data("image").size(size).open();
      var view = handle.requestRead().acquire(PATIENCE);
      var segment = view.segment();
      view.close();
      view.close();
      assertThatThrownBy(() -> segment.get(JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(view::segment)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed");
      var writing = handle.requestWrite().acquire(PATIENCE);
      var written = writing.segment();
      writing.commit();
      assertThatThrownBy(writing::segment).hasMessageContaining("closed");
      assertThatThrownBy(writing::commit).hasMessageContaining("committed or closed");
      writing.close();
      assertThatThrownBy(() -> written.get(JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
      write(handle, (byte) 1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {SIZE, LARGE})
  void whatIsWrittenAfterTheCommitIsNotSeen(long size) throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 1)) {
      var handle = nodes.all().getFirst().data("image").size(size).open();
      try (var view = handle.requestWrite().acquire(PATIENCE)) {
        var segment = view.segment();
        segment.fill((byte) 1);
        view.commit();
        try {
          segment.fill((byte) 2);
        } catch (IllegalStateException e) {
          assertThat(size).as("unmapped by the commit").isEqualTo(LARGE);
        }
      }
      assertThat(read(handle)).isEqualTo((byte) 1);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {SIZE, LARGE})
  void aReadViewCannotBeWritten(long size) throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 1)) {
      var handle = nodes.all().getFirst().data("image").size(size).open();
      try (var view = handle.requestRead().acquire(PATIENCE)) {
        assertThatThrownBy(() -> view.segment().set(JAVA_BYTE, 0, (byte) 1))
            .isInstanceOf(RuntimeException.class)
            .hasMessageContaining("read-only");
        assertThatThrownBy(() -> view.buffer().put((byte) 1))
            .isInstanceOf(ReadOnlyBufferException.class);
      }
      assertThat(read(handle)).isZero();
    }
  }

  /** A connection that says nothing and counts what it is sent, or asked. */
  private static final class Silent implements ByteChannel {
    private int uses;

    @Override
    public int read(ByteBuffer bytes) {
      uses++;
      return -1;
    }

    @Override
    public int write(ByteBuffer bytes) {
      uses++;
      return bytes.remaining();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  @Test
  void aStrangerThatAsksForBytesIsNotServed() throws Exception {
    var network = new FaultyNetwork(Local.jvm());
    try (var node = Sluice.named("data-stranger").over(network).join()) {
      write(node.data("image").size(SIZE).open(), (byte) 1);
      var connection = new Silent();
      network.node().onBytes(new Member(1, 2, "stranger"), "data/image", connection);
      assertThat(connection.uses).as("hung up on at once").isZero();
      network.node().onBytes(node.view().members().getFirst(), "data/image", connection);
      assertThat(connection.uses).as("a member is listened to").isPositive();
    }
  }

  @Test
  void badSizesAreRefusedBeforeAnythingIsAllocated() {
    try (var nodes = Nodes.join(Over.LOCAL, 2)) {
      var node = nodes.all().get(0);
      assertThatThrownBy(() -> node.data("x").size(0)).hasMessageContaining("at least 1 byte");
      assertThatThrownBy(() -> node.data("x").size(-1)).hasMessageContaining("at least 1 byte");
      assertThatThrownBy(() -> node.data("x").open()).hasMessageContaining("size(bytes)");
      assertThatThrownBy(() -> node.data("x").size(1L << 50).open())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("more memory");
      assertThatThrownBy(() -> node.data("x").copies(3)).hasMessageContaining("1 or 2");
      var _ = node.data("image").size(10).open();
      assertThatThrownBy(() -> node.data("image").size(11).open())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("first opened with 10 bytes");
    }
  }

  @Test
  void twoNodesWithDifferentSizesAreTold() throws Exception {
    try (var nodes = Nodes.join(Over.LOCAL, 2)) {
      write(nodes.open(0, 2), (byte) 1);
      assertThatThrownBy(
              () -> {
                var other = nodes.all().get(1).data("image").size(11).open();
                other.requestRead().acquire(PATIENCE).close();
              })
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("first opened with 300,000 bytes");
    }
  }
}
