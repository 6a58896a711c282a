package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.scaling.keyed.InstanceState.Stage;
import io.sluice.protocol.scaling.keyed.StreamMessage.Control;
import io.sluice.protocol.scaling.keyed.StreamMessage.Copies;
import io.sluice.protocol.scaling.keyed.StreamMessage.Entry;
import io.sluice.protocol.scaling.keyed.StreamState.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What is promised of a pipeline in every world. */
record StreamInvariants(StreamOptions options) {

  /** One key group of one keyed operator. */
  private record Group(int operator, int number) {}

  /** {@code dead}: nothing is on its way to an instance that has deleted itself. */
  boolean nothingGoesToTheDead(World<StreamState, StreamMessage> world) {
    return processes(world)
        .filter(to -> world.state(to).control().stage() == Stage.DEAD)
        .allMatch(to -> processes(world).allMatch(from -> Pipelines.isSilent(world, from, to)));
  }

  /** {@code state}: the state of each group is with one living instance, or on its way, once. */
  boolean everyGroupIsInOnePlace(World<StreamState, StreamMessage> world) {
    return copies(world).values().stream().allMatch(copies -> copies.size() == 1);
  }

  /**
   * {@code records}: each record that came in waits, is on its way, is kept, or is done with, once
   * on each path through the pipeline.
   */
  boolean noRecordIsLostOrDoubled(World<StreamState, StreamMessage> world) {
    var found = found(world);
    return processes(world)
        .allMatch(
            process -> {
              var s = world.state(process);
              return s.entered() == 0
                  || Pipelines.paths(world.layout(), s.control().operator()).stream()
                      .allMatch(path -> areThereOnce(process, s.entered(), path, found));
            });
  }

  private static boolean areThereOnce(
      int process, int entered, List<Integer> path, List<Entry> found) {
    return StreamState.ids(process, entered).stream()
        .allMatch(
            id ->
                found.stream()
                        .filter(e -> e.id() == id && isPrefix(e.path(), path))
                        .limit(2)
                        .count()
                    == 1);
  }

  private static boolean isPrefix(List<Integer> some, List<Integer> all) {
    return some.size() <= all.size() && all.subList(0, some.size()).equals(some);
  }

  /** All records, wherever they are; in state only where no operator follows. */
  private List<Entry> found(World<StreamState, StreamMessage> world) {
    var found = new ArrayList<Entry>();
    for (var s : states(world).toList()) {
      found.addAll(s.done());
      if (s.control().stage() != Stage.DEAD) {
        found.addAll(s.kept());
        s.out()
            .forEach(
                waiting -> {
                  if (waiting instanceof Waiting.OfEntry(_, var entry)) {
                    found.add(entry);
                  }
                });
      }
    }
    processes(world)
        .forEach(
            from ->
                processes(world)
                    .flatMap(to -> Pipelines.unread(world, from, to).stream())
                    .forEach(
                        placed -> {
                          if (placed.item() instanceof Entry entry) {
                            found.add(entry);
                          }
                        }));
    copies(world)
        .forEach(
            (group, copies) -> {
              if (Pipelines.successors(world.layout(), group.operator).isEmpty()) {
                copies.forEach(found::addAll);
              }
            });
    return found;
  }

  /**
   * {@code order}: a state holds, of each sender, its records of the group in order, with no gap.
   */
  boolean sendersAreFollowed(World<StreamState, StreamMessage> world) {
    return copies(world).values().stream()
        .flatMap(List::stream)
        .allMatch(
            records -> {
              var next = new HashMap<Integer, Integer>();
              return records.stream()
                  .filter(entry -> entry.from() != Entry.OUTSIDE)
                  .allMatch(entry -> next.merge(entry.from(), 1, Integer::sum) == entry.nth() + 1);
            });
  }

  /**
   * {@code key-order}: where the only operator before a keyed one is keyed as well, the later
   * follows the earlier within each group. That needs one inbox for all senders: a newborn's first
   * record must not overtake its parent's last.
   */
  boolean keysAreFollowed(World<StreamState, StreamMessage> world) {
    var copies = copies(world);
    return copies.entrySet().stream()
        .allMatch(
            entry -> {
              var before = Pipelines.predecessors(world.layout(), entry.getKey().operator);
              var earlier =
                  before.size() == 1
                      ? copies.get(new Group(before.getFirst(), entry.getKey().number))
                      : null;
              return earlier == null
                  || Collections.indexOfSubList(ids(earlier), ids(entry.getValue())) == 0;
            });
  }

