package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.Claim;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.Roster;
import io.sluice.protocol.scaling.Gate;
import io.sluice.protocol.scaling.keyed.InstanceState.Stage;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Ack;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Birth;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Bye;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Command;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Death;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Delete;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Duplicate;
import io.sluice.protocol.scaling.keyed.KeyedMessage.End;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Flushed;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Gone;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Guard;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Heir;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Here;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Inheritance;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Inherited;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Mark;
import io.sluice.protocol.scaling.keyed.KeyedMessage.MayLeave;
import io.sluice.protocol.scaling.keyed.KeyedMessage.NewSender;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Start;
import io.sluice.protocol.scaling.keyed.Task.Asking;
import io.sluice.protocol.scaling.keyed.Task.Closing;
import io.sluice.protocol.scaling.keyed.Task.Detaching;
import io.sluice.protocol.scaling.keyed.Task.Draining;
import io.sluice.protocol.scaling.keyed.Task.Duplicating;
import io.sluice.protocol.scaling.keyed.Task.HandingOver;
import io.sluice.protocol.scaling.keyed.Task.Resting;
import io.sluice.protocol.scaling.keyed.Task.ToDelete;
import io.sluice.protocol.scaling.keyed.Task.ToDuplicate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Instances of stateless and of keyed operators that duplicate and delete themselves while records
 * flow: the control plane of a pipeline, apart from its data plane. Control messages and records
 * travel on channels of their own; nothing orders the one against the other, except what is {@link
 * KeyedMessage.InBand}.
 *
 * <p><b>Duplicating.</b> An instance enters the section that {@link Forks} guard, so that no
 * neighbouring operator changes meanwhile. It tells its predecessors of the newborn and of the key
 * groups that move to it, and its successors of the new sender. A predecessor changes its route and
 * puts a {@link Mark} behind its last record; with all marks in, nothing of the moving groups can
 * come here any more. When everything made of them has gone out, the state goes to the newborn with
 * {@link Start}. The newborn has kept the records of its groups meanwhile. It releases the section
 * that it was born in.
 *
 * <p><b>Deleting.</b> Inside, the instance asks the operator's {@link Keeper} for its heir, and
 * tells its predecessors, which change their routes and put an {@link End} behind their last
 * record. With all ends in and everything out, the state goes to the heir, a {@link Bye} in band to
 * the successors, and {@link Gone} to the predecessors. Only then do neighbours forget it, fork and
 * all, and acknowledge on the control channel, behind whatever they said there before.
 *
 * <p>Instances of one operator need not exclude each other: their moves concern different groups.
 * No epochs are needed: only the owner of a group can begin its next move, and by then all
 * predecessors have changed their routes.
 *
 * <p>A duplication of k newborns costs 2(|preds| + |succs|) + 2k messages, a deletion 4|preds| +
 * 2|succs| + 4, and the guard up to 2 a neighbour. Needs reliable FIFO channels for control; for
 * records one inbox for each instance, in which what was put first arrives first; instances that do
 * not crash.
 */
public final class KeyedScaling implements Protocol<InstanceState, KeyedMessage> {

  private static final Input<Forks.Message> ASKING = new Acquire<>(Claim.EXCLUSIVE);

  private final int self;
  private final Operators operators;
  private final Forks forks;

  public KeyedScaling(int self, Operators operators) {
    this.self = self;
    this.operators = operators;
    this.forks = new Forks(self, operators.layout());
  }

  /** At first each fork is with the founder that comes first. */
  @Override
  public InstanceState initial() {
    var layout = operators.layout();
    if (layout.newcomers().contains(self)) {
      return InstanceState.unborn();
    }
    int operator = layout.group(self);
    var neighbours = layout.competitors(self);
    var preds = neighbours.intersection(ProcessSet.range(0, self));
    var owners = operators.foundersOwn(operator);
    boolean keeps = operators.isKeyed(operator) && operators.keeper(operator) == self;
    return new InstanceState(
        Stage.ACTIVE,
        operator,
        preds,
        operators.routesOf(self),
        KeyGroups.of(
            IntStream.range(0, owners.size())
                .filter(group -> owners.get(group) == self)
                .boxed()
                .toList()),
        new Resting(),
        Forks.beginning(neighbours, neighbours.minus(preds), Roster.OUTSIDE),
        keeps ? Optional.of(Keeper.of(layout.members(operator))) : Optional.empty());
  }

  @Override
  public InstanceState on(InstanceState s, Input<KeyedMessage> input, Outbox<KeyedMessage> out) {
    return switch (input) {
      case Order<KeyedMessage>(Command command) -> onCommand(s, command, out);
      case Receive<KeyedMessage>(var from, var message) ->
          switch (s.stage()) {
            case UNBORN -> onEarlyMessage(s, from, message, out);
            case ACTIVE -> onMessage(s, from, message, out);
            case DEAD -> throw new ImpossibleInput(self, input, "it has deleted itself");
          };
      default -> throw new ImpossibleInput(self, input, "instances take commands only");
    };
  }

