package io.sluice.lab.simulate;

import io.sluice.protocol.Claim;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/**
 * What the applications do: think, ask, stay inside, release, and again.
 *
 * @param entries how often each process asks, or {@link #UNLIMITED}
 * @param unmeasured how many of each process's first waits are left out of the latency
 * @param think for a process, the time between releasing and asking again
 * @param hold for a claim, the time inside
 * @param start when each process asks first
 * @param claims for a process, what it may ask for; each time one is chosen at random
 * @param asks which processes ask at all; the others only answer
 * @param patience how long a process waits before it withdraws its request; empty if it never does
 */
public record Workload(
    int entries,
    int unmeasured,
    IntFunction<Delay> think,
    Function<Claim, Delay> hold,
    Start start,
    IntFunction<List<Claim>> claims,
    IntPredicate asks,
    Optional<Delay> patience) {

  /** Asking until the run's duration is over. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final Delay SECOND = Delay.millis(1000);
  private static final List<Claim> EXCLUSIVE = List.of(Claim.EXCLUSIVE);

  /** When a process asks for the first time. */
  public sealed interface Start {

    /** At any moment of a think time, so that processes do not ask in step. */
    Start SPREAD = new OverThinkTime();

    /** All processes at the very beginning, in the order of their numbers. */
    Start TOGETHER = new Within(0);

    /** At any moment of a think time. */
    record OverThinkTime() implements Start {}

    /** At any moment of a period that begins with the run. */
    record Within(long nanos) implements Start {
      public Within {
        Nanos.checked("the period of the first requests", nanos);
      }
    }
  }

  public Workload {
    if (entries < 0) {
      throw new IllegalArgumentException("a process asks 0 times or more, not " + entries);
    }
    if (unmeasured < 0) {
      throw new IllegalArgumentException(
          "0 or more waits are left out of the latency, not " + unmeasured);
    }
  }

  /**
   * Every process asks for the plain lock a number of times, with a second to think and a second
   * inside.
   */
  public static Workload entries(int each) {
    return new Workload(
        each,
        0,
        _ -> SECOND,
        _ -> SECOND,
        Start.SPREAD,
        _ -> EXCLUSIVE,
        _ -> true,
        Optional.empty());
  }

  /** Every process asks again and again. */
  public static Workload unlimited() {
    return entries(UNLIMITED);
  }

  public Workload think(Delay time) {
    return thinkOf(_ -> time);
  }

  /** Some ask more often than others. */
  public Workload thinkOf(IntFunction<Delay> ofProcess) {
    return new Workload(entries, unmeasured, ofProcess, hold, start, claims, asks, patience);
  }

  public Workload hold(Delay time) {
    return holdOf(_ -> time);
  }

  /** Some stay longer than others. */
  public Workload holdOf(Function<Claim, Delay> ofClaim) {
    return new Workload(entries, unmeasured, think, ofClaim, start, claims, asks, patience);
  }

  public Workload start(Start rule) {
    return new Workload(entries, unmeasured, think, hold, rule, claims, asks, patience);
  }

  public Workload unmeasured(int first) {
    return new Workload(entries, first, think, hold, start, claims, asks, patience);
  }

  public Workload claims(IntFunction<List<Claim>> ofProcess) {
    return new Workload(entries, unmeasured, think, hold, start, ofProcess, asks, patience);
  }

  public Workload asks(IntPredicate processes) {
    return new Workload(entries, unmeasured, think, hold, start, claims, processes, patience);
  }

  /** A process withdraws after waiting this long; that entry counts as asked for. */
  public Workload patience(Delay time) {
    return new Workload(entries, unmeasured, think, hold, start, claims, asks, Optional.of(time));
  }
}
