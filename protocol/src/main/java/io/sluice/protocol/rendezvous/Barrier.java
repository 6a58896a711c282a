package io.sluice.protocol.rendezvous;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.rendezvous.Rendezvous.Message;
import io.sluice.protocol.rendezvous.Rendezvous.State;
import java.util.Optional;

/**
 * A cyclic barrier: all parties of a generation go on together, when the last of them has arrived.
 * A generation is broken for all its parties if one of them gives up, or its process crashes, after
 * it has arrived and before the last one does. The next arrival begins the next generation.
 */
public final class Barrier {

  private static final String NAME = "barrier";

  /** Small enough to be searched. */
  private static final int USUAL = 2;

  public static final Algorithm<State, Message> ALGORITHM = algorithm(USUAL);

  private Barrier() {}

  /**
   * A barrier for that number of parties.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link Rule#MOST}
   */
  public static Algorithm<State, Message> algorithm(int parties) {
    if (parties < 1 || parties > Rule.MOST) {
      throw new IllegalArgumentException(
          "a barrier has from 1 to %,d parties, not %,d".formatted(Rule.MOST, parties));
    }
    String name = parties == USUAL ? NAME : NAME + ":parties=" + parties;
    return RendezvousModel.algorithm(name, new Rule(Rule.Kind.BARRIER, parties))
        .orders("arrive", RendezvousModel::arrivals)
        .orders("give-up", RendezvousModel::surrenders)
        .build();
  }

  /** The barrier of a name such as {@code barrier:parties=3}. */
  public static Optional<Algorithm<State, Message>> find(String name) {
    return RendezvousModel.find(RendezvousModel.number(name, NAME, "parties"), Barrier::algorithm);
  }
}
