package io.sluice.lab.advise;

import io.sluice.protocol.priority.Models;
import java.util.List;
import java.util.Objects;

/**
 * What the advisor recommends.
 *
 * @param ranking the finalists, the best first
 * @param reasons sentences that say why the first one
 * @param tried how many choices were simulated
 * @param simulations how many runs there were
 * @param seconds how much time each of the finalists' runs simulated
 */
public record Advice(
    List<Participant> participants,
    Objective objective,
    List<Ranked> ranking,
    List<String> reasons,
    int tried,
    int simulations,
    double seconds) {

  /**
   * A choice and how it fared.
   *
   * @param cost 1 if it is the best in everything; see {@link Objective}
   * @param alike other configurations that did exactly the same on the same tree
   */
  public record Ranked(Choice choice, Measures measures, double cost, List<Models> alike) {
    public Ranked {
      alike = List.copyOf(alike);
    }
  }

  public Advice {
    participants = List.copyOf(participants);
    Objects.requireNonNull(objective);
    ranking = List.copyOf(ranking);
    reasons = List.copyOf(reasons);
  }

  public Ranked best() {
    return ranking.getFirst();
  }
}
