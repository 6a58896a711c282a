package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.mobile.invariant.MobileInvariants;
import java.util.Optional;

/**
 * Read-write locks with mobile processes: readers are in one room, every writer is alone.
 *
 * <p>The first reader after a writer is the read manager. It hears of the next reader from the
 * latest one, lets it in, and counts; so a reader costs up to three messages more than a request of
 * {@link Elmp}, and no token. A writer that gives up between two groups of readers does not keep
 * them apart once its turn has come.
 *
 * @see Mobile
 */
public final class RwLmp {

  private static final String NAME = "rw-lmp";

  public static final Algorithm<State, Message> ALGORITHM = balanced(Balancing.KEPT);

  /** The same on a tree that is balanced otherwise. */
  public static Algorithm<State, Message> balanced(Balancing balancing) {
    return MobileInvariants.of(NAME, Family.READ_WRITE, new Options(balancing, 0))
        .source("Hernane and Gustedt, in Pervasive Computing, 2016, section 4")
        .cost(MobileInvariants.cost(balancing, 7))
        .tolerates("processes that join, depart and crash; needs FIFO channels")
        .build();
  }

  /** The one of such a name as {@code rw-lmp:lazy}, if it is one. */
  public static Optional<Algorithm<State, Message>> find(String name) {
    return Options.balancing(NAME, name).map(RwLmp::balanced);
  }

  private RwLmp() {}
}
