package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import io.sluice.cluster.runtime.Resource;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a version to a member which waits, before that one requests it: so the bytes of little data
 * arrive with the lock, and not a round trip later.
 *
 * <p>The bytes go over a connection for data. When all are sent, they are announced among the
 * messages of the lock, so that the member knows of them when it is granted the lock; {@link
 * PushedVersions} is its end.
 *
 * <p>For tasks of the lock's mailbox, unless said otherwise.
 */
final class Pushing {

  private static final Logger LOG = LoggerFactory.getLogger(Pushing.class);

  private final Resource resource;
  private final KeptConnections idle;

  /** What this node has to send, or is sending. */
  private final AtomicReference<Optional<Push>> outgoing = new AtomicReference<>(Optional.empty());

  /** The members to which a connection is being opened. */
  private final Set<Member> opening = ConcurrentHashMap.newKeySet();

  /** A version that is to be sent; retained. */
  private record Push(
      Member to, SealedVersion version, long there, ByteChannel channel, AtomicBoolean begun) {

    /** It is not sent, or not to its end. */
    void cancel() {
      KeptConnections.close(channel);
      if (begun.compareAndSet(false, true)) {
        version.release();
      }
    }
  }

  Pushing(Resource resource, KeptConnections idle) {
    this.resource = resource;
    this.idle = idle;
  }

  /**
   * Prepares to send a version, if that is little and a connection is open; otherwise one will be
   * the next time.
   *
   * @param there the version that the member has
   * @return whether it is to be sent
   */
  boolean prepare(Member to, SealedVersion version, long there) {
    if (!Blocks.isLittle(version.marks(), there)
        || resource.host().transport().neighbour(to).isPresent()) {
      return false;
    }
    var channel = idle.take(to);
    if (channel.isEmpty()) {
      open(to);
      return false;
    }
    if (!version.retain()) {
      throw new IllegalStateException(version + " was given back before it was sent");
    }
    var push = new Push(to, version, there, channel.get(), new AtomicBoolean());
    outgoing.getAndSet(Optional.of(push)).ifPresent(Push::cancel);
    return true;
  }

  private void open(Member to) {
    if (opening.add(to)) {
      Transfers.THREADS.execute(
          () -> {
            try {
              idle.keep(to, resource.host().transport().read(to, resource.name()));
            } catch (IOException e) {
              LOG.debug("no connection to {}", to, e);
            } finally {
              opening.remove(to);
            }
          });
    }
  }

  /**
   * Sends what has been prepared; not within the mailbox, since it waits for a member that does not
   * read.
   *
   * @return whether all of it was sent, so that it is to be announced
   */
  boolean send() {
    var current = outgoing.get();
    if (current.isEmpty() || !current.get().begun.compareAndSet(false, true)) {
      return false;
    }
    boolean whole = send(current.get()) && outgoing.compareAndSet(current, Optional.empty());
    if (whole) {
      idle.keep(current.get().to, current.get().channel);
    } else {
      KeptConnections.close(current.get().channel);
    }
    return whole;
  }

  private static boolean send(Push push) {
    try {
      new Serving(push.channel, push.to, _ -> Optional.empty(), new Readers())
          .push(push.version, push.there);
      return true;
    } catch (IOException e) {
      LOG.debug("cannot push {} to {}", push.version, push.to, e);
      return false;
    } finally {
      push.version.release();
    }
  }

  /** The view has changed, or the node departs. */
  void cancel() {
    outgoing.getAndSet(Optional.empty()).ifPresent(Push::cancel);
  }
}
