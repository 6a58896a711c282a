package io.sluice.cluster;

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

  /** Wants to be left out of the next view. */
  void leave();

  /** Time has passed. */
  void tick();

  /** Says and hears nothing more. */
  void end();
}
