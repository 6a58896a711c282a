package io.sluice.protocol.mobile;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.mobile.Message.Admit;
import io.sluice.protocol.mobile.Message.Climb;
import io.sluice.protocol.mobile.Message.Errand.Ask;
import io.sluice.protocol.mobile.Message.Errand.Enrol;
import io.sluice.protocol.mobile.Message.Errand.Quit;
import io.sluice.protocol.mobile.Message.Next;
import io.sluice.protocol.mobile.Message.Refused;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Message.Waiting;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.State.Presence.Departed;
import java.util.Optional;

/** Errands: what a process wants of the root, and how the root takes it up. */
final class Errands {

  private final int self;
  private final TreeSide tree;
  private final QueueSide queue;

  Errands(int self, TreeSide tree, QueueSide queue) {
    this.self = self;
    this.tree = tree;
    this.queue = queue;
  }

  State ask(State s, String room) {
    return s.with(s.queue().with(Asking.of(room))).with(s.tree().plus(own(new Ask(room, false))));
  }

  /**
   * Departs, if no process in the queue depends on this one. If one does, this process asks once
   * more, without wanting to enter: when its turn comes, the rooms before are empty.
   */
  State quit(State s) {
    boolean free = s.queue().open().isEmpty() || (s.tree().isRoot() && s.queue().isIdle());
    return free ? s.with(State.QUITTING).with(s.tree().plus(own(new Quit()))) : ask(s, Claim.ALONE);
  }

  private Waiting own(Message.Errand errand) {
    return new Waiting(self, new Climb(self, errand));
  }

  /** The root takes up an errand. */
  State serve(State s, Waiting waiting, Outbox<Message> out) {
    int climber = waiting.climb().climber();
    tree.release(waiting.from(), climber, out);
    var place = s.tree().place().orElseThrow();
    return switch (waiting.climb().errand()) {
      case Ask _ when climber == self ->
          s.with(queue.appendOwn(s.queue(), out)).with(tree.climbIsOver(s.tree(), out));
      case Ask ask when queue.mayBeLate(s.queue(), ask) -> {
        int manager = s.queue().ahead().orElseThrow().manager();
        var admit = new Admit(climber, ask.room());
        if (manager == self) {
          yield admit(s, admit, out);
        }
        out.send(manager, admit);
        yield s;
      }
      case Ask ask -> {
        out.send(climber, new Swap(s.queue().ahead()));
        var behind = queue.append(s.queue(), new Next(climber, ask.room()), out);
        yield s.with(behind).with(tree.give(s.tree(), climber, Optional.empty(), out));
      }
      case Enrol(int introducer) -> s.with(tree.enrol(s.tree(), climber, introducer, out));
      case Quit() when place.isLeaf() -> {
        // The last member departs. If a newcomer still asks it, it has all that the newcomer
        // needs.
        out.departed();
        yield s.with(new Departed(self));
      }
      case Quit() -> s.with(tree.quit(s.tree(), climber, out));
    };
  }

  /** Lets a latecomer in, or sends it to the end of the queue. */
  State admit(State s, Admit admit, Outbox<Message> out) {
    boolean own = admit.asker() == self;
    var admitted = queue.admit(s.queue(), admit, out);
    if (admitted.isPresent()) {
      return s.with(admitted.get()).with(own ? tree.climbIsOver(s.tree(), out) : s.tree());
    }
    if (own) {
      return refused(s, out);
    }
    out.send(admit.asker(), new Refused());
    return s;
  }

  /** Too late for the open room: the request climbs again. */
  State refused(State s, Outbox<Message> out) {
    var asking = (Asking) s.queue().phase();
    var again = new Ask(asking.room(), true);
    return s.with(tree.climbIsOver(s.tree(), out).plus(own(again)));
  }
}
