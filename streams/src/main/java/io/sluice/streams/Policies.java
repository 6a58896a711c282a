package io.sluice.streams;

import io.sluice.protocol.scaling.LoadTarget;
import io.sluice.protocol.scaling.Policy;
import io.sluice.protocol.scaling.PolicyByChance;
import io.sluice.protocol.scaling.PolicyInTurn;
import io.sluice.protocol.scaling.PolicyWithHysteresis;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/**
 * The policies by which instances decide to duplicate or delete themselves, the same that the lab
 * simulates. Each is made for the capacity of an instance, which is measured.
 */
public final class Policies {

  /** The share of its capacity that an instance should use. */
  private static final double RATIO = 0.7;

  private static final double UP = 0.85;
  private static final double DOWN = 0.5;
  private static final double TURNING_UP = 0.9;
  private static final double TURNING_DOWN = 0.4;
  private static final double STEEP = 0.3;

  /** Each instance decides once in that number of steps. */
  private static final int PERIOD = 4;

  private static final Map<String, DoubleFunction<Policy>> ALL =
      new TreeMap<>(
          Map.of(
              "in-turn", Policies.inTurn(),
              "by-chance", Policies.byChance(),
              "with-hysteresis", Policies.withHysteresis()));

  private Policies() {}

  /** The instances take turns, and the one whose turn it is makes the whole change. */
  public static DoubleFunction<Policy> inTurn() {
    return capacity -> new PolicyInTurn(target(capacity), STEEP, PERIOD);
  }

  /** Every instance decides for itself, by its share of what is lacking. */
  public static DoubleFunction<Policy> byChance() {
    return capacity -> new PolicyByChance(target(capacity), PERIOD);
  }

  /** As {@link #byChance}, but reversing takes more than going on. */
  public static DoubleFunction<Policy> withHysteresis() {
    return capacity ->
        new PolicyWithHysteresis(
            new PolicyByChance(target(capacity), PERIOD),
            target(capacity).between(TURNING_DOWN, TURNING_UP));
  }

  /** The policies by the names that the command line has for them. */
  public static Map<String, DoubleFunction<Policy>> byName() {
    return Map.copyOf(ALL);
  }

  private static LoadTarget target(double capacity) {
    return new LoadTarget(capacity, RATIO, UP, DOWN);
  }
}
