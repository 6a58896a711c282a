package io.sluice.protocol.mobile;

import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Leave;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.mobile.Message.Admit;
import io.sluice.protocol.mobile.Message.Admitted;
import io.sluice.protocol.mobile.Message.Before;
import io.sluice.protocol.mobile.Message.Behind;
import io.sluice.protocol.mobile.Message.Climb;
import io.sluice.protocol.mobile.Message.Deal;
import io.sluice.protocol.mobile.Message.Done;
import io.sluice.protocol.mobile.Message.Enter;
import io.sluice.protocol.mobile.Message.Errand.Ask;
import io.sluice.protocol.mobile.Message.Errand.Enrol;
import io.sluice.protocol.mobile.Message.Errand.Quit;
import io.sluice.protocol.mobile.Message.Fetch;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Inherit;
import io.sluice.protocol.mobile.Message.Introduce;
import io.sluice.protocol.mobile.Message.Left;
import io.sluice.protocol.mobile.Message.Next;
import io.sluice.protocol.mobile.Message.Noted;
import io.sluice.protocol.mobile.Message.Pass;
import io.sluice.protocol.mobile.Message.Refused;
import io.sluice.protocol.mobile.Message.Replace;
import io.sluice.protocol.mobile.Message.Seat;
import io.sluice.protocol.mobile.Message.Settled;
import io.sluice.protocol.mobile.Message.Skip;
import io.sluice.protocol.mobile.Message.Skipped;
import io.sluice.protocol.mobile.Message.Sole;
import io.sluice.protocol.mobile.Message.Succeeded;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Message.Vacated;
import io.sluice.protocol.mobile.Message.Waiting;
import io.sluice.protocol.mobile.Queueing.Ahead;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.Queueing.Phase.In;
import io.sluice.protocol.mobile.Standing.Early;
import io.sluice.protocol.mobile.Standing.Move.Between;
import io.sluice.protocol.mobile.Standing.Move.Giving;
import io.sluice.protocol.mobile.State.Membership;
import io.sluice.protocol.mobile.State.Membership.Departed;
import java.util.List;
import java.util.Optional;

/**
 * One process of Hernane and Gustedt's locks for mobile processes (<em>Transparent distributed data
 * management in large scale distributed systems</em>, 2016, sections 3 and 4), of which {@link
 * Elmp}, {@link RwLmp} and {@link Rooms} are three uses.
 *
 * <p>Two structures share the processes. The <em>queue</em> ({@link QueueSide}) holds the requests
 * in the order in which they reached the root. The <em>tree</em> ({@link TreeSide}) leads to the
 * queue's end: a request climbs from parent to parent to the root, and then the asker and the root
 * change places, so that the root is again where the queue ends. The shape of the tree is the same
 * as before; and since nobody is ever cut off, processes can come and go.
 *
 * <p>The root takes up one errand after the other: a request, somebody who comes, somebody who
 * goes. So the paper's departing neighbours need no tie-breaking numbers here: who reaches the root
 * first, goes first. A newcomer gets the first free place, and the last leaf takes the place of one
 * who leaves (Jagadish et al., BATON*), which keeps the tree complete.
 *
 * <p><em>Where this is not the paper.</em> There, every process on the way becomes Busy, refuses
 * other climbs, and the refused start over after a while, which can go on for ever. Here a process
 * sends one climb up at a time, and keeps the others until the root has taken that one up; nothing
 * is refused, nothing is repeated, and only the two that change places are unavailable for a
 * moment.
 *
 * <p>Who leaves while it waits gives up its request, which keeps its place in the queue and passes
 * the turn on when it comes; so does a request that is withdrawn. Asking for the same room again
 * brings the request back to life. Who leaves goes out of the queue first, then out of the tree.
 *
 * <p>Needs reliable channels that keep their order.
 */
final class Mobile implements Protocol<State, Message> {

  /** How many children a process has at most, where nobody says otherwise. */
  static final int ARITY = 2;

  private final int self;
  private final int arity;
  private final Layout layout;
  private final TreeSide tree;
  private final QueueSide queue;

  /**
   * @param latecomers how many are let into open rooms before somebody who waits for another
   */
  Mobile(int self, Layout layout, int arity, int latecomers) {
    this.self = self;
    this.arity = arity;
    this.layout = layout;
    this.tree = new TreeSide(self, arity);
    this.queue = new QueueSide(self, latecomers);
  }

  @Override
  public State initial() {
    if (layout.newcomers().contains(self)) {
      return State.STRANGER;
    }
    return new Founders(layout, arity).state(self);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    var next =
        switch (input) {
          case Acquire(var claim) -> s.with(s.queue().wanting(Optional.of(claim.room())));
          case Release() -> s.with(queue.onRelease(s.queue(), out));
          case Withdraw() -> s.with(s.queue().wanting(Optional.empty()));
          case Receive(int from, var message) -> receive(s, from, message, out);
          case Join(int introducer) -> join(s, introducer, out);
          case Leave() -> s.with(State.LEAVING).with(s.queue().wanting(Optional.empty()));
          case Expired<Message> _, Drawn<Message> _, Excluded<Message> _, Order<Message> _ -> s;
        };
    return proceed(next, out);
  }

