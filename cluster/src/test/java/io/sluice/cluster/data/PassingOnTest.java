package io.sluice.cluster.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cluster.Member;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Readers of one version pass it on to each other while it arrives. */
@Timeout(30)
class PassingOnTest {

  private static final Member ADA = new Member(0, 1, "ada");
  private static final Member BOB = new Member(0, 2, "bob");
  private static final Member CYD = new Member(0, 3, "cyd");

  private static final int BLOCKS = 40;
  private static final long SIZE = (long) BLOCKS * Blocks.BYTES;

  private final RegionPool there = new RegionPool();
  private final RegionPool here = new RegionPool();
  private final List<AutoCloseable> open = new ArrayList<>();

  @AfterEach
  void close() throws Exception {
    for (var each : open) {
      each.close();
    }
  }

  @Test
  void whileOneReadsTheNextReadsFromIt() {
    var readers = new Readers();
    assertThat(readers.begin(ADA, 7, true)).isEmpty();
    assertThat(readers.begin(BOB, 7, true)).contains(ADA);
    assertThat(readers.begin(CYD, 7, true)).contains(BOB);
    assertThat(readers.begin(BOB, 7, false)).as("once only").isEmpty();
    assertThat(readers.begin(ADA, 8, true)).as("another version").isEmpty();
    readers.end(7);
    assertThat(readers.begin(BOB, 8, true)).contains(ADA);
    readers.end(8);
    assertThat(readers.begin(CYD, 8, true)).as("none reads here any more").isEmpty();
    assertThat(readers.begin(CYD, 8, true)).as("never from itself").isEmpty();
  }

  @Test
  void aReaderIsToldOnceFromWhomToRead() throws Exception {
    var readers = new Readers();
    assertThat(readers.begin(ADA, 1, true)).isEmpty();
    var whole = new Serving.Offered(version());
    var channel = served(whole, readers);

    var fetch = fetch();
    assertThat(fetch.run(channel)).isEmpty();
    assertThat(fetch.elsewhere()).contains(new Fetch.Elsewhere(ADA.high(), ADA.low()));
    var found = fetch.run(channel).orElseThrow();
    assertThat(found.version()).isEqualTo(1);
    assertThat(isSame(found, whole.version())).isTrue();
  }

  @Test
  void whatHasArrivedIsPassedOn() throws Exception {
    var version = version();
    version.region().spoil();
    var arriving = new Arriving(version);
    var channel = served(new Serving.Offered(version, Optional.of(arriving)), new Readers());
    var found = CompletableFuture.supplyAsync(() -> read(channel));

    for (int block = BLOCKS - 1; block > 0; block--) { // in any order
      arriving.arrived(block, 1);
      assertThat(found).isNotDone();
    }
    arriving.arrived(0, 1);
    assertThat(isSame(found.join(), version)).isTrue();
  }

  @Test
  void aReaderHearsThatAVersionDoesNotArrive() throws Exception {
    var version = version();
    version.region().spoil();
    var arriving = new Arriving(version);
    var channel = served(new Serving.Offered(version, Optional.of(arriving)), new Readers());
    var found = CompletableFuture.supplyAsync(() -> read(channel));

    arriving.arrived(0, 3);
    arriving.end();
    assertThatThrownBy(found::join)
        .isInstanceOf(CompletionException.class)
        .hasRootCauseInstanceOf(IOException.class);
  }

  private Fetch fetch() {
    return new Fetch(1, here, Optional.empty(), false, _ -> {});
  }

  private SealedVersion read(SocketChannel channel) {
    try {
      return fetch().run(channel).orElseThrow();
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private SealedVersion version() {
    var draft = new Draft(SealedVersion.first(SIZE, there), there);
    for (int block = 0; block < BLOCKS; block++) {
      draft.region().bytes().set(ValueLayout.JAVA_INT, Blocks.offset(block), block + 1);
    }
    return draft.seal(1);
  }

  private static boolean isSame(SealedVersion one, SealedVersion other) {
    return one.region().bytes().asSlice(0, SIZE).mismatch(other.region().bytes().asSlice(0, SIZE))
        < 0;
  }

  /** The reader's end of a connection to a node that offers a version. */
  private SocketChannel served(Serving.Offered offered, Readers readers) throws IOException {
    try (var server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      var reader = SocketChannel.open(server.getLocalAddress());
      var source = server.accept();
      open.addAll(List.of(reader, source));
      Serving.Versions versions = _ -> Optional.of(offered).filter(each -> each.version().retain());
      Thread.startVirtualThread(
          () -> {
            try (source) {
              new Serving(source, BOB, versions, readers).run();
            } catch (IOException end) {
              // One of the two ends has closed the connection.
            }
          });
      return reader;
    }
  }
}
