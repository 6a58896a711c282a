package io.sluice.protocol.scaling;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.Forks;

/** What instances of operators tell each other, and are told. */
public sealed interface ScalingMessage {

  /** An order to an instance, from outside the protocol. */
  sealed interface Command extends ScalingMessage {}

  /** Duplicate yourself: these processes, which do nothing yet, shall be your siblings. */
  record Duplicate(ProcessSet newborn) implements Command {}

  /** Delete yourself. */
  record Delete() implements Command {}

  /** A record enters the pipeline here; its key chooses its way. */
  record Enter(int key) implements Command {}

  /** I am your neighbour on this side, and these will be so too. */
  record Duplication(Side side, ProcessSet newborn) implements ScalingMessage {}

  /** I know your siblings. */
  record DuplicationAck() implements ScalingMessage {}

  /**
   * Begin: you are an instance of this operator, and these are your neighbours.
   *
   * @param clock a logical time to begin with, where there is a guard
   */
  record Start(int operator, Table table, @Time int clock) implements ScalingMessage {}

  /** I am your neighbour on this side, and am about to be no more. */
  record Deletion(Side side) implements ScalingMessage {}

  /** I do without you. */
  record DeletionAck() implements ScalingMessage {}

  /** Here is a record; its key chooses its way. */
  record Pass(int key) implements ScalingMessage {}

  /** What the guard says, by which neighbours do not scale at the same time. */
  record Guard(Forks.Message message) implements ScalingMessage {

    /** As the guard itself would say it. */
    @Override
    public String toString() {
      return message.toString();
    }
  }
}
