package io.sluice.protocol.scaling;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.Roster;
import io.sluice.protocol.scaling.GuardedScaling.State;
import io.sluice.protocol.scaling.GuardedScaling.Task.Closing;
import io.sluice.protocol.scaling.GuardedScaling.Task.Detaching;
import io.sluice.protocol.scaling.GuardedScaling.Task.Draining;
import io.sluice.protocol.scaling.GuardedScaling.Task.Duplicating;
import io.sluice.protocol.scaling.GuardedScaling.Task.Resting;
import io.sluice.protocol.scaling.GuardedScaling.Task.ToDelete;
import io.sluice.protocol.scaling.GuardedScaling.Task.ToDuplicate;
import io.sluice.protocol.scaling.ScalingMessage.Command;
import io.sluice.protocol.scaling.ScalingMessage.Delete;
import io.sluice.protocol.scaling.ScalingMessage.Deletion;
import io.sluice.protocol.scaling.ScalingMessage.DeletionAck;
import io.sluice.protocol.scaling.ScalingMessage.Duplicate;
import io.sluice.protocol.scaling.ScalingMessage.Duplication;
import io.sluice.protocol.scaling.ScalingMessage.DuplicationAck;
import io.sluice.protocol.scaling.ScalingMessage.Enter;
import io.sluice.protocol.scaling.ScalingMessage.Guard;
import io.sluice.protocol.scaling.ScalingMessage.Pass;
import io.sluice.protocol.scaling.ScalingMessage.Start;

/**
 * Instances of operators that duplicate and delete themselves, while group mutual exclusion keeps
 * neighbouring operators from doing so at the same time: {@link Forks}, whose groups are the
 * operators and come and go with the instances.
 *
 * <p>To duplicate itself an instance goes inside, tells its neighbours, and starts the newborn when
 * all have acknowledged. The newborn is inside from birth, together with its parent, and has the
 * forks that it shares with its neighbours; a neighbour that asks for one before the newborn has
 * been started gets it then. So no neighbour scales, and none sends a notice, before the newborn
 * knows it.
 *
 * <p>To delete itself an instance goes inside, and has its predecessors forget it, fork and all;
 * their acknowledgements come after their last records. It then sends on what it holds to its
 * successors, which cannot be gone, since they cannot have been inside; and has them forget it too.
 * After their acknowledgements no neighbour knows it any more.
 *
 * <p>A duplication costs 2(|succs| + |preds|) + 1 messages, a deletion 2(|succs| + |preds|), as
 * without a guard; the guard adds 2 for each fork that is not here, and none if all are. Needs
 * reliable FIFO channels.
 */
public final class GuardedScaling implements Protocol<State, ScalingMessage> {

  public static final Algorithm<State, ScalingMessage> ALGORITHM =
      Algorithm.<State, ScalingMessage>of("scaling", Family.SCALING, GuardedScaling::new)
          .source("this project, after Belkhiria et al. 2019 and 2020")
          .cost("2 to 4 per neighbour, and 1")
          .tolerates("neighbours that scale at once")
          .clocks(Algorithm.Clocks.APART)
          .orders("duplicate", ScalingOrders::duplications)
          .orders("delete", ScalingOrders::deletions)
          .orders("record", ScalingOrders::records)
          .invariant("dead", ScalingInvariants::nothingGoesToTheDead)
          .invariant("tables", ScalingInvariants::tablesAgree)
          .invariant("unfinished", ScalingInvariants::everyOrderIsCarriedOut)
          .invariant("records", ScalingInvariants::noRecordIsLostOrDoubled)
          .invariant("neighbours", GuardInvariants::neighboursAreNotInsideTogether)
          .invariant("one-fork", GuardInvariants::everyForkIsInOnePlace)
          .build();

  /** What an instance is about; one thing at a time. */
  public sealed interface Task {
    record Resting() implements Task {}

    /** Waits to be let in, in order to duplicate itself. */
    record ToDuplicate(ProcessSet newborn) implements Task {}

    /** Waits to be let in, in order to delete itself. */
    record ToDelete() implements Task {}

    /** Inside: these neighbours have yet to acknowledge the newborn. */
    record Duplicating(ProcessSet newborn, ProcessSet missing) implements Task {}

