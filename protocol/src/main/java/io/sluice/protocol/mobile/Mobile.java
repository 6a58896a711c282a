package io.sluice.protocol.mobile;

import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Tick;
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
import io.sluice.protocol.mobile.Message.Errand.Enrol;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Inherit;
import io.sluice.protocol.mobile.Message.Insert;
import io.sluice.protocol.mobile.Message.Introduce;
import io.sluice.protocol.mobile.Message.Left;
import io.sluice.protocol.mobile.Message.Next;
import io.sluice.protocol.mobile.Message.Noted;
import io.sluice.protocol.mobile.Message.Pass;
import io.sluice.protocol.mobile.Message.Refused;
import io.sluice.protocol.mobile.Message.Skip;
import io.sluice.protocol.mobile.Message.Skipped;
import io.sluice.protocol.mobile.Message.Sole;
import io.sluice.protocol.mobile.Message.Succeeded;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Message.Waiting;
import io.sluice.protocol.mobile.Queueing.Ahead;
import io.sluice.protocol.mobile.Queueing.Phase.In;
import io.sluice.protocol.mobile.State.Presence;
import io.sluice.protocol.mobile.State.Presence.Departed;
import io.sluice.protocol.mobile.TreeRole.Early;
import io.sluice.protocol.mobile.TreeRole.Move.Between;
import io.sluice.protocol.mobile.TreeRole.Move.Giving;
import io.sluice.protocol.mobile.TreeRole.Move.Yielding;
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
 * exchange places, so that the root is again where the queue ends. The shape of the tree is the
 * same as before; and since no process is ever cut off, processes can join and depart.
 *
 * <p>The root takes up one errand after the other: a request, a join, a departure. So the paper's
 * departing neighbours need no tie-breaking numbers here: errands are served in the order in which
 * they reach the root. {@link Balancing} decides which place a process gets then.
 *
 * <p><em>Differences from the paper.</em> There, every process on the way becomes Busy and refuses
 * other climbs, and the refused start over after a while, which can go on forever. Here a process
 * sends one climb up at a time, and keeps the others until the root has taken that one up; nothing
 * is refused, nothing is repeated, and only the two that exchange places are unavailable for a
 * moment.
 *
 * <p>A process that departs while it waits withdraws its request, which keeps its place in the
 * queue and passes the turn on when it comes; so does a request that is withdrawn. Asking for the
 * same room again revives the request. A departing process goes out of the queue first, then out of
 * the tree.
 *
 * <p>Needs reliable FIFO channels.
 */
final class Mobile implements Protocol<State, Message> {

  private final int self;
  private final Balancing balancing;
  private final Layout layout;
  private final TreeSide tree;
  private final QueueSide queue;
  private final Errands errands;

  /**
   * @param latecomers how many are admitted to open rooms before a process that waits for another
   *     room
   */
  Mobile(int self, Layout layout, Balancing balancing, int latecomers) {
    this.self = self;
    this.balancing = balancing;
    this.layout = layout;
    this.tree = TreeSide.of(self, balancing);
    this.queue = new QueueSide(self, latecomers);
    this.errands = new Errands(self, tree, queue);
  }