  private State join(State s, int introducer, Outbox<Message> out) {
    out.send(introducer, new Introduce(self));
    return s.with(State.JOINING).with(s.tree().with(new Between(Optional.empty())));
  }

  /** Goes on after a crash, in a fresh tree and a fresh queue. */
  State resume(State s, Deal deal, Outbox<Message> out) {
    if (deal.place().isEmpty()) {
      return outside(s.with(Standing.NOWHERE).with(Queueing.NONE), deal.root(), out);
    }
    boolean hasLeft = deal.queue().phase() instanceof In && s.queue().isOut();
    var q = queue.resume(deal.queue().wanting(s.queue().wants()), deal.token(), out);
    var there = s.with(Standing.at(deal.place().get())).with(hasLeft ? queue.onRelease(q, out) : q);
    if (s.membership().equals(State.JOINING)) {
      out.joined();
      there = there.with(State.MEMBER);
    }
    return proceed(there, out);
  }

  /** One that was no member when the parts were dealt, or wanted to be none any more. */
  private State outside(State s, int root, Outbox<Message> out) {
    return switch (s.membership()) {
      case Membership.Joining() -> join(s, root, out);
      case Membership.Leaving(), Membership.Quitting() -> {
        out.departed();
        yield s.with(new Departed(root));
      }
      case Membership.Departed(_) -> s.with(new Departed(root));
      case Membership.Stranger(), Membership.Member() -> s;
    };
  }

