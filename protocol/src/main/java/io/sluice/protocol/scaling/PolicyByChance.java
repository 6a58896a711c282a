package io.sluice.protocol.scaling;

import io.sluice.protocol.scaling.Decision.Delete;
import io.sluice.protocol.scaling.Decision.Stay;

/**
 * The scaling decision of Belkhiria and Tedeschi, <em>Decentralized Scaling for Stream Processing
 * Engines</em>, 2019 (Algorithms 2, 3, 4, 8 and 11), its errors in print corrected.
 *
 * <p>Every instance decides for itself, every few steps of its own life. If it is too busy it takes
 * its part in what the operator lacks, p = asked / n_t: it duplicates ⌊p⌋ times, and once more with
 * the probability p − ⌊p⌋. If it is too idle it leaves, with the probability of its part in what is
 * too much. So the number of instances after a round is right on average; by how much a single
 * round misses it is a matter of chance.
 *
 * <ul>
 *   <li>Algorithm 4, line 4 draws with p: it must be what ⌊p⌋ leaves of p. Line 5 goes on only if n
 *       &gt; 1, and so would never duplicate once: it must be n ≥ 1.
 *   <li>Algorithm 2 rounds down what is asked for, also below zero: {@link LoadTarget#asked} rounds
 *       towards zero. Algorithm 8 draws with that negative number: its size is the probability.
 *   <li>The keeper never leaves, so the others must leave the more: the part is one in n_t − 1.
 *       With n_t, as printed, too few leave on average.
 * </ul>
 *
 * @param period each instance decides once in so many steps
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
