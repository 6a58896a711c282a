package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.Roster;
import io.sluice.protocol.scaling.keyed.Task.Draining;
import io.sluice.protocol.scaling.keyed.Task.HandingOver;
import io.sluice.protocol.scaling.keyed.Task.Resting;
import java.util.List;
import java.util.Optional;

/**
 * One instance of an operator, as {@link KeyedScaling} knows it. The data plane routes by it: it
 * sends by {@link #routes}, processes records of the groups in {@link #owned}, and keeps the others
 * until their state has come.
 *
 * @param operator the operator that it is an instance of, or {@link #NO_OPERATOR}
 * @param preds the instances that send to it
 * @param routes where it sends, one for each of the next operators
 * @param owned the key groups whose state is here; nothing in a stateless operator
 * @param guard its part in keeping neighbouring operators from scaling at the same time
 * @param keeper what it knows as its operator's keeper, if it is that and the operator is keyed
 */
public record InstanceState(
    Stage stage,
    int operator,
    ProcessSet preds,
    List<Route> routes,
    KeyGroups owned,
    Task task,
    Forks.State guard,
    Optional<Keeper> keeper) {

  /** The operator of a process that has not been told one. */
  public static final int NO_OPERATOR = -1;

  /** Unborn to active with Start, to dead when every neighbour has forgotten it. */
  public enum Stage {
    /** Has not been told to begin. It may get records, which it keeps. */
    UNBORN,
    ACTIVE,
    DEAD
  }

  public InstanceState {
    routes = List.copyOf(routes);
  }

  static InstanceState unborn() {
    return new InstanceState(
        Stage.UNBORN,
        NO_OPERATOR,
        ProcessSet.EMPTY,
        List.of(),
        KeyGroups.NONE,
        new Resting(),
        Forks.newborn(),
        Optional.empty());
  }

  public boolean active() {
    return stage == Stage.ACTIVE;
  }

  /** Whether it has been told to scale and has not done so yet. */
  public boolean busy() {
    return !(task instanceof Resting);
  }

  /** Whether the protocol waits until everything made so far is in the receivers' inboxes. */
  public boolean awaitsFlush() {
    return task instanceof HandingOver || task instanceof Draining;
  }

  /** Whether it must not produce records of its own any more: it is about to go. */
  public boolean ending() {
    return task instanceof Draining || task instanceof Task.Closing;
  }

  /** The instances that it will tell to begin. */
  public ProcessSet newborn() {
    return switch (task) {
      case Task.ToDuplicate(var newborn) -> newborn;
      case Task.Duplicating(var newborn, _, _) -> newborn;
      case HandingOver(var newborn, _) -> newborn;
      default -> ProcessSet.EMPTY;
    };
  }

  /** The instances that it sends to. */
  public ProcessSet succs() {
    var all = ProcessSet.EMPTY;
    for (var route : routes) {
      all = all.plus(route.instances());
    }
    return all;
  }

  public ProcessSet neighbours() {
    return preds.plus(succs());
  }

  /** No neighbour knows it any more. */
  InstanceState dead() {
    var noForks = Forks.beginning(ProcessSet.EMPTY, ProcessSet.EMPTY, Roster.OUTSIDE);
    return new InstanceState(
        Stage.DEAD,
        operator,
        ProcessSet.EMPTY,
        List.of(),
        KeyGroups.NONE,
        new Resting(),
        noForks,
        Optional.empty());
  }

  InstanceState with(Task next) {
    return new InstanceState(stage, operator, preds, routes, owned, next, guard, keeper);
  }

  /** The guard's fencing numbers fence nothing here; without them fewer states differ. */
  InstanceState with(Forks.State next) {
    var unfenced =
        new Forks.State(
            next.clock(),
            0,
            next.phase(),
            next.competitors(),
            next.forks(),
            next.deferred(),
            next.roster());
    return new InstanceState(stage, operator, preds, routes, owned, task, unfenced, keeper);
  }

  InstanceState with(Keeper next) {
    return new InstanceState(stage, operator, preds, routes, owned, task, guard, Optional.of(next));
  }

  InstanceState withPreds(ProcessSet next) {
    return new InstanceState(stage, operator, next, routes, owned, task, guard, keeper);
  }

  InstanceState withRoutes(List<Route> next) {
    return new InstanceState(stage, operator, preds, next, owned, task, guard, keeper);
  }

  InstanceState withOwned(KeyGroups next) {
    return new InstanceState(stage, operator, preds, routes, next, task, guard, keeper);
  }
}
