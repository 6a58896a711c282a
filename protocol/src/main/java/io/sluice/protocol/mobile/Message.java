package io.sluice.protocol.mobile;

import io.sluice.protocol.Fence;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Token;
import io.sluice.protocol.mobile.Queueing.Ahead;
import java.util.List;
import java.util.Optional;

/** What the processes of a tree with a queue tell each other. */
public sealed interface Message {

  /** What a process wants of the root. */
  sealed interface Errand {
    /**
     * A place at the end of the queue, for a room.
     *
     * @param refused whether it was too late for the open room
     */
    record Ask(String room, boolean refused) implements Errand {}

    /** A place in the tree for a newcomer that knows the introducer. */
    record Enrol(@ProcessId int introducer) implements Errand {}

    /** To be replaced in the tree. */
    record Quit() implements Errand {}
  }

  /**
   * A climb that has to wait.
   *
   * @param from the process that sent it here, and waits for {@link Done}
   */
  record Waiting(@ProcessId int from, Climb climb) {}

  // The tree.

  /** Upwards, to the root: a process has an errand. */
  record Climb(@ProcessId int climber, Errand errand) implements Message {}

  /** Downwards, the same way: the root has taken up the errand, and the next may climb. */
  record Done(@ProcessId int climber) implements Message {}

  /** From the root to a requester: you are behind me in the queue, and we exchange places. */
  record Swap(Optional<Ahead> ahead) implements Message {}

  /**
   * To all neighbours: from now on the successor has my place.
   *
   * @param above whether that is above the neighbour's
   */
  record Succeeded(boolean above, @ProcessId int successor) implements Message {}

  /**
   * From a leaf to its parent: my place is empty from now on.
   *
   * @param climbs those that waited there, if the leaf departs at once
   */
  record Vacated(List<Waiting> climbs) implements Message {
    public Vacated {
      climbs = List.copyOf(climbs);
    }
  }

  /** The answer to both: nothing more comes from me to that place by way of you. */
  record Noted() implements Message {}

  /** To a successor: the place itself, with all that waits there for the way up. */
  record Given(Place place, List<Waiting> climbs) implements Message {
    public Given {
      climbs = List.copyOf(climbs);
    }
  }

  /** To a member, from a newcomer or from a process that has departed: let the newcomer join. */
  record Introduce(@ProcessId int newcomer) implements Message {}

  // The tree where its shape is kept.

  /** Downwards from the root, to the parent of a free place: let a newcomer have it. */
  record Seat(int number, @ProcessId int newcomer, @ProcessId int root) implements Message {}

  /** Downwards from the root, to the last leaf: replace a departing process. */
  record Fetch(int number, @ProcessId int leaver, @ProcessId int root) implements Message {}

  /** From the last leaf to a departing process: I have no place any more and take yours. */
  record Replace(@ProcessId int root) implements Message {}

  /** To the root: the tree has its new shape; and the climbs of a place that is no more. */
  record Settled(List<Waiting> climbs) implements Message {
    public Settled {
      climbs = List.copyOf(climbs);
    }
  }

  // The tree where it is balanced lazily.

  /** From the root to the introducer, and on downwards: let a newcomer in below you. */
  record Insert(@ProcessId int newcomer, @ProcessId int root) implements Message {}

  /** From the root to a departing process: it is your turn. */
  record Depart() implements Message {}

  /** Downwards, to a leaf: replace the departing process above. */
  record Pick(@ProcessId int leaver) implements Message {}

  /**
   * Upwards: how large the subtree below a child is now.
   *
   * @param vacated the leaf that was picked, until that reaches the departing process
   */
  record Weighed(@ProcessId int child, Size size, Optional<@ProcessId Integer> vacated)
      implements Message {}

  /** Downwards from the root: the part below you is too high; look for the scapegoat. */
  record Seek() implements Message {}

  /** Downwards from the scapegoat: the tree below is rebuilt; take your subtree apart. */
  record Gather(@ProcessId int top) implements Message {}

  /** The answer: all processes that are free now, which send you nothing more. */
  record Gathered(List<@ProcessId Integer> free) implements Message {
    public Gathered {
      free = List.copyOf(free);
    }
  }

  // The queue.

  /**
   * To the manager of the open room, from the last process that it let in: the next in the queue.
   */
  record Next(@ProcessId int asker, String room) implements Message {}

  /** The same, where latecomers are admitted: and no other process waits. */
  record Sole(Next next) implements Message {}

  /** From the manager: come in. */
  record Enter(@Fence long fence) implements Message {}

  /** To the manager, as printed (4.2): I have come in, count me once more. */
  record Entered() implements Message {}

  /** To the manager: I have left, or I never came in. */
  record Left() implements Message {}

  /**
   * To the next in the queue, when the room is empty.
   *
   * @param places how many latecomers may still be admitted before the waiting processes
   */
  record Pass(Token token, int places) implements Message {}

  /** From the manager to the next: before you this room is open, for a few latecomers too. */
  record Before(String room) implements Message {}

  /** From the root to the manager of a room ahead: is there place for a latecomer? */
  record Admit(@ProcessId int asker, String room) implements Message {}

  /** From the manager to a latecomer: come in. */
  record Admitted(@Fence long fence) implements Message {}

  /** From the manager to a latecomer: too late; get in line. */
  record Refused() implements Message {}

  /** To a predecessor: my request is withdrawn; put the next in its place. */
  record Skip(@ProcessId int asker, Next next) implements Message {}

  /** The answer: whether the predecessor could still do it. */
  record Skipped(boolean done) implements Message {}

  /** To the next, from a skipped process: your new predecessor. */
  record Behind(@ProcessId int predecessor) implements Message {}

  /**
   * From a departing root to its successor: the queue ends with you, behind those that this manager
   * let in; and the token, if it rests.
   */
  record Inherit(@ProcessId int manager, Optional<Token> token) implements Message {}

  // CrashRecovery.

  /** A message of the era after these processes have crashed. */
  record Since(ProcessSet excluded, Message message) implements Message {}

  /** From the survivor that makes the recovery plan: stop, and report. */
  record Stop() implements Message {}

  /** To the survivor that makes the recovery plan: my report. */
  record Report(State.Presence presence, Queueing queue) implements Message {}

  /**
   * The part of a survivor in the fresh tree and queue.
   *
   * @param place empty for a process that is no member
   * @param token for the first waiting process, if none is inside
   */
  record Deal(@ProcessId int root, Optional<Place> place, Queueing queue, Optional<Token> token)
      implements Message {
    static Deal nothing(int root) {
      return new Deal(root, Optional.empty(), Queueing.NONE, Optional.empty());
    }
  }
}
