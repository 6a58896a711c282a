package io.sluice.cluster.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Both ends of a connection over which versions are read. */
class FetchTest {

  private static final long SIZE = 40L * Blocks.BYTES + 17;

  private final RegionPool there = new RegionPool();
  private final RegionPool here = new RegionPool();

  @Test
  void severalVersionsAreReadOverOneConnection() throws Exception {
    var first = SealedVersion.first(SIZE, there);
    var second = written(first, 1, 0, SIZE);
    var third = written(second, 2, 5L * Blocks.BYTES, 1);
    try (var server = ServerSocketChannel.open();
        var reader = connected(server);
        var source = server.accept()) {
      var current = new SealedVersion[] {second};
      Thread.startVirtualThread(() -> serve(source, current));

      var base = SealedVersion.first(SIZE, here);
      var arrived = fetched(reader, base, false);
      current[0] = third;
      var next = fetched(reader, arrived, false);

      assertThat(arrived.version()).isEqualTo(1);
      assertThat(bytes(arrived).mismatch(bytes(second))).isEqualTo(-1);
      assertThat(next.version()).isEqualTo(2);
      assertThat(bytes(next).mismatch(bytes(third))).isEqualTo(-1);
      assertThat(bytes(arrived).mismatch(bytes(second))).as("still whole").isEqualTo(-1);
    }
  }

  @Test
  void aWriterFindsItsCopyInThePool() throws Exception {
    var written = written(SealedVersion.first(SIZE, there), 1, 0, SIZE);
    try (var server = ServerSocketChannel.open();
        var reader = connected(server);
        var source = server.accept()) {
      Thread.startVirtualThread(() -> serve(source, new SealedVersion[] {written}));

      var arrived = fetched(reader, SealedVersion.first(SIZE, here), true);
      var copy = here.take(SIZE, arrived.marks());

      assertThat(copy.matching(arrived.marks())).isEqualTo(Blocks.count(SIZE));
      assertThat(copy.bytes().asSlice(0, SIZE).mismatch(bytes(written))).isEqualTo(-1);
      assertThat(copy.bytes().address()).isNotEqualTo(arrived.region().bytes().address());
    }
  }

  @Test
  void whatIsPushedNeedsNoRequest() throws Exception {
    var first = written(SealedVersion.first(SIZE, there), 1, 0, 1);
    var second = written(first, 2, 5L * Blocks.BYTES, 2L * Blocks.BYTES);
    try (var server = ServerSocketChannel.open();
        var receiver = connected(server);
        var writer = server.accept()) {
      new Serving(writer, new Member(0, 1, "reader"), _ -> Optional.empty(), new Readers())
          .push(second, 0);

      var pushed = new ArrayList<SealedVersion>();
      var base = SealedVersion.first(SIZE, here);
      takeOne(receiver, base, pushed::add);

      assertThat(pushed).hasSize(1);
      assertThat(pushed.getFirst().version()).isEqualTo(2);
      assertThat(bytes(pushed.getFirst()).mismatch(bytes(second))).isEqualTo(-1);
    }
  }

  @Test
  void whatIsPushedToANodeThatHasLessThanTheWriterThinksIsNotUsed() throws Exception {
    var first = written(SealedVersion.first(SIZE, there), 1, 0, 1);
    var second = written(first, 2, 5L * Blocks.BYTES, 1);
    try (var server = ServerSocketChannel.open();
        var receiver = connected(server);
        var writer = server.accept()) {
      new Serving(writer, new Member(0, 1, "reader"), _ -> Optional.empty(), new Readers())
          .push(second, 1);

      var pushed = new ArrayList<SealedVersion>();
      takeOne(receiver, SealedVersion.first(SIZE, here), pushed::add);

      assertThat(pushed).isEmpty();
    }
  }

  /** Takes one version that is pushed, over what is here. */
  private void takeOne(SocketChannel channel, SealedVersion base, Consumer<SealedVersion> to)
      throws IOException {
    Serving.Versions versions =
        new Serving.Versions() {
          @Override
          public Optional<Serving.Offered> atLeast(long version) {
            return Optional.empty();
          }

          @Override
          public void pushed(long version, long there, ByteChannel from) throws IOException {
            var fetch = new Fetch(version, here, Optional.of(base), false, _ -> {});
            fetch.take(from, there).ifPresent(to);
            channel.shutdownInput();
          }
        };
    new Serving(channel, new Member(0, 2, "writer"), versions, new Readers()).run();
  }

  @Test
  void theFirstChangedBlocksComeWithoutBeingRequested() {
    long[] marks = new long[40];
    assertThat(Blocks.unrequested(marks, 0)).isEmpty();
    marks[3] = 7;
    marks[4] = 8;
    marks[39] = 8;
    assertThat(Blocks.unrequested(marks, 6))
        .isEqualTo(List.of(new Blocks.Run(3, 2), new Blocks.Run(39, 1)));
    assertThat(Blocks.unrequested(marks, 7))
        .isEqualTo(List.of(new Blocks.Run(4, 1), new Blocks.Run(39, 1)));
    assertThat(Blocks.unrequested(marks, Region.UNKNOWN))
        .as("at most a chunk")
        .isEqualTo(
            List.of(
                new Blocks.Run(0, 4),
                new Blocks.Run(4, 4),
                new Blocks.Run(8, 4),
                new Blocks.Run(12, 4)));
  }

  private SealedVersion written(SealedVersion base, long version, long offset, long length) {
    var draft = new Draft(base, there);
    for (long i = offset; i < offset + length; i += 1000) {
      draft.region().bytes().set(ValueLayout.JAVA_BYTE, i, (byte) (version + i));
    }
    return draft.seal(version);
  }

  private SealedVersion fetched(SocketChannel reader, SealedVersion base, boolean forWriter)
      throws IOException {
    var fetch = new Fetch(0, here, Optional.of(base), forWriter, _ -> {});
    assertThat(base.retain()).isTrue();
    try {
      return fetch.run(reader).orElseThrow();
    } finally {
      fetch.close();
    }
  }

  private static MemorySegment bytes(SealedVersion version) {
    return version.region().bytes().asSlice(0, version.size());
  }

  private static SocketChannel connected(ServerSocketChannel server) throws IOException {
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    return SocketChannel.open(server.getLocalAddress());
  }

  private static void serve(SocketChannel source, SealedVersion[] current) {
    try {
      Serving.Versions versions =
          _ -> Optional.of(current[0]).filter(SealedVersion::retain).map(Serving.Offered::new);
      new Serving(source, new Member(0, 1, "reader"), versions, new Readers()).run();
    } catch (IOException end) {
      // The test closes the connection.
    }
  }
}
