package io.sluice.lab.explore;

import io.sluice.lab.explore.Client.Draw;
import java.util.List;

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
record Step(int next, long change, int effects, boolean granted, boolean freshTime, int[] sends) {

  /** No step at all. */
  static final Step NONE = new Step(-1, 0, 0, false, false, new int[0]);

  boolean isNone() {
    return next < 0;
  }

  /**
   * What a step does beside sending messages.
   *
   * @param error why the protocol had no answer; empty if it had one
   */
  record Effects(boolean granted, long fence, List<String> timers, List<Draw> draws, String error) {

    static final Effects NONE = new Effects(false, 0, List.of(), List.of(), "");
  }
}
