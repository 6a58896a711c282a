package io.sluice.cluster;

import io.sluice.cluster.wire.FrameCodec;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Carries frames between nodes, and says which nodes are members.
 *
 * <p>Between two members of a view frames arrive in the order in which they were sent; each one
 * arrives once, or the sender or the receiver will not be in the next view.
 */
public interface Transport extends Closeable {

  /** A lease that never ends. */
  long FOREVER = Long.MAX_VALUE;

  /** Joins the cluster. Called once, before all other methods. */
  void start(Listener listener);

  /** Sends a frame to another member of the current view. */
  void send(Member to, Frame frame);

  /**
   * How long the others have promised not to go on without this node, as {@link System#nanoTime};
   * {@link #FOREVER} where no node can be cut off from the others.
   */
  long leaseUntil();

  /**
   * Nodes that have been silent for most of a lease, as far as this node can tell. They may be
   * alive, and members hold their locks until a view without them comes into force.
   */
  default Set<Member> silent() {
    return Set.of();
  }

  /**
   * Waits on a thread that waits for a lock. A transport may have the thread do its work meanwhile.
   *
   * @param over whether the thread need not wait any more
   * @param nanos how long to wait at most, {@link #FOREVER} for no limit; it may return earlier
   */
  default void idle(BooleanSupplier over, long nanos) {
    park(this, nanos);
  }

  /** Waits until the thread is unparked, or the time is over. */
  static void park(Object blocker, long nanos) {
    if (nanos == FOREVER) {
      LockSupport.park(blocker);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  /** Ends the wait of a thread in {@link #idle}, or else its next one. */
  default void rouse(Thread thread) {
    LockSupport.unpark(thread);
  }

  /** Whether bytes can be read from other members, by {@link #read} or {@link #neighbour}. */
  default boolean carriesBytes() {
    return false;
  }

  /**
   * Opens a connection of its own to a member, to read data that a lock protects. That it breaks
   * says nothing of the member.
   *
   * @throws IOException if the member cannot be reached now
   */
  default ByteChannel read(Member from, String resource) throws IOException {
    throw new IOException("this network carries no data");
  }

  /** The node of a member in this JVM, if it is one. */
  default Optional<Listener> neighbour(Member member) {
    return Optional.empty();
  }

  /** Departs from the cluster: this node holds nothing any more, and sends nothing more. */
  @Override
  void close();

  /** Is told what a transport receives, possibly on several threads at once. */
  interface Listener {

    /** How the frames of this node are written as bytes and read, for a transport that does. */
    FrameCodec codec();

    /**
     * A new view. If members were excluded from it, their leases have run out: they hold nothing
     * any more.
     *
     * @param self this node, which is a member
     */
    void onView(View view, Member self);

    /** A frame has arrived. */
    void onFrame(Member from, Frame frame);

    /**
     * A member has opened a connection to read data that a lock protects. Returns when it has
     * ended.
     */
    default void onBytes(Member from, String resource, ByteChannel channel) throws IOException {}

    /** The data that a lock protects, in that version or a newer one: for a node of this JVM. */
    default Optional<Object> sealed(String resource, long version) {
      return Optional.empty();
    }

    /** This node is no longer a member; it may become one again with a later view. */
    void onLost(String why);
  }
}
