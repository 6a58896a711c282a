package io.sluice.lab.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Everything that goes wrong in a run, apart from single messages (see {@link Network}): what is
 * scheduled, and what strikes at random.
 *
 * <p>Rates are per simulated second and for the whole cluster. Random faults alone keep no run
 * going: one in which nothing else can happen any more has ended.
 *
 * @param scheduled faults at fixed times
 * @param detection how long after a crash each survivor learns of it, each drawn for itself; empty
 *     if they never do. A paused process is never taken for a crashed one.
 */
public record Faults(
    List<Fault> scheduled,
    Crashes crashes,
    Pauses pauses,
    Partitions partitions,
    Optional<Delay> detection) {

  /** Nothing goes wrong. */
  public static final Faults NONE =
      new Faults(
          List.of(),
          new Crashes(0, 0),
          new Pauses(0, Delay.NONE),
          new Partitions(0, Delay.NONE, Fault.Crossing.HELD),
          Optional.empty());

  /**
   * Crashes at random, of processes still up.
   *
   * @param most how many at most; one process survives in any case
   */
  public record Crashes(double rate, int most) {
    public Crashes {
      checkRate("crashes", rate);
      if (most < 0) {
        throw new IllegalArgumentException("0 or more processes crash at random, not " + most);
      }
    }
  }

  /** Pauses at random, as a garbage collection or an overloaded machine makes them. */
  public record Pauses(double rate, Delay length) {
    public Pauses {
      checkRate("pauses", rate);
    }
  }

  /** Partitions at random; a coin puts each process on one side or the other. */
  public record Partitions(double rate, Delay length, Fault.Crossing crossing) {
    public Partitions {
      checkRate("partitions", rate);
    }
  }

  public Faults {
    scheduled = List.copyOf(scheduled);
  }

  /** The same with one more scheduled fault. */
  public Faults with(Fault fault) {
    var more = new ArrayList<>(scheduled);
    more.add(fault);
    return new Faults(more, crashes, pauses, partitions, detection);
  }

  public Faults with(Crashes random) {
    return new Faults(scheduled, random, pauses, partitions, detection);
  }

  public Faults with(Pauses random) {
    return new Faults(scheduled, crashes, random, partitions, detection);
  }

  public Faults with(Partitions random) {
    return new Faults(scheduled, crashes, pauses, random, detection);
  }

  /** The same, but survivors learn of a crash. */
  public Faults detectedAfter(Delay delay) {
    return new Faults(scheduled, crashes, pauses, partitions, Optional.of(delay));
  }

  private static void checkRate(String what, double perSecond) {
    // Written so that NaN fails too; with more, there would be no time between two of them.
    if (!(perSecond >= 0 && perSecond <= 1e6)) {
      throw new IllegalArgumentException(
          "the rate of " + what + " must be from 0 to a million a second, not " + perSecond);
    }
  }
}