  /** An instance that is scaling already takes no other order, nor a keeper the order to go. */
  private InstanceState onCommand(InstanceState s, Command command, Outbox<KeyedMessage> out) {
    boolean free = s.active() && !s.busy();
    return switch (command) {
      case Duplicate(var newborn) when free ->
          guarded(s.with(new ToDuplicate(newborn)), ASKING, out);
      case Delete() when free && operators.keeper(s.operator()) != self ->
          guarded(s.with(new ToDelete()), ASKING, out);
      case Flushed() -> flushed(s, out);
      case Duplicate _, Delete _ -> s;
    };
  }

  private InstanceState onMessage(
      InstanceState s, int from, KeyedMessage message, Outbox<KeyedMessage> out) {
    return switch (message) {
      case Birth birth -> onBirth(s, from, birth, out);
      case NewSender(var newborn) -> {
        out.send(from, new Ack());
        yield meet(s.withPreds(s.preds().plus(newborn)), newborn, out);
      }
      case Death(int heir) -> {
        out.send(from, new End());
        yield rerouted(s, r -> r.instances().contains(from) ? r.minus(from, heir) : r);
      }
      case Bye() -> forget(s.withPreds(s.preds().minus(from)), from, out);
      case Gone() -> forget(s, from, out);
      case Mark(), End(), Ack() -> proceed(answered(s, from), out);
      case Heir(int heir) -> detach(s, heir, out);
      case Inheritance(var groups) ->
          tellKeeper(s.withOwned(s.owned().plus(groups)), new Inherited(), out);
      case Here(), MayLeave(), Inherited() -> asKeeper(s, from, message, out);
      case Guard(var said) -> guarded(s, new Receive<>(from, said), out);
      case Start _, Command _ ->
          throw new ImpossibleInput(
              self, new Receive<>(from, message), "an active instance is never sent this");
    };
  }

  /** An instance that has not been started may be asked for forks. */
  private InstanceState onEarlyMessage(
      InstanceState s, int from, KeyedMessage message, Outbox<KeyedMessage> out) {
    return switch (message) {
      case Guard(var said) -> {
        var met = s.with(s.guard().meeting(ProcessSet.of(from), true));
        yield guarded(met, new Receive<>(from, said), out);
      }
      case Start start -> start(s, start, out);
      default ->
          throw new ImpossibleInput(self, new Receive<>(from, message), "it has not been started");
    };
  }

  private InstanceState start(InstanceState s, Start start, Outbox<KeyedMessage> out) {
    var born =
        new InstanceState(
            Stage.ACTIVE,
            start.operator(),
            start.preds(),
            start.routes(),
            start.groups(),
            s.task(),
            s.guard(),
            Optional.empty());
    var guard = born.guard().meeting(born.neighbours(), true).hearing(start.clock());
    return guarded(tellKeeper(born.with(guard), new Here(), out), new Release<>(), out);
  }

  /** Predecessors of a keyed operator answer behind their last record, others at once. */
  private InstanceState onBirth(InstanceState s, int from, Birth birth, Outbox<KeyedMessage> out) {
    out.send(from, operators.isKeyed(birth.operator()) ? new Mark() : new Ack());
    var routed =
        rerouted(
            s, r -> r.operator() == birth.operator() ? r.plus(birth.newborn(), birth.moves()) : r);
    return meet(routed, birth.newborn(), out);
  }

  private static InstanceState rerouted(InstanceState s, UnaryOperator<Route> change) {
    return s.withRoutes(s.routes().stream().map(change).toList());
  }

  private InstanceState meet(InstanceState s, ProcessSet newborn, Outbox<KeyedMessage> out) {
    return s.with(forks.met(s.guard(), newborn, new Gate<>(out, Guard::new)));
  }

  /** Does without a neighbour that deletes itself, and without the fork that they share. */
  private InstanceState forget(InstanceState s, int from, Outbox<KeyedMessage> out) {
    out.send(from, new Ack());
    var gate = new Gate<>(out, Guard::new);
    var rest = s.with(forks.without(s.guard(), from, gate));
    return gate.opened() ? begin(rest, out) : rest;
  }

  private InstanceState guarded(
      InstanceState s, Input<Forks.Message> input, Outbox<KeyedMessage> out) {
    var gate = new Gate<>(out, Guard::new);
    var next = s.with(forks.on(s.guard(), input, gate));
    return gate.opened() ? begin(next, out) : next;
  }

  /** Inside. */
  private InstanceState begin(InstanceState s, Outbox<KeyedMessage> out) {
    boolean keyed = operators.isKeyed(s.operator());
    return switch (s.task()) {
      case ToDuplicate(var newborn) when keyed && s.owned().size() <= newborn.size() ->
          release(s, out); // Too few groups for all of them.
      case ToDuplicate(var newborn) -> {
        var moves = moves(s, newborn);
        out.send(s.preds(), new Birth(s.operator(), newborn, moves));
        out.send(s.succs(), new NewSender(newborn));
        yield proceed(s.with(new Duplicating(newborn, moves, s.neighbours())), out);
      }
      case ToDelete() when keyed -> {
        out.send(operators.keeper(s.operator()), new MayLeave());
        yield s.with(new Asking());
      }
      case ToDelete() -> detach(s, operators.keeper(s.operator()), out);
      default ->
          throw new ImpossibleInput(self, "the guard's grant", "it has nothing to do inside");
    };
  }

