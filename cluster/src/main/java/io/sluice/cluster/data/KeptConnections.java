package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connections of one node for data that are open and not in use. Each is kept for a while, since
 * opening one takes longer than a hand-over of little data. For all threads.
 */
final class KeptConnections {

  private static final Logger LOG = LoggerFactory.getLogger(KeptConnections.class);

  /** Connections that are not used for this time are closed. */
  private static final long IDLE_SECONDS = 5;

  /** By the member at the other end. */
  private final Map<Member, ByteChannel> kept = new ConcurrentHashMap<>();

  /** The connection to a member; it is the caller's alone from now on. */
  Optional<ByteChannel> take(Member peer) {
    return Optional.ofNullable(kept.remove(peer));
  }

  /** Keeps a connection on which nothing is under way. */
  void keep(Member peer, ByteChannel channel) {
    var before = kept.put(peer, channel);
    if (before != null) {
      close(before);
    }
    CompletableFuture.delayedExecutor(IDLE_SECONDS, TimeUnit.SECONDS)
        .execute(
            () -> {
              if (kept.remove(peer, channel)) {
                close(channel);
              }
            });
  }

  /** Closes all. */
  void closeAll() {
    kept.values().forEach(KeptConnections::close);
    kept.clear();
  }

  static void close(ByteChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.trace("closing", e);
    }
  }
}
