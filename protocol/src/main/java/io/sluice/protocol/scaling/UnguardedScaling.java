package io.sluice.protocol.scaling;

import io.sluice.protocol.Algorithm;
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
import io.sluice.protocol.scaling.UnguardedScaling.State;
import io.sluice.protocol.scaling.UnguardedScaling.Task.Deleting;
import io.sluice.protocol.scaling.UnguardedScaling.Task.Duplicating;
import io.sluice.protocol.scaling.UnguardedScaling.Task.Resting;
import java.util.Optional;

/**
 * Belkhiria and Tedeschi's scaling protocol: instances of operators duplicate and delete themselves
 * and tell their neighbours, which acknowledge. Nothing keeps neighbours from doing so at once.
 *
 * <p>It is wrong in two ways. As printed, in algorithms 4 to 10, an instance decides by its own
 * tables whether a notice comes from a predecessor or a successor; one that has not been started
 * has empty tables, so it acknowledges the notice and forgets it, and two new instances never link.
 * If the sender says on which side it is, as its operator tells, a notice can still reach an
 * instance that has just deleted itself; its sender waits forever.
 *
 * <p>A duplication costs 2(|succs| + |preds|) + 1 messages, a deletion 2(|succs| + |preds|). Needs
 * reliable FIFO channels. The decision when to scale is not made here, but arrives as an order.
 */
public final class UnguardedScaling implements Protocol<State, ScalingMessage> {

  public static final Algorithm<State, ScalingMessage> ALGORITHM_PUBLISHED =
      algorithm("scaling-published", false)
          .source("Belkhiria, Tedeschi 2019, as printed: two newborns may never link")
          .tolerates("one operator scaling at a time")
          .build();

  public static final Algorithm<State, ScalingMessage> ALGORITHM_BY_OPERATOR =
      algorithm("scaling-by-operator", true)
          .source("the same, one error fixed: notices may still reach deleted instances")
          .tolerates("duplications only")
          .build();

  private static Algorithm.Builder<State, ScalingMessage> algorithm(
      String name, boolean byOperator) {
    return Algorithm.<State, ScalingMessage>of(
            name, Family.SCALING, (self, layout) -> new UnguardedScaling(self, layout, byOperator))
        .cost("2 per neighbour, and 1")
        .flaw("is refuted; scaling is guarded")
        .orders("duplicate", ScalingOrders::duplications)
        .orders("delete", ScalingOrders::deletions)
        .orders("record", ScalingOrders::records)
        .invariant("dead", ScalingInvariants::nothingGoesToTheDead)
        .invariant("tables", ScalingInvariants::tablesAgree)
        .invariant("unfinished", ScalingInvariants::everyOrderIsCarriedOut)
        .invariant("records", ScalingInvariants::noRecordIsLostOrDoubled);
  }

  /** What an instance is about; one thing at a time. */
  public sealed interface Task {
    record Resting() implements Task {}

    /**
     * @param missing how many acknowledgements are still to come
     */
    record Duplicating(ProcessSet newborn, int missing) implements Task {}

    /**
     * @param missing how many acknowledgements are still to come
     */
    record Deleting(int missing) implements Task {}
  }

  /**
   * @param toAdd what one that has not been started yet has heard of new neighbours
   * @param toDelete and of those that are about to be no more
   */
  public record State(
      Stage stage,
      int operator,
      Table table,
      Table toAdd,
      Table toDelete,
      Task task,
      Records records)
      implements Instance {

    @Override
    public boolean busy() {
      return !(task instanceof Resting);
    }

    @Override
    public boolean leaving() {
      return task instanceof Deleting;
    }

    @Override
    public ProcessSet newborn() {
      return task instanceof Duplicating(var newborn, _) ? newborn : ProcessSet.EMPTY;
    }

    State with(Task next) {
      return new State(stage, operator, table, toAdd, toDelete, next, records);
    }

    State with(Records next) {
      return new State(stage, operator, table, toAdd, toDelete, task, next);
    }

    /** An active instance changes its table, any other remembers to. */
    State adding(Side side, ProcessSet newborn) {
      return active()
          ? new State(stage, operator, table.plus(side, newborn), toAdd, toDelete, task, records)
          : new State(stage, operator, table, toAdd.plus(side, newborn), toDelete, task, records);
    }

    State deleting(Side side, int instance) {
      var gone = Table.EMPTY.plus(side, ProcessSet.of(instance));
      return active()
          ? new State(stage, operator, table.minus(gone), toAdd, toDelete, task, records)
          : new State(stage, operator, table, toAdd, toDelete.plus(gone), task, records);
    }
  }

  private final int self;
  private final Layout layout;
  private final boolean byOperator;

  private UnguardedScaling(int self, Layout layout, boolean byOperator) {
    this.self = self;
    this.layout = layout;
    this.byOperator = byOperator;
  }

  @Override
  public State initial() {
    boolean founder = !layout.newcomers().contains(self);
    return new State(
        founder ? Instance.Stage.ACTIVE : Instance.Stage.UNSTARTED,
        founder ? layout.group(self) : Instance.NO_OPERATOR,
        founder ? Table.of(self, layout) : Table.EMPTY,
        Table.EMPTY,
        Table.EMPTY,
        new Resting(),
        Records.NONE);
  }

