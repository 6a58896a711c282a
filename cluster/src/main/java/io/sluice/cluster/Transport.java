package io.sluice.cluster;

import java.io.Closeable;

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

  /** Takes leave: this node holds nothing any more, and says nothing more. */
  @Override
  void close();

  /** Hears from a transport, possibly on several threads at once. */
  interface Listener {

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