    /** Inside: these predecessors have yet to forget this instance. */
    record Detaching(ProcessSet missing) implements Task {}

    /** Inside: the last records go on. */
    record Draining() implements Task {}

    /** Inside: these successors have yet to forget this instance. */
    record Closing(ProcessSet missing) implements Task {}
  }

  public record State(
      Stage stage, int operator, Table table, Task task, Forks.State guard, Records records)
      implements Instance {

    @Override
    public boolean busy() {
      return !(task instanceof Resting);
    }

    @Override
    public boolean leaving() {
      return task instanceof Detaching || task instanceof Draining || task instanceof Closing;
    }

    @Override
    public ProcessSet newborn() {
      return switch (task) {
        case ToDuplicate(var newborn) -> newborn;
        case Duplicating(var newborn, _) -> newborn;
        default -> ProcessSet.EMPTY;
      };
    }

    State with(Task next) {
      return new State(stage, operator, table, next, guard, records);
    }

    State with(Table next) {
      return new State(stage, operator, next, task, guard, records);
    }

    State with(Forks.State next) {
      return new State(stage, operator, table, task, next, records);
    }

    State with(Records next) {
      return new State(stage, operator, table, task, guard, next);
    }
  }

  private static final Input<Forks.Message> ASKING = new Acquire<>(Claim.EXCLUSIVE);

  private final int self;
  private final Layout layout;
  private final Forks forks;

  public GuardedScaling(int self, Layout layout) {
    this.self = self;
    this.layout = layout;
    this.forks = new Forks(self, layout);
  }

  /** At first each fork is with the lower of its two founders. */
  @Override
  public State initial() {
    if (layout.newcomers().contains(self)) {
      return new State(
          Instance.Stage.UNSTARTED,
          Instance.NO_OPERATOR,
          Table.EMPTY,
          new Resting(),
          Forks.newborn(),
          Records.NONE);
    }
    var table = Table.of(self, layout);
    return new State(
        Instance.Stage.ACTIVE,
        layout.group(self),
        table,
        new Resting(),
        Forks.beginning(table.neighbours(), table.succs(), Roster.OUTSIDE),
        Records.NONE);
  }

  @Override
  public State on(State s, Input<ScalingMessage> input, Outbox<ScalingMessage> out) {
    return switch (input) {
      case Order(Command command) -> s.active() ? onCommand(s, command, out) : s;
      case Receive<ScalingMessage>(var from, var message) ->
          switch (s.stage) {
            case UNSTARTED -> onEarlyMessage(s, from, message, out);
            case ACTIVE -> onMessage(s, from, message, out);
            case DELETED -> throw new ImpossibleInput(self, input, "it has deleted itself");
          };
      case Expired(_) -> proceed(s.with(s.records.passingOn(s.table.succs(), out)), out);
      case Acquire<ScalingMessage> _, Release<ScalingMessage> _ ->
          throw new ImpossibleInput(self, input, "instances take orders only");
      case Rare<ScalingMessage> _ -> s;
    };
  }

  /** An instance that is scaling already takes no other order to scale, nor a keeper to go. */
  private State onCommand(State s, Command command, Outbox<ScalingMessage> out) {
    return switch (command) {
      case Duplicate(var newborn) ->
          s.busy() ? s : guarded(s.with(new ToDuplicate(newborn)), ASKING, out);
      case Delete() ->
          s.busy() || ScalingOrders.isKeeper(self, layout)
              ? s
              : guarded(s.with(new ToDelete()), ASKING, out);
      case Enter(var key) -> flow(s, s.records.entering(key), out);
    };
  }

  private State onMessage(State s, int from, ScalingMessage message, Outbox<ScalingMessage> out) {
    return switch (message) {
      case Duplication(var side, var newborn) -> {
        out.send(from, new DuplicationAck());
        var guard = forks.met(s.guard, newborn, new Gate<>(out, Guard::new));
        yield s.with(s.table.plus(side, newborn)).with(guard);
      }
      case Deletion _ -> {
        out.send(from, new DeletionAck());
        var gate = new Gate<>(out, Guard::new);
        var rest = s.with(s.table.minus(from)).with(forks.without(s.guard, from, gate));
        yield gate.opened() ? begin(rest, out) : rest;
      }
      case DuplicationAck _, DeletionAck _ -> proceed(acknowledged(s, from), out);
      case Pass(var key) -> flow(s, s.records.holding(key), out);
      case Guard(var said) -> guarded(s, new Receive<>(from, said), out);
      case Start _, Command _ ->
          throw new ImpossibleInput(
              self, new Receive<>(from, message), "an active instance is never sent this");
    };
  }