  @Override
  public State initial() {
    if (layout.newcomers().contains(self)) {
      return State.STRANGER;
    }
    return new Founders(layout, balancing).state(self);
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
          case Depart() -> s.with(State.DEPARTING).with(s.queue().wanting(Optional.empty()));
          case Expired<Message> _,
              Drawn<Message> _,
              Tick<Message> _,
              Excluded<Message> _,
              Order<Message> _ ->
              s;
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
      return outside(s.with(TreeRole.NOWHERE).with(Queueing.NONE), deal.root(), out);
    }
    boolean released = deal.queue().phase() instanceof In && s.queue().isOut();
    var q = queue.resume(deal.queue().wanting(s.queue().wants()), deal.token(), out);
    var there =
        s.with(TreeRole.at(deal.place().get())).with(released ? queue.onRelease(q, out) : q);
    if (s.presence().equals(State.JOINING)) {
      out.joined();
      there = there.with(State.MEMBER);
    }
    return proceed(there, out);
  }

  /** One that was no member when the parts were dealt, or wanted to be none any more. */
  private State outside(State s, int root, Outbox<Message> out) {
    return switch (s.presence()) {
      case Presence.Joining() -> join(s, root, out);
      case Presence.Departing(), Presence.Quitting() -> {
        out.departed();
        yield s.with(new Departed(root));
      }
      case Presence.Departed(_) -> s.with(new Departed(root));
      case Presence.Stranger(), Presence.Member() -> s;
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
      case Admit admit -> errands.admit(s, admit, out);
      case Admitted(long fence) ->
          s.with(queue.onAdmitted(s.queue(), from, fence, out))
              .with(tree.climbIsOver(s.tree(), out));
      case Refused() -> errands.refused(s, out);
      case Skip skip -> s.with(queue.onSkip(s.queue(), skip, out));
      case Skipped(boolean done) -> s.with(queue.onSkipped(s.queue(), from, done, out));
      case Behind(int predecessor) -> s.with(queue.onBehind(s.queue(), from, predecessor));
      case Inherit legacy -> s.with(queue.inherit(s.queue(), legacy));
      case Done(int climber) -> s.with(tree.onDone(s.tree(), climber, out));
      case Climb climb -> s.with(s.tree().plus(new Waiting(from, climb)));
      case Introduce(int newcomer) -> introduce(s, newcomer, out);
      case Insert insert when s.isOutside() -> {
        // The introducer has left: any other place will do.
        out.send(insert.root(), insert);
        yield s;
      }
      case Given given when s.tree().expects(from) -> arrive(s, from, given, out);
      case Given _ -> s.with(s.tree().plus(new Early(from, message)));
      default ->
          s.tree().place().isEmpty()
              ? s.with(s.tree().plus(new Early(from, message)))
              : atPlace(s, from, message, out);
    };
  }

  /** Messages that concern the place of the process. */
  private State atPlace(State s, int from, Message message, Outbox<Message> out) {
    return switch (message) {
      case Succeeded change -> s.with(tree.onSucceeded(s.tree(), from, change, out));
      case Noted() -> noted(s, from, out);
      case Swap(var ahead) -> {
        var queued = s.with(queue.heard(queue.queued(s.queue(), from), ahead));
        yield queued.with(tree.give(tree.climbIsOver(s.tree(), out), from, Optional.empty(), out));
      }
      default -> reshaped(s, tree.reshape(s.tree(), from, message, out), out);
    };
  }

  /** After a change of the tree's shape: it may have been this process's last. */
  private State reshaped(State s, TreeRole t, Outbox<Message> out) {
    return t.move() instanceof Yielding(int to, int root)
        ? replaced(s.with(t), to, root, out)
        : moved(s, t, s.tree().place().flatMap(Place::parent), out);
  }

  private State noted(State s, int from, Outbox<Message> out) {
    var successor =
        s.tree().move() instanceof Giving giving
            ? Optional.of(giving.to())
            : s.tree().place().orElseThrow().parent();
    return moved(s, tree.onNoted(s.tree(), from, out), successor, out);
  }

  /** Another process takes the place of this one, which departs. */
  private State replaced(State s, int successor, int root, Outbox<Message> out) {
    var free = tree.climbIsOver(s.tree(), out);
    var heirless = s.tree().isRoot() ? s.with(queue.bequeath(s.queue(), successor, out)) : s;
    return moved(
        heirless, tree.give(free, successor, Optional.of(root), out), Optional.of(successor), out);
  }

  /**
   * After a place may have been given away: a departing process that waits for no other has
   * departed.
   */
  private static State moved(
      State s, TreeRole t, Optional<Integer> successor, Outbox<Message> out) {
    if (t.place().isPresent() || t.move() instanceof Between) {
      return s.with(t);
    }
    out.departed();
    return s.with(new Departed(successor.orElseThrow())).with(TreeRole.NOWHERE.withSent(t.sent()));
  }

  private State introduce(State s, int newcomer, Outbox<Message> out) {
    if (s.presence() instanceof Departed && s.tree().isRoot()) {
      var q = queue.bequeath(s.queue(), newcomer, out);
      out.send(newcomer, new Given(s.tree().place().orElseThrow(), List.of()));
      return s.with(new Departed(newcomer)).with(TreeRole.NOWHERE).with(q);
    }
    if (s.presence() instanceof Departed(int successor)) {
      out.send(successor, new Introduce(newcomer));
      return s;
    }
    return s.with(s.tree().plus(new Waiting(self, new Climb(newcomer, new Enrol(self)))));
  }

  private State arrive(State s, int from, Given given, Outbox<Message> out) {
    var early = s.tree().early();
    var there = s.with(tree.arrive(s.tree().withEarly(List.of()), from, given));
    if (s.presence().equals(State.JOINING)) {
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

  /** Does what needs no answer of another process. */
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
      return proceed(errands.ask(s, s.queue().wants().get()), out);
    }
    // Where the queue ends, there the root is, or is about to be.
    boolean arrives = s.queue().isIdle() && s.queue().last().isPresent() && !s.tree().isRoot();
    if (s.queue().isFree() && s.presence().equals(State.DEPARTING) && !arrives) {
      return proceed(errands.quit(s), out);
    }
    if (s.tree().isRoot() && s.tree().isReady() && tree.isUnbalanced(s.tree())) {
      return proceed(s.with(tree.balance(s.tree(), out)), out);
    }
    if (s.tree().isReady() && !s.tree().climbs().isEmpty()) {
      var first = s.tree().climbs().getFirst();
      var rest = s.with(s.tree().withoutFirstClimb());
      return proceed(
          s.tree().isRoot()
              ? errands.serve(rest, first, out)
              : rest.with(tree.passOn(rest.tree(), first, out)),
          out);
    }
    return s;
  }
}
