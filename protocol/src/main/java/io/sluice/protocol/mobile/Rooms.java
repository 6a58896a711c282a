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

  public static final Algorithm<State, Message> ALGORITHM = admitting(0);

  /**
   * The same, but each room lets in so many latecomers after somebody has begun to wait for
   * another: whoever waits is delayed by at most so many entries for each room before its own.
   */
  public static Algorithm<State, Message> admitting(int latecomers) {
    if (latecomers < 0) {
      throw new IllegalArgumentException("0 or more latecomers, not " + latecomers);
    }
    Algorithm.Maker<State, Message> maker =
        (self, layout) -> new Mending(self, layout, Mobile.ARITY, latecomers);
    return Promises.of(Mobile.ARITY, latecomers, Algorithm.of("rooms", Family.ROOM, maker))
        .source("after Hernane and Gustedt, in Pervasive Computing, 2016, section 4")
        .cost("O(log n), at most 2 log2 n + 15")
        .tolerates("processes that join, leave and crash; needs FIFO channels")
        .build();
  }

  private Rooms() {}
}
