package io.sluice.protocol.forgetting;

import io.sluice.protocol.Fence;
import java.util.ArrayList;
import java.util.List;

/**
 * A proposal to forget names, and what the members have answered so far, at its proposer.
 *
 * @param missing how many members have not answered yet
 * @param names what has been answered, by the name: by all members together
 * @param fence the highest fencing number that any member knows of any of the names
 */
public record Proposal(int missing, List<Answer> names, @Fence long fence) {

  public Proposal {
    names = List.copyOf(names);
  }

  /**
   * A proposal whose proposer has frozen the names.
   *
   * @param others how many other members have to answer
   */
  public static Proposal of(int others, List<Answer> own, long fence) {
    return new Proposal(others, own, fence);
  }

  /** Another member has answered, in the order of the names. */
  public Proposal answered(List<Answer> answers, long highest) {
    if (answers.size() != names.size() || missing == 0) {
      throw new IllegalArgumentException(
          "%d answers to a proposal of %d names, for which %d members are missing"
              .formatted(answers.size(), names.size(), missing));
    }
    var both = new ArrayList<Answer>(names.size());
    for (int i = 0; i < names.size(); i++) {
      both.add(names.get(i).and(answers.get(i)));
    }
    return new Proposal(missing - 1, both, Math.max(fence, highest));
  }

  /** Whether all have answered, so that the proposer decides. */
  public boolean isComplete() {
    return missing == 0;
  }

  /**
   * The decision about a name: it is forgotten if all have frozen it, and no message of its lock is
   * in transit. All members together have sent as many as they have taken then, and none of them
   * sends or takes one until it hears the decision.
   */
  public boolean isForgotten(int name) {
    return names.get(name).isFrozen() && names.get(name).balance() == 0;
  }

  /** The decision about all names, in their order. */
  public List<Boolean> forgotten() {
    var all = new ArrayList<Boolean>(names.size());
    for (int i = 0; i < names.size(); i++) {
      all.add(isForgotten(i));
    }
    return all;
  }
}