  private State receive(State s, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Next next -> s.with(queue.onNext(s.queue(), next, out));
      case Sole(var next) -> s.with(queue.onSole(s.queue(), next, out));
      case Enter(long fence) -> s.with(queue.onEnter(s.queue(), from, fence, out));
      case Left() -> s.with(queue.onLeft(s.queue(), out));
      case Pass(var token, int places) -> s.with(queue.onToken(s.queue(), token, places, out));
      case Before(var room) -> s.with(queue.heard(s.queue(), Optional.of(new Ahead(from, room))));
      case Admit admit -> admit(s, admit, out);
      case Admitted(long fence) ->
          s.with(queue.onAdmitted(s.queue(), from, fence, out)).with(tree.climbIsOver(s.tree()));
      case Refused() -> refused(s);
      case Skip skip -> s.with(queue.onSkip(s.queue(), skip, out));
      case Skipped(boolean done) -> s.with(queue.onSkipped(s.queue(), from, done, out));
      case Behind(int predecessor) -> s.with(queue.onBehind(s.queue(), from, predecessor));
      case Inherit legacy -> s.with(queue.inherit(s.queue(), legacy));
      case Done(int climber) -> s.with(tree.onDone(s.tree(), climber, out));
      case Climb climb -> s.with(s.tree().plus(new Waiting(from, climb)));
      case Introduce(int newcomer) -> introduce(s, newcomer, out);
      case Given given when s.tree().expects(from) -> arrive(s, from, given, out);
      case Given _ -> s.with(s.tree().plus(new Early(from, message)));
      default ->
          s.tree().place().isEmpty()
              ? s.with(s.tree().plus(new Early(from, message)))
              : atPlace(s, from, message, out);
    };
  }

  /** What concerns the place where the process stands. */
  private State atPlace(State s, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Succeeded change -> s.with(tree.onSucceeded(s.tree(), from, change, out));
      case Vacated() -> s.with(tree.onVacated(s.tree(), from, out));
      case Noted() -> noted(s, from, out);
      case Seat seat -> s.with(tree.onSeat(s.tree(), seat, out));
      case Fetch fetch -> s.with(tree.onFetch(s.tree(), fetch, out));
      case Settled(var climbs) -> s.with(tree.onSettled(s.tree(), from, climbs));
      case Swap(var ahead) -> {
        var queued = s.with(queue.heard(queue.queued(s.queue(), from), ahead));
        yield queued.with(tree.give(tree.climbIsOver(s.tree()), from, Optional.empty(), out));
      }
      case Replace(int root) -> replaced(s, from, root, out);
      default -> throw new IllegalStateException("not about a place: " + message);
    };
  }

  private State noted(State s, int from, Outbox<Message> out) {
    var successor =
        s.tree().move() instanceof Giving giving
            ? Optional.of(giving.to())
            : s.tree().place().orElseThrow().parent();
    return moved(s, tree.onNoted(s.tree(), from, out), successor.orElseThrow(), out);
  }

  /** Somebody takes the place of this process, which leaves. */
  private State replaced(State s, int successor, int root, Outbox<Message> out) {
    var free = tree.climbIsOver(s.tree());
    var heirless = s.tree().isRoot() ? s.with(queue.bequeath(s.queue(), successor, out)) : s;
    return moved(heirless, tree.give(free, successor, Optional.of(root), out), successor, out);
  }

  /** After a place may have been given away: whoever waits for no other has left. */
  private static State moved(State s, Standing t, int successor, Outbox<Message> out) {
    if (t.place().isPresent() || t.move() instanceof Between) {
      return s.with(t);
    }
    out.departed();
    return s.with(new Departed(successor)).with(Standing.NOWHERE.withSent(t.sent()));
  }

  /** Lets a latecomer in, or sends it to the end of the queue. */
  private State admit(State s, Admit admit, Outbox<Message> out) {
    boolean own = admit.asker() == self;
    var admitted = queue.admit(s.queue(), admit, out);
    if (admitted.isPresent()) {
      return s.with(admitted.get()).with(own ? tree.climbIsOver(s.tree()) : s.tree());
    }
    if (own) {
      return refused(s);
    }
    out.send(admit.asker(), new Refused());
    return s;
  }

  /** Too late for the open room: the request climbs again. */
  private State refused(State s) {
    var asking = (Asking) s.queue().phase();
    var again = new Ask(asking.room(), true);
    return s.with(tree.climbIsOver(s.tree()).plus(own(again)));
  }

  private State introduce(State s, int newcomer, Outbox<Message> out) {
    if (s.membership() instanceof Departed && s.tree().isRoot()) {
      var q = queue.bequeath(s.queue(), newcomer, out);
      out.send(newcomer, new Given(s.tree().place().orElseThrow(), List.of()));
      return s.with(new Departed(newcomer)).with(Standing.NOWHERE).with(q);
    }
    if (s.membership() instanceof Departed(int successor)) {
      out.send(successor, new Introduce(newcomer));
      return s;
    }
    return s.with(s.tree().plus(new Waiting(self, new Climb(newcomer, new Enrol()))));
  }

  private State arrive(State s, int from, Given given, Outbox<Message> out) {
    var early = s.tree().early();
    var there = s.with(tree.arrive(s.tree().withEarly(List.of()), from, given));
    if (s.membership().equals(State.JOINING)) {
      out.joined();
      there = there.with(State.MEMBER);
    }
    for (var message : early) {
      there = receive(there, message.from(), message.message(), out);
    }
    return there;
  }

  private State receiveEarly(State s, Early early, Outbox<Message> out) {
    var others = s.tree().early().stream().filter(each -> !each.equals(early)).toList();
    return receive(s.with(s.tree().withEarly(others)), early.from(), early.message(), out);
  }

  /** Does what nobody has to be waited for. */
  private State proceed(State s, Outbox<Message> out) {
    if (s.tree().place().isEmpty()) {
      return s.tree().early().stream()
          .filter(early -> early.message() instanceof Given && s.tree().expects(early.from()))
          .findFirst()
          .map(early -> proceed(receiveEarly(s, early, out), out))
          .orElse(s);
    }
    if (s.queue().isToBeSkipped()) {
      return proceed(s.with(queue.skip(s.queue(), out)), out);
    }
    if (s.queue().isFree() && s.queue().wants().isPresent()) {
      return proceed(ask(s, s.queue().wants().get()), out);
    }
    if (s.queue().isFree() && s.membership().equals(State.LEAVING)) {
      return proceed(quit(s), out);
    }
    if (s.tree().isReady() && !s.tree().climbs().isEmpty()) {
      var first = s.tree().climbs().getFirst();
      var rest = s.with(s.tree().withoutFirstClimb());
      return proceed(
          s.tree().isRoot()
              ? serve(rest, first, out)
              : rest.with(tree.passOn(rest.tree(), first, out)),
          out);
    }
    return s;
  }

  private State ask(State s, String room) {
    return s.with(s.queue().with(Asking.of(room))).with(s.tree().plus(own(new Ask(room, false))));
  }

  /**
   * Leaves, if nobody in the queue depends on this process. If somebody does, the process asks once
   * more, without wanting to enter: when its turn comes, the rooms before are empty.
   */
  private State quit(State s) {
    boolean free = s.queue().open().isEmpty() || (s.tree().isRoot() && s.queue().isIdle());
    return free ? s.with(State.QUITTING).with(s.tree().plus(own(new Quit()))) : ask(s, Claim.ALONE);
  }

  private Waiting own(Message.Errand errand) {
    return new Waiting(self, new Climb(self, errand));
  }

  /** The root takes up an errand. */
  private State serve(State s, Waiting waiting, Outbox<Message> out) {
    int climber = waiting.climb().climber();
    tree.release(waiting.from(), climber, out);
    var place = s.tree().place().orElseThrow();
    return switch (waiting.climb().errand()) {
      case Ask _ when climber == self ->
          s.with(queue.appendOwn(s.queue(), out)).with(tree.climbIsOver(s.tree()));
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
      case Enrol() -> {
        int number = place.size();
        var larger = s.tree().with(place.withSize(number + 1)).with(Standing.RESHAPING);
        yield s.with(tree.onSeat(larger, new Seat(number, climber, self), out));
      }
      case Quit() when place.size() == 1 -> {
        // The last one leaves. Should a newcomer still ask it, all is there for it.
        out.departed();
        yield s.with(new Departed(self));
      }
      case Quit() -> {
        int number = place.size() - 1;
        var smaller = s.tree().with(place.withSize(number)).with(Standing.RESHAPING);
        yield s.with(tree.onFetch(smaller, new Fetch(number, climber, self), out));
      }
    };
  }
}