  @Override
  public State on(State s, Input<ScalingMessage> input, Outbox<ScalingMessage> out) {
    return switch (input) {
      case Order(Command command) -> s.active() ? onCommand(s, command, out) : s;
      case Receive<ScalingMessage>(var from, var message) -> {
        if (s.stage == Instance.Stage.DELETED) {
          throw new ImpossibleInput(self, input, "it has deleted itself");
        }
        yield onMessage(s, from, message, out);
      }
      case Expired(_) -> dieIfDone(s.with(s.records.passingOn(s.table.succs(), out)));
      case Acquire<ScalingMessage> _, Release<ScalingMessage> _ ->
          throw new ImpossibleInput(self, input, "instances take orders only");
      case Rare<ScalingMessage> _ -> s;
    };
  }

  private State onCommand(State s, Command command, Outbox<ScalingMessage> out) {
    return switch (command) {
      case Duplicate(var newborn) -> s.busy() ? s : duplicate(s, newborn, out);
      case Delete() -> s.busy() || ScalingOrders.isKeeper(self, layout) ? s : delete(s, out);
      case Enter(var key) -> flow(s, s.records.entering(key), out);
    };
  }

  private State onMessage(State s, int from, ScalingMessage message, Outbox<ScalingMessage> out) {
    return switch (message) {
      case Duplication(var side, var newborn) -> {
        out.send(from, new DuplicationAck());
        yield side(s, from, side).map(known -> s.adding(known, newborn)).orElse(s);
      }
      case Deletion(var side) -> {
        out.send(from, new DeletionAck());
        yield side(s, from, side).map(known -> s.deleting(known, from)).orElse(s);
      }
      case DuplicationAck() -> acknowledged(s, from, out);
      case DeletionAck() -> acknowledged(s, from, out);
      case Start(var operator, var table, _) -> start(s, operator, table, out);
      case Pass(var key) -> flow(s, s.records.holding(key), out);
      case Guard _, Command _ ->
          throw new ImpossibleInput(
              self, new Receive<>(from, message), "an instance is never sent this");
    };
  }

  /** On which side a neighbour is; as printed, the receiver looks that up in its own tables. */
  private Optional<Side> side(State s, int neighbour, Side said) {
    if (byOperator) {
      return Optional.of(said);
    }
    if (s.table.succs().contains(neighbour)) {
      return Optional.of(Side.SUCCESSOR);
    }
    return s.table.preds().contains(neighbour) ? Optional.of(Side.PREDECESSOR) : Optional.empty();
  }

  private State duplicate(State s, ProcessSet newborn, Outbox<ScalingMessage> out) {
    out.send(s.table.succs(), new Duplication(Side.PREDECESSOR, newborn));
    out.send(s.table.preds(), new Duplication(Side.SUCCESSOR, newborn));
    return proceed(s.with(new Duplicating(newborn, s.table.neighbours().size())), out);
  }

  private State delete(State s, Outbox<ScalingMessage> out) {
    out.send(s.table.succs(), new Deletion(Side.PREDECESSOR));
    out.send(s.table.preds(), new Deletion(Side.SUCCESSOR));
    return proceed(s.with(new Deleting(s.table.neighbours().size())), out);
  }

  private State acknowledged(State s, int from, Outbox<ScalingMessage> out) {
    return switch (s.task) {
      case Duplicating(var newborn, int missing) ->
          proceed(s.with(new Duplicating(newborn, missing - 1)), out);
      case Deleting(int missing) -> proceed(s.with(new Deleting(missing - 1)), out);
      case Resting() ->
          throw new ImpossibleInput(self, "an acknowledgement from " + from, "it waits for none");
    };
  }

  private State proceed(State s, Outbox<ScalingMessage> out) {
    if (s.task instanceof Duplicating(var newborn, int missing) && missing == 0) {
      out.send(newborn, new Start(s.operator, s.table, 0));
      return s.with(new Resting());
    }
    return dieIfDone(s);
  }

  /** An instance that deletes itself first sends on the records that it holds. */
  private static State dieIfDone(State s) {
    boolean done =
        s.task instanceof Deleting(int missing) && missing == 0 && s.records.held().isEmpty();
    return done
        ? new State(
            Instance.Stage.DELETED,
            s.operator,
            Table.EMPTY,
            Table.EMPTY,
            Table.EMPTY,
            new Resting(),
            s.records)
        : s;
  }

  private State start(State s, int operator, Table table, Outbox<ScalingMessage> out) {
    var started =
        new State(
            Instance.Stage.ACTIVE,
            operator,
            table.plus(s.toAdd).minus(s.toDelete),
            Table.EMPTY,
            Table.EMPTY,
            s.task,
            s.records);
    return flow(started, started.records, out);
  }

  private static State flow(State s, Records records, Outbox<ScalingMessage> out) {
    return s.with(s.active() ? records.flowing(s.table.succs(), out) : records);
  }
}
