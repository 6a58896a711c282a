package io.sluice.protocol.rendezvous;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.rendezvous.Rendezvous.Message;
import io.sluice.protocol.rendezvous.Rendezvous.State;
import java.util.Optional;

/**
 * A count-down latch: it opens when it has been counted down as often as it was set to, and stays
 * open. A count that has been taken stays taken, also when the process that has taken it crashes.
 */
public final class Latch {

  private static final String NAME = "latch";

  /** Small enough to be searched. */
  private static final int USUAL = 2;

  public static final Algorithm<State, Message> ALGORITHM = algorithm(USUAL);

  private Latch() {}

  /**
   * A latch with that count.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link Rule#MOST}
   */
  public static Algorithm<State, Message> algorithm(int count) {
    if (count < 1 || count > Rule.MOST) {
      throw new IllegalArgumentException(
          "a latch counts down from 1 to %,d, not from %,d".formatted(Rule.MOST, count));
    }
    String name = count == USUAL ? NAME : NAME + ":count=" + count;
    return RendezvousModel.algorithm(name, new Rule(Rule.Kind.LATCH, count))
        .orders("count-down", RendezvousModel::arrivals)
        .build();
  }

  /** The latch of a name such as {@code latch:count=3}. */
  public static Optional<Algorithm<State, Message>> find(String name) {
    return RendezvousModel.find(RendezvousModel.number(name, NAME, "count"), Latch::algorithm);
  }
}