  private static List<Integer> ids(List<List<Entry>> copies) {
    return copies.getFirst().stream().map(Entry::id).toList();
  }

  /** {@code tables}: at rest predecessors, routes and owners are as the pipeline is. */
  boolean tablesAgree(World<StreamState, StreamMessage> world) {
    return !Pipelines.atRest(world)
        || states(world)
            .map(StreamState::control)
            .filter(InstanceState::active)
            .allMatch(control -> knowsItsNeighbours(world, control));
  }

  private boolean knowsItsNeighbours(
      World<StreamState, StreamMessage> world, InstanceState control) {
    var senders = ProcessSet.EMPTY;
    for (int before : Pipelines.predecessors(world.layout(), control.operator())) {
      senders = senders.plus(Pipelines.living(world, before));
    }
    var living = Pipelines.living(world, control.operator());
    return control.preds().equals(senders)
        && control.keeper().map(Keeper::here).map(living::equals).orElse(true)
        && control.routes().stream()
            .allMatch(
                route ->
                    route.instances().equals(Pipelines.living(world, route.operator()))
                        && ownersOwn(world, route));
  }

  private static boolean ownersOwn(World<StreamState, StreamMessage> world, Route route) {
    return IntStream.range(0, route.owners().size())
        .allMatch(group -> world.state(route.owners().get(group)).made().containsKey(group));
  }

  /** {@code unfinished}: at rest no instance is busy, and no record is kept. */
  boolean everyOrderIsCarriedOut(World<StreamState, StreamMessage> world) {
    return !Pipelines.atRest(world)
        || states(world)
            .allMatch(
                s ->
                    !s.control().busy()
                        && s.kept().isEmpty()
                        && s.control()
                            .keeper()
                            .map(keeper -> keeper.heirs().isEmpty() && keeper.leavers().isEmpty())
                            .orElse(true));
  }

  /** {@code neighbours}: instances of neighbouring operators do not change at the same time. */
  boolean neighboursDoNotChangeTogether(World<StreamState, StreamMessage> world) {
    var operators = options.operators(world.layout());
    var changing =
        states(world)
            .map(StreamState::control)
            .filter(StreamInvariants::isChanging)
            .map(control -> operators.keeper(control.operator()))
            .toList();
    return changing.stream()
        .noneMatch(one -> changing.stream().anyMatch(o -> world.layout().compete(one, o)));
  }

  private static boolean isChanging(InstanceState control) {
    return switch (control.task()) {
      case Task.Resting _, Task.ToDuplicate _, Task.ToDelete _, Task.Closing _ -> false;
      case Task.Duplicating _,
          Task.HandingOver _,
          Task.Asking _,
          Task.Detaching _,
          Task.Draining _ ->
          true;
    };
  }

  /** By group all copies of its state, wherever they are. */
  private Map<Group, List<List<Entry>>> copies(World<StreamState, StreamMessage> world) {
    var copies = new HashMap<Group, List<List<Entry>>>();
    options
        .keyed()
        .forEach(
            operator -> {
              for (int group = 0; group < options.groups(); group++) {
                copies.put(new Group(operator, group), new ArrayList<>());
              }
            });
    for (int process = 0; process < world.layout().size(); process++) {
      var s = world.state(process);
      int operator = s.control().operator();
      if (s.control().stage() != Stage.DEAD) {
        s.made().forEach((group, made) -> add(copies, new Group(operator, group), made));
      }
      for (int to = 0; to < world.layout().size(); to++) {
        var ahead = new HashMap<>(world.state(to).ahead().taken());
        for (var message : world.inTransit(process, to)) {
          switch (message) {
            case Copies(var more) -> ahead.putAll(more);
            case Control(_, var moving) ->
                moving.forEach(
                    (group, moved) ->
                        add(
                            copies,
                            new Group(operator, group),
                            moved.on(ahead.getOrDefault(group, List.of()))));
            default -> {}
          }
        }
      }
    }
    return copies;
  }

  private static void add(Map<Group, List<List<Entry>>> copies, Group group, List<Entry> made) {
    copies.computeIfAbsent(group, _ -> new ArrayList<>()).add(made);
  }

  private static Stream<StreamState> states(World<StreamState, StreamMessage> world) {
    return processes(world).map(world::state);
  }

  private static Stream<Integer> processes(World<StreamState, StreamMessage> world) {
    return IntStream.range(0, world.layout().size()).boxed();
  }
}
