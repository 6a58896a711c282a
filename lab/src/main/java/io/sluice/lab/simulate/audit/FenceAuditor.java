package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.audit.ConflictClasses.ConflictClass;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Judges that a fencing number is higher than that of every conflicting grant before. */
public final class FenceAuditor implements Auditor {

  /** The highest number given to a class, and the highest given to another of its processes. */
  private static final class Highest {
    private int holder = -1;
    private long fence = Long.MIN_VALUE;
    private int runnerUp = -1;
    private long runnerUpFence = Long.MIN_VALUE;

    void note(int process, long given) {
      if (process == holder) {
        fence = Math.max(fence, given);
      } else if (given > fence) {
        runnerUp = holder;
        runnerUpFence = fence;
        holder = process;
        fence = given;
      } else if (given > runnerUpFence) {
        runnerUp = process;
        runnerUpFence = given;
      }
    }
  }

  private final Layout layout;
  private final ConflictClasses classes;
  private final List<Highest> byClass = new ArrayList<>();
  private Optional<Violation> violation = Optional.empty();

  public FenceAuditor(Layout layout) {
    this.layout = layout;
    this.classes = new ConflictClasses(layout);
  }

  @Override
  public void entered(long at, int process, Claim claim, long fence) {
    var own = classes.of(process, claim);
    if (own.index() == byClass.size()) {
      byClass.add(new Highest());
    }
    for (var rival : own.rivals()) {
      compare(at, process, fence, rival);
    }
    byClass.get(own.index()).note(process, fence);
  }

  @Override
  public Optional<Violation> violation() {
    return violation;
  }

  private void compare(long at, int process, long fence, ConflictClass rival) {
    var highest = byClass.get(rival.index());
    // A process does not compete with itself.
    boolean own = highest.holder == process;
    int holder = own ? highest.runnerUp : highest.holder;
    long earlier = own ? highest.runnerUpFence : highest.fence;
    if (holder >= 0 && fence <= earlier) {
      violation =
          Optional.of(
              new Violation(
                  new Verdict.Broken("fence"),
                  "%s entered with fencing number %d after %s had number %d"
                      .formatted(layout.name(process), fence, layout.name(holder), earlier),
                  at,
                  List.of(process, holder)));
    }
  }
}
