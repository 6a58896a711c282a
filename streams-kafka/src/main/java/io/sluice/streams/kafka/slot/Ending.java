package io.sluice.streams.kafka.slot;

import io.sluice.protocol.ProcessSet;

/** The end of bounded input at one slot: which senders have ended, and whether it has itself. */
final class Ending {

  private ProcessSet senders;
  private boolean finished;

  Ending(ProcessSet senders, boolean finished) {
    this.senders = senders;
    this.finished = finished;
  }

  void add(int sender) {
    senders = senders.plus(sender);
  }

  /** This one is no sender any more. */
  void forget(int sender) {
    senders = senders.minus(sender);
  }

  ProcessSet senders() {
    return senders;
  }

  /** Whether exactly these have ended. */
  boolean isOf(ProcessSet all) {
    return !all.isEmpty() && senders.equals(all);
  }

  void finish() {
    finished = true;
  }

  boolean isFinished() {
    return finished;
  }

  void clear() {
    senders = ProcessSet.EMPTY;
    finished = false;
  }
}
