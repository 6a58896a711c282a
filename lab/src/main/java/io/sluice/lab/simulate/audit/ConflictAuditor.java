package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Judges every entry by the conflict rule, {@link Layout#compatible}. */
public final class ConflictAuditor implements Auditor {

  private static final int OUTSIDE = -1;

  private final Layout layout;
  private final ConflictClasses classes;

  /** The class, by its index, with which each process is inside. */
  private final int[] classOf;

  /** How many processes of each class are inside. */
  private int[] inside = new int[8];

  private Optional<Violation> violation = Optional.empty();

  public ConflictAuditor(Layout layout) {
    this.layout = layout;
    this.classes = new ConflictClasses(layout);
    this.classOf = new int[layout.size()];
    Arrays.fill(classOf, OUTSIDE);
  }

  @Override
  public void entered(long at, int process, Claim claim, long fence) {
    var own = classes.of(process, claim);
    if (own.index() >= inside.length) {
      inside = Arrays.copyOf(inside, 2 * own.index());
    }
    for (var rival : own.rivals()) {
      if (inside[rival.index()] > 0) {
        accuse(at, process, rival.index());
        break;
      }
    }
    classOf[process] = own.index();
    inside[own.index()]++;
  }

  @Override
  public void released(long at, int process, Claim claim) {
    inside[classOf[process]]--;
    classOf[process] = OUTSIDE;
  }

  @Override
  public Optional<Violation> violation() {
    return violation;
  }

  private void accuse(long at, int process, int rivals) {
    int other =
        IntStream.range(0, classOf.length)
            .filter(i -> classOf[i] == rivals)
            .findFirst()
            .orElseThrow();
    violation =
        Optional.of(
            new Violation(
                new Verdict.Exclusion(),
                "%s enters while %s is inside".formatted(layout.name(process), layout.name(other)),
                at,
                List.of(process, other)));
  }
}
