package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.mobile.invariant.MobileInvariants;
import java.util.Optional;

/**
 * Read-write locks for mobile processes, generalised: every request names a room, and requests for
 * the same room that follow each other in the queue share it. Readers are the holders of one room.
 *
 * <p>This is group mutual exclusion for groups that are not fixed, first come first served between
 * rooms: once a process waits for another room, the open one admits no more, or only a few ({@link
 * #admitting}).
 *
 * @see Mobile
 */
public final class Rooms {

  private static final String NAME = "rooms";

  public static final Algorithm<State, Message> ALGORITHM = algorithm(Options.USUAL);

  /**
   * The same, but latecomers are admitted to the open room although a process waits for another
   * room: at most that number in all before a waiting process, however many rooms are before its
   * own.
   */
  public static Algorithm<State, Message> admitting(int latecomers) {
    return algorithm(new Options(Balancing.KEPT, latecomers));
  }

  /** The same on a tree that is balanced otherwise. */
  public static Algorithm<State, Message> balanced(Balancing balancing) {
    return algorithm(new Options(balancing, 0));
  }

  /** The one of such a name as {@code rooms:lazy:admitting=3}, if it is one. */
  public static Optional<Algorithm<State, Message>> find(String name) {
    return Options.of(NAME, name).map(Rooms::algorithm);
  }

  private static Algorithm<State, Message> algorithm(Options options) {
    return MobileInvariants.of(NAME, Family.ROOM, options)
        .source("after Hernane and Gustedt, in Pervasive Computing, 2016, section 4")
        .cost(MobileInvariants.cost(options.balancing(), 7))
        .tolerates("processes that join, depart and crash; needs FIFO channels")
        .build();
  }

  private Rooms() {}
}
