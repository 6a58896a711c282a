package io.sluice.cluster;

import io.sluice.cluster.wire.FrameCodec;
import java.io.Closeable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What carries frames between nodes, and says who takes part.
 *
 * <p>Between two members of a view frames arrive in the order in which they were sent; each one
 * arrives once, or the sender or the receiver will not be in the next view.
 */
public interface Transport extends Closeable {

  /** A lease that never ends. */
  long FOREVER = Long.MAX_VALUE;

  /** Begins to take part. Called once, before all else. */
  void start(Listener listener);

  /** Sends a frame to another member of the current view. */
  void send(Member to, Frame frame);

  /**
   * How long the others have promised not to go on without this node, as {@link System#nanoTime};
   * {@link #FOREVER} where nobody can be cut off from the others.
   */
  long leaseUntil();

  /**
   * The calling thread waits for a lock, and has nothing else to do. A transport may make use of
   * it.
   *
   * @param over whether it need not wait any more
   * @param nanos how long it would wait at most, {@link #FOREVER} for ever; it may return earlier
   */
  default void idle(BooleanSupplier over, long nanos) {
    park(this, nanos);
  }

  /** Does nothing until somebody unparks the thread, or the time is over. */
  static void park(Object blocker, long nanos) {
    if (nanos == FOREVER) {
      LockSupport.park(blocker);
    } else {
      LockSupport.parkNanos(blocker, nanos);
    }
  }

  /** Ends the waiting of a thread in {@link #idle}, or else its next. */
  default void rouse(Thread thread) {
    LockSupport.unpark(thread);
  }

  /** Takes leave: this node holds nothing any more, and says nothing more. */
  @Override
  void close();

  /** Hears from a transport, possibly on several threads at once. */
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

    /** A frame has come. */
    void onFrame(Member from, Frame frame);

    /** This node is a member no longer; it may become one again with a later view. */
    void onLost(String why);
  }
}
