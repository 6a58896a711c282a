package io.sluice.cluster;

import java.util.function.BooleanSupplier;

/**
 * A node as one member: it seeks to be let in, is a member for a while, and ends. All but sending
 * and asking for the lease is done by one task after the other.
 */
public interface Life {

  /** What becomes of it. */
  interface Fate {
    void installed(View view, Member self);

    void received(Member from, Frame frame);

    void lost(String why);
  }

  /** As in {@link Transport#leaseUntil}. */
  long leaseUntil();

  boolean isMember();

  void send(Member to, Frame frame);

  /** As in {@link Transport#idle}. */
  default void idle(BooleanSupplier over, long nanos) {
    Transport.park(this, nanos);
  }

  /** Makes sure that a thread in {@link #idle} looks again, unless it is parked. */
  default void rouse(Thread thread) {}

  /** Wants to be left out of the next view. */
  void leave();

  /** Time has passed. */
  void tick();

  /** Says and hears nothing more. */
  void end();
}
