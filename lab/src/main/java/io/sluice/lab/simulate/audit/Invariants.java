package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Violation;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Invariant;
import io.sluice.protocol.World;
import java.util.List;
import java.util.Optional;

/** Judges a world by what its protocol promises. */
public final class Invariants<S, M> {

  private final Algorithm<S, M> algorithm;

  public Invariants(Algorithm<S, M> algorithm) {
    this.algorithm = algorithm;
  }

  public Optional<Violation> judge(long now, World<S, M> world) {
    return algorithm.invariants().stream()
        .filter(invariant -> !holds(invariant, world))
        .findFirst()
        .map(
            broken ->
                new Violation(
                    new Verdict.Broken(broken.name()),
                    "the invariant '%s' of %s does not hold"
                        .formatted(broken.name(), algorithm.name()),
                    now,
                    List.of()));
  }

  private boolean holds(Invariant<S, M> invariant, World<S, M> world) {
    return switch (invariant) {
      case Invariant.OfWorld<S, M>(_, var rule) -> rule.test(world);
      case Invariant.OfPairs<S, M>(_, var rule) -> holdsOfPairs(rule, world);
    };
  }

  private boolean holdsOfPairs(Invariant.PairRule<S, M> rule, World<S, M> world) {
    var layout = world.layout();
    for (int one = 1; one < layout.size(); one++) {
      for (int other = 0; other < one; other++) {
        if (layout.compete(one, other)
            && !world.crashed(one)
            && !world.crashed(other)
            && !rule.holds(
                one,
                world.state(one),
                other,
                world.state(other),
                world.inTransit(one, other),
                world.inTransit(other, one))) {
          return false;
        }
      }
    }
    return true;
  }
}
