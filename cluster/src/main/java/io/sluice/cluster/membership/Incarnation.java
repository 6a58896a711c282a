package io.sluice.cluster.membership;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.wire.FrameCodec;
import java.util.function.BooleanSupplier;

/**
 * A node as one member: it seeks to be let in, is a member for a while, and ends. All but sending
 * and asking for the lease is done by one task after the other.
 */
public interface Incarnation {

  /** What becomes of it. */
  interface Fate extends Membership.Fate {
    void received(Member from, Frame frame);

    /** As in {@link Transport.Listener#codec}. */
    FrameCodec codec();
  }

  Membership membership();

  /** After how many leases in which nobody has let it in it is better to try anew. */
  int patience();

  void send(Member to, Frame frame);

  /** As in {@link Transport#idle}. */
  default void idle(BooleanSupplier over, long nanos) {
    Transport.park(this, nanos);
  }

  /** Makes sure that a thread in {@link #idle} looks again, unless it is parked. */
  default void rouse(Thread thread) {}

  /** Time has passed, which the membership is to hear of, too. */
  void tick(long now);

  /** Says and hears nothing more. */
  void end();
}