  /** One that has not been started may get records, and be asked for forks. */
  private State onEarlyMessage(
      State s, int from, ScalingMessage message, Outbox<ScalingMessage> out) {
    return switch (message) {
      case Pass(var key) -> s.with(s.records.holding(key));
      case Guard(var said) ->
          guarded(
              s.with(s.guard.meeting(ProcessSet.of(from), true)), new Receive<>(from, said), out);
      case Start(var operator, var table, int clock) -> start(s, operator, table, clock, out);
      default ->
          throw new ImpossibleInput(self, new Receive<>(from, message), "it has not been started");
    };
  }

  /** The newborn leaves the section that it was born in. */
  private State start(State s, int operator, Table table, int clock, Outbox<ScalingMessage> out) {
    var guard = s.guard.meeting(table.neighbours(), true).hearing(clock);
    var born = new State(Instance.Stage.ACTIVE, operator, table, s.task, guard, s.records);
    return guarded(flow(born, born.records, out), new Release<>(), out);
  }

  /** Inside: tells those who have to know first. */
  private State begin(State s, Outbox<ScalingMessage> out) {
    return switch (s.task) {
      case ToDuplicate(var newborn) -> {
        out.send(s.table.succs(), new Duplication(Side.PREDECESSOR, newborn));
        out.send(s.table.preds(), new Duplication(Side.SUCCESSOR, newborn));
        yield proceed(s.with(new Duplicating(newborn, s.table.neighbours())), out);
      }
      case ToDelete() -> {
        out.send(s.table.preds(), new Deletion(Side.SUCCESSOR));
        yield proceed(s.with(new Detaching(s.table.preds())), out);
      }
      default ->
          throw new ImpossibleInput(self, "the guard's grant", "it has nothing to do inside");
    };
  }

  private State acknowledged(State s, int from) {
    return switch (s.task) {
      case Duplicating(var newborn, var missing) ->
          s.with(new Duplicating(newborn, missing.minus(from)));
      case Detaching(var missing) -> s.with(new Detaching(missing.minus(from)));
      case Closing(var missing) -> s.with(new Closing(missing.minus(from)));
      default ->
          throw new ImpossibleInput(self, "an acknowledgement from " + from, "it waits for none");
    };
  }

  /** Goes as far as it can without further acknowledgements. */
  private State proceed(State s, Outbox<ScalingMessage> out) {
    return switch (s.task) {
      case Duplicating(var newborn, var missing) when missing.isEmpty() -> {
        out.send(newborn, new Start(s.operator, s.table, s.guard.clock()));
        yield guarded(s.with(new Resting()), new Release<>(), out);
      }
      case Detaching(var missing) when missing.isEmpty() -> proceed(s.with(new Draining()), out);
      case Draining() when s.records.held().isEmpty() -> {
        out.send(s.table.succs(), new Deletion(Side.PREDECESSOR));
        yield proceed(s.with(new Closing(s.table.succs())), out);
      }
      case Closing(var missing) when missing.isEmpty() -> dead(s);
      default -> s;
    };
  }

  private static State dead(State s) {
    var noForks = Forks.beginning(ProcessSet.EMPTY, ProcessSet.EMPTY, Roster.OUTSIDE);
    return new State(
        Instance.Stage.DELETED, s.operator, Table.EMPTY, new Resting(), noForks, s.records);
  }

  /** Gives an input to the guard; an instance that is let in by it begins to scale. */
  private State guarded(State s, Input<Forks.Message> input, Outbox<ScalingMessage> out) {
    var gate = new Gate<>(out, Guard::new);
    var next = s.with(forks.on(s.guard, input, gate));
    return gate.opened() ? begin(next, out) : next;
  }

  private static State flow(State s, Records records, Outbox<ScalingMessage> out) {
    return s.with(s.active() ? records.flowing(s.table.succs(), out) : records);
  }
}
