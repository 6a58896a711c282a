package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import java.util.Map;

/**
 * What an instance is doing about scaling; one thing at a time.
 *
 * <p>Legal transitions: Resting to ToDuplicate, Duplicating, HandingOver and back to Resting;
 * Resting to ToDelete, Asking (in keyed operators), Detaching, Draining, Closing, after which it is
 * dead.
 */
public sealed interface Task {

  record Resting() implements Task {}

  /** Waits for the guard, in order to duplicate itself. */
  record ToDuplicate(ProcessSet newborn) implements Task {}

  /** Waits for the guard, in order to delete itself. */
  record ToDelete() implements Task {}

  /**
   * Inside: some neighbours have yet to answer, predecessors of a keyed operator by marks.
   *
   * @param moves for each group that is given away, its new owner
   */
  record Duplicating(ProcessSet newborn, Map<Integer, Integer> moves, ProcessSet missing)
      implements Task {}

  /** Inside: all have answered; what was made of the moving groups has yet to go out. */
  record HandingOver(ProcessSet newborn, Map<Integer, Integer> moves) implements Task {}

  /** Inside: the keeper has yet to name the heir. */
  record Asking() implements Task {}

  /** Inside: some predecessors have yet to end. */
  record Detaching(@ProcessId int heir, ProcessSet missing) implements Task {}

  /** Inside: all predecessors have ended; what is here has yet to go out. */
  record Draining(@ProcessId int heir) implements Task {}

  /** Inside: some neighbours have yet to forget this instance. */
  record Closing(ProcessSet missing) implements Task {}
}
