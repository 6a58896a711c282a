package io.sluice.lab.simulate;

import io.sluice.protocol.ProcessSet;

/** A fault at a fixed time, in nanoseconds from the start. */
public sealed interface Fault {

  /** When it strikes. */
  long at();

  /**
   * A process stops for good. What it had sent still arrives, at each peer until that peer learns
   * of the crash; nothing is delivered to it; it is no longer inside.
   */
  record Crash(long at, int process) implements Fault {
    public Crash {
      Nanos.checked("the time of a crash", at);
    }
  }

  /**
   * A process does nothing for a while: messages, timers and its own application wait, and then go
   * on in the order in which they came.
   */
  record Pause(long at, int process, long length) implements Fault {
    public Pause {
      Nanos.checked("the time of a pause", at);
      Nanos.checked("the length of a pause", length);
    }
  }

  /**
   * Nothing sent from one side to the other gets across while it lasts. What was sent before still
   * arrives.
   *
   * @param until when it heals
   * @param side the processes on one side; all others are on the other
   */
  record Partition(long at, long until, ProcessSet side, Crossing crossing) implements Fault {
    public Partition {
      // No longest: a random one may begin and end beyond what may be scheduled.
      if (at < 0 || until < at) {
        throw new IllegalArgumentException(
            "a partition begins at 0 or later and heals after that, not from %d to %d ns"
                .formatted(at, until));
      }
    }

    /** Whether the two processes are on different sides. */
    public boolean separates(int one, int other) {
      return side.contains(one) != side.contains(other);
    }
  }

  /** What becomes of a message that is sent across a partition. */
  enum Crossing {
    /** It leaves when the partition has healed, as over a connection that sends again. */
    HELD,
    /** It is lost. */
    DROPPED
  }
}
