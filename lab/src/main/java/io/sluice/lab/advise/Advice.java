package io.sluice.lab.advise;

import io.sluice.protocol.priority.Models;
import java.util.List;
import java.util.Objects;

/**
 * What the advisor recommends.
 *
 * @param ranking the best choices, the best first
 * @param reasons sentences that explain why the first is the best
 * @param tried how many choices were simulated
 * @param simulations how many runs were simulated
 * @param seconds the simulated duration of each run of the best choices
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
   * A choice and its results.
   *
   * @param cost 1 if the choice is the best in every measure; see {@link Objective}
   * @param alike other configurations with exactly the same results on the same tree
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
