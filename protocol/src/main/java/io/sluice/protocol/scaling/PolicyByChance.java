package io.sluice.protocol.scaling;

import io.sluice.protocol.scaling.Decision.Delete;
import io.sluice.protocol.scaling.Decision.Stay;

/**
 * The scaling decision of Belkhiria and Tedeschi, <em>Decentralized Scaling for Stream Processing
 * Engines</em>, 2019 (Algorithms 2, 3, 4, 8 and 11), its errors in print corrected.
 *
 * <p>Every instance decides for itself, every few of its own steps. If it is too busy it takes its
 * share of what the operator lacks, p = asked / n_t: it duplicates ⌊p⌋ times, and once more with
 * probability p − ⌊p⌋. If it is too idle it deletes itself, with the probability of its share of
 * the excess. So the number of instances after a round is right on average; a single round may miss
 * it by chance.
 *
 * <ul>
 *   <li>Algorithm 4, line 4 draws with p: it must be p − ⌊p⌋. Line 5 goes on only if n &gt; 1, and
 *       so would never duplicate once: it must be n ≥ 1.
 *   <li>Algorithm 2 rounds the required change down, also below zero: {@link LoadTarget#asked}
 *       rounds towards zero. Algorithm 8 draws with that negative number: its size is the
 *       probability.
 *   <li>The keeper never deletes itself, so the others must do it the more: the share is one in n_t
 *       − 1. With n_t, as printed, too few delete themselves on average.
 * </ul>
 *
 * @param period each instance decides once in that number of steps
 */
public record PolicyByChance(LoadTarget target, int period) implements Policy {

  public PolicyByChance {
    Policy.requirePeriod(period);
  }

  /** The same with other thresholds. */
  PolicyByChance with(LoadTarget other) {
    return new PolicyByChance(other, period);
  }

  @Override
  public String name() {
    return "by chance";
  }

  @Override
  public boolean isDue(long step, long age, int rank, int siblings) {
    return age > 0 && age % period == 0;
  }

  @Override
  public Decision decide(Load load, double drawn) {
    int asked = target.asked(load.ofOperator(), load.sharing());
    if (asked > 0 && target.isTooBusy(load.records())) {
      double factor = (double) asked / load.sharing();
      int sure = (int) factor;
      return Decision.duplicate(drawn < factor - sure ? sure + 1 : sure);
    }
    if (asked < 0 && target.isTooIdle(load.records()) && !load.keeper()) {
      double probability = (double) -asked / (load.sharing() - 1);
      return drawn < probability ? new Delete() : new Stay();
    }
    return new Stay();
  }
}