  /**
   * Which groups an instance gives to newborns, and to which: about as many to each. It is asked
   * again inside; until then it may be used to prepare for it.
   */
  public Map<Integer, Integer> moves(InstanceState s, ProcessSet newborn) {
    var takers = new ArrayList<>(List.of(self));
    newborn.forEach(takers::add);
    var moves = s.owned().deal(takers);
    moves.values().removeIf(taker -> taker == self);
    return moves;
  }

  private InstanceState detach(InstanceState s, int heir, Outbox<KeyedMessage> out) {
    out.send(s.preds(), new Death(heir));
    return proceed(s.with(new Detaching(heir, s.preds())), out);
  }

  private InstanceState answered(InstanceState s, int from) {
    return switch (s.task()) {
      case Duplicating(var newborn, var moves, var missing) ->
          s.with(new Duplicating(newborn, moves, missing.minus(from)));
      case Detaching(int heir, var missing) -> s.with(new Detaching(heir, missing.minus(from)));
      case Closing(var missing) -> s.with(new Closing(missing.minus(from)));
      default -> throw new ImpossibleInput(self, "an answer from " + from, "it waits for none");
    };
  }

  /** Goes as far as it can without further answers. */
  private InstanceState proceed(InstanceState s, Outbox<KeyedMessage> out) {
    return switch (s.task()) {
      case Duplicating(var newborn, var moves, var missing)
          when missing.isEmpty() && moves.isEmpty() ->
          release(handOver(s, newborn, moves, out), out); // Stateless: there is nothing to flush.
      case Duplicating(var newborn, var moves, var missing) when missing.isEmpty() ->
          s.with(new HandingOver(newborn, moves));
      case Detaching(int heir, var missing) when missing.isEmpty() -> s.with(new Draining(heir));
      case Closing(var missing) when missing.isEmpty() -> s.dead();
      default -> s;
    };
  }

  /** State moves only now: after all answers, and after everything that was made of it. */
  private InstanceState flushed(InstanceState s, Outbox<KeyedMessage> out) {
    return switch (s.task()) {
      case HandingOver(var newborn, var moves) -> release(handOver(s, newborn, moves, out), out);
      case Draining(int heir) -> {
        if (operators.isKeyed(s.operator())) {
          out.send(heir, new Inheritance(s.owned()));
        }
        out.send(s.succs(), new Bye());
        out.send(s.preds(), new Gone());
        var without = s.withOwned(KeyGroups.NONE);
        yield proceed(without.with(new Closing(s.neighbours())), out);
      }
      default -> throw new ImpossibleInput(self, new Flushed(), "it does not wait for that");
    };
  }

  private InstanceState handOver(
      InstanceState s, ProcessSet newborn, Map<Integer, Integer> moves, Outbox<KeyedMessage> out) {
    newborn.forEach(
        one -> {
          var given = new TreeMap<>(moves);
          given.values().removeIf(owner -> owner != one);
          out.send(
              one,
              new Start(
                  s.operator(),
                  s.preds(),
                  s.routes(),
                  KeyGroups.of(given.keySet()),
                  s.guard().clock()));
        });
    return s.withOwned(s.owned().minus(KeyGroups.of(moves.keySet())));
  }

  private InstanceState release(InstanceState s, Outbox<KeyedMessage> out) {
    return guarded(s.with(new Resting()), new Release<>(), out);
  }

  private InstanceState tellKeeper(InstanceState s, KeyedMessage news, Outbox<KeyedMessage> out) {
    int keeper = operators.keeper(s.operator());
    if (keeper == self) {
      return asKeeper(s, self, news, out);
    }
    if (operators.isKeyed(s.operator())) {
      out.send(keeper, news);
    }
    return s;
  }

  private InstanceState asKeeper(
      InstanceState s, int from, KeyedMessage news, Outbox<KeyedMessage> out) {
    var keeper =
        s.keeper()
            .orElseThrow(() -> new ImpossibleInput(self, news, "it is no keeper of keyed groups"));
    var knowing =
        switch (news) {
          case Here() -> keeper.plus(from);
          case MayLeave() -> keeper.asked(from);
          case Inherited() -> keeper.inherited(from);
          default -> throw new ImpossibleInput(self, news, "it is not for a keeper");
        };
    for (var next = knowing.next(); next.isPresent(); next = knowing.next()) {
      out.send(next.get().leaver(), new Heir(next.get().heir()));
      knowing = next.get().after();
    }
    return s.with(knowing);
  }
}
