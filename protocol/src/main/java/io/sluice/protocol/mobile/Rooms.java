package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;

/**
 * Read-write locks with mobile processes, generalised: every request names a room, and requests for
 * the same room that follow each other in the queue share it. Readers are people in one room.
 *
 * <p>This is group mutual exclusion for groups that are not fixed, first come first served between
 * rooms: once somebody waits for another room, nobody else is let into the open one, or only a few
 * ({@link #admitting}).
 *
 * @see Mobile
 */
public final class Rooms {

  public static final String NAME = "rooms";

  public static final Algorithm<State, Message> ALGORITHM = admitting(0);

  /**
   * The same, but each room lets in so many latecomers after somebody has begun to wait for
   * another: whoever waits is delayed by at most so many entries for each room before its own.
   */
  public static Algorithm<State, Message> admitting(int latecomers) {
    return of(Balancing.KEPT, latecomers);
  }

  /** The same on a tree that is balanced otherwise. */
  public static Algorithm<State, Message> balanced(Balancing balancing) {
    return of(balancing, 0);
  }

  private static Algorithm<State, Message> of(Balancing balancing, int latecomers) {
    if (latecomers < 0) {
      throw new IllegalArgumentException("0 or more latecomers, not " + latecomers);
    }
    return Promises.of(NAME, Family.ROOM, balancing, latecomers)
        .source("after Hernane and Gustedt, in Pervasive Computing, 2016, section 4")
        .cost(Promises.cost(balancing, 7))
        .tolerates("processes that join, leave and crash; needs FIFO channels")
        .build();
  }

  private Rooms() {}
}
