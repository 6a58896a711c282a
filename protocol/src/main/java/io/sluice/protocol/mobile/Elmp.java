package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.mobile.invariant.MobileInvariants;
import java.util.Optional;

/**
 * Exclusive locks for mobile processes: every holder is alone in a room of its own.
 *
 * <p>A request costs the way to the root, the answer back down, and for the exchange of places two
 * messages for each neighbour of the two, two places, a swap and the token: at most 2 log2 n + 13
 * in a complete tree with two children each. A root that holds the token enters without any
 * message.
 *
 * @see Mobile
 */
public final class Elmp {

  private static final String NAME = "elmp";

  public static final Algorithm<State, Message> ALGORITHM = balanced(Balancing.KEPT);

  /** The same on a tree that is balanced otherwise. */
  public static Algorithm<State, Message> balanced(Balancing balancing) {
    return MobileInvariants.of(NAME, Family.EXCLUSIVE, new Options(balancing, 0))
        .source("Hernane and Gustedt, in Pervasive Computing, 2016, section 3")
        .cost(MobileInvariants.cost(balancing, 5))
        .tolerates("processes that join, depart and crash; needs FIFO channels")
        .build();
  }

  /** The one of such a name as {@code elmp:lazy}, if it is one. */
  public static Optional<Algorithm<State, Message>> find(String name) {
    return Options.balancing(NAME, name).map(Elmp::balanced);
  }

  private Elmp() {}
}
