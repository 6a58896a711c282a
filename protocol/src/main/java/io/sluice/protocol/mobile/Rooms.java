package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;

/**
 * Read-write locks with mobile processes, generalised: every request names a room, and requests for
 * the same room that follow each other in the queue share it. Readers are people in one room.
 *
 * <p>This is group mutual exclusion for groups that are not fixed, first come first served between
 * rooms: once somebody waits for another room, nobody else is let into the open one.
 *
 * @see Mobile
 */
public final class Rooms {

  public static final Algorithm<State, Message> ALGORITHM =
      Promises.of(Mobile.ARITY, Algorithm.of("rooms", Family.ROOM, Mending::new))
          .source("after Hernane and Gustedt, in Pervasive Computing, 2016, section 4")
          .cost("O(log n), at most 2 log2 n + 15")
          .tolerates("processes that join and leave; needs FIFO channels")
          .build();

  private Rooms() {}
}
