package io.sluice.lab.explore.world;

import io.sluice.lab.explore.world.Client.Draw;
import io.sluice.lab.explore.world.Client.Grant;
import io.sluice.lab.verdict.Finding;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The outcome of one protocol step, in the numbers of the {@link Dictionary}.
 *
 * @param next the next local state
 * @param change what the change of state does to the world's fingerprint
 * @param effects what becomes of the client; 0 for nothing
 * @param granted whether the client is let in
 * @param freshTime whether the step made a logical time that its arguments do not hold
 * @param sends receiver and message of each send, in order, in turn
 */
@SuppressWarnings("ArrayRecordComponent") // looked up by key, never compared
public record Step(
    int next, long change, int effects, boolean granted, boolean freshTime, int[] sends) {

  /** No step at all. */
  static final Step NONE = new Step(-1, 0, 0, false, false, new int[0]);

  boolean isNone() {
    return next < 0;
  }

  /** Whether it is the same step; its time being fresh or not follows from the rest. */
  boolean isSameAs(Step other) {
    return next == other.next && effects == other.effects && Arrays.equals(sends, other.sends);
  }

  /**
   * What a step does beside sending messages.
   *
   * @param joined whether the process has become a member
   * @param departed whether the process has ceased to be one
   * @param failure that the protocol threw an exception; such a step has no effects
   */
  record Effects(
      Optional<Grant> grant,
      boolean joined,
      boolean departed,
      List<String> timers,
      List<Draw> draws,
      Optional<Finding> failure) {

    static final Effects NONE = without(Optional.empty());

    static Effects failed(Finding failure) {
      return without(Optional.of(failure));
    }

    private static Effects without(Optional<Finding> failure) {
      return new Effects(Optional.empty(), false, false, List.of(), List.of(), failure);
    }
  }
}
