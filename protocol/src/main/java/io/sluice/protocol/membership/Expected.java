package io.sluice.protocol.membership;

/**
 * How many processes a cluster without a fixed first address counts on. Any of them may found it;
 * what keeps two clusters from working at the same time is that a member has a lease only while
 * more than half of these processes answer it.
 *
 * <p>At most that many processes that count run at any time. One that is started in the place of
 * another does not know what that one has answered, and so rests before it seeks to join, for as
 * long as a lease may last that builds on such an answer ({@link Phase.Resting}).
 *
 * @param processes how many there are at most; 0 if the cluster has a fixed first address, and a
 *     quorum of the view is enough
 * @param counts whether this process is one of them; others join as guests, whose answers do not
 *     count
 */
public record Expected(int processes, boolean counts) {

  /** The cluster has a fixed first address. */
  public static final Expected NONE = new Expected(0, true);

  public Expected {
    if (processes < 0) {
      throw new IllegalArgumentException("a cluster expects 1 process or more");
    }
  }

  public boolean isNone() {
    return processes == 0;
  }

  /** How many processes that count must answer a member. */
  public int needed() {
    return isNone() ? 0 : processes / 2 + 1;
  }
}
