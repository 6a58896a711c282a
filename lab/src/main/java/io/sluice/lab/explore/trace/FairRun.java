package io.sluice.lab.explore.trace;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Chooses what happens next on a run so that nothing that stays possible is put off without end,
 * and notices when the run has gone round in a circle.
 */
final class FairRun {

  /**
   * A world that the run has passed.
   *
   * @param possible what was bound to happen there
   */
  private record Passed(long world, Set<Integer> possible) {}

  private final List<Passed> passed = new ArrayList<>();
  private final List<Integer> taken = new ArrayList<>();

  /** What is bound to happen now, that which has been possible for longest first. */
  private final Set<Integer> pending = new LinkedHashSet<>();

  /**
   * The run has come to a world.
   *
   * @return after how many moves a circle begins that ends here, if there is one
   */
  OptionalInt arrive(long world, Set<Integer> possible) {
    pending.retainAll(possible);
    pending.addAll(possible);
    var due = new TreeSet<>(possible);
    for (int k = passed.size() - 1; k >= 0; k--) {
      due.remove(taken.get(k));
      due.retainAll(passed.get(k).possible);
      if (passed.get(k).world == world && due.isEmpty()) {
        return OptionalInt.of(k);
      }
    }
    passed.add(new Passed(world, new TreeSet<>(possible)));
    return OptionalInt.empty();
  }

  /** What happens next. */
  int next() {
    int next = pending.iterator().next();
    pending.remove(next);
    taken.add(next);
    return next;
  }
}
