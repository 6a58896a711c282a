package io.sluice.streams.kafka.slot;

import io.sluice.streams.graph.Instances;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * What the keeper of an operator knows about its slots. It orders one change at a time: either some
 * instances come or some go.
 *
 * @param free the slots that no instance has
 * @param active the instances, the keeper first, then in the order of their birth
 * @param coming the slots that an instance was told to start
 * @param leaving the instances that were told to delete themselves
 * @param ended the instances that have processed everything
 * @param goal how many there shall be
 * @param byHand whether an application has set the goal, instead of the load
 */
public record Pool(
    List<Integer> free,
    List<Member> active,
    List<Integer> coming,
    List<Integer> leaving,
    List<Integer> ended,
    int goal,
    boolean byHand) {

  /** An active instance, and how many groups it has; of a source, how many partitions. */
  public record Member(int slot, int owned) {}

  /** An order for an instance. */
  public record Ordered(int slot, Control.Order order) {}

  public Pool {
    free = List.copyOf(free);
    active = List.copyOf(active);
    coming = List.copyOf(coming);
    leaving = List.copyOf(leaving);
    ended = List.copyOf(ended);
  }

  /** Of an operator that has its keeper only, and is to have as many instances as it must. */
  static Pool of(List<Integer> slots, int owned, Instances limits) {
    return new Pool(
        slots.subList(1, slots.size()),
        List.of(new Member(slots.getFirst(), owned)),
        List.of(),
        List.of(),
        List.of(),
        limits.min(),
        limits.isFixed());
  }

  /** Whether all instances have processed everything, and none is about to begin. */
  public boolean isEnded() {
    return coming.isEmpty()
        && leaving.isEmpty()
        && active.stream().allMatch(member -> ended.contains(member.slot()));
  }

  /** What the keeper knows after it has heard something. */
  Pool hearing(Control.ToKeeper news, Instances limits) {
    return switch (news) {
      case Control.Active(int slot, int owned, var declined) -> {
        var members = new ArrayList<>(active);
        int at = indexOf(slot);
        if (at < 0) {
          members.add(new Member(slot, owned));
        } else {
          members.set(at, new Member(slot, owned));
        }
        var waiting = new ArrayList<>(coming);
        waiting.removeAll(declined);
        waiting.removeIf(each -> each == slot);
        var rest = new ArrayList<>(free);
        rest.addAll(declined);
        yield new Pool(rest, members, waiting, leaving, ended, goal, byHand);
      }
      case Control.Left(int slot) -> {
        var rest = new ArrayList<>(free);
        rest.add(slot);
        yield new Pool(
            rest,
            active.stream().filter(member -> member.slot() != slot).toList(),
            coming,
            leaving.stream().filter(each -> each != slot).toList(),
            ended.stream().filter(each -> each != slot).toList(),
            goal,
            byHand);
      }
      case Control.Ended(int slot) -> {
        var more = new ArrayList<>(ended);
        more.add(slot);
        yield new Pool(free, active, coming, leaving, more, goal, byHand);
      }
      case Control.Goal(var instances) ->
          aiming(instances.orElse(active.size()), limits, instances.isPresent());
      case Control.Wish(_, int change) ->
          mayDecide() ? aiming(active.size() + change, limits, false) : this;
    };
  }

  /** Whether the load decides, and nothing is under way. */
  boolean mayDecide() {
    return !byHand && coming.isEmpty() && leaving.isEmpty() && goal == active.size();
  }

  private Pool aiming(int wanted, Instances limits, boolean hand) {
    return new Pool(
        free,
        active,
        coming,
        leaving,
        ended,
        Math.clamp(wanted, limits.min(), limits.max()),
        hand || limits.isFixed());
  }

  private int indexOf(int slot) {
    for (int each = 0; each < active.size(); each++) {
      if (active.get(each).slot() == slot) {
        return each;
      }
    }
    return -1;
  }

  /**
   * Orders what is lacking, if nothing is under way and no instance has ended.
   *
   * @param keyed whether an instance can start no more others than it has groups
   * @param bundleOf the bundle that a slot runs in
   */
  Pool steer(boolean keyed, IntUnaryOperator bundleOf, Consumer<Ordered> orders) {
    int lacking = goal - active.size();
    if (!coming.isEmpty() || !leaving.isEmpty() || !ended.isEmpty() || lacking == 0) {
      return this;
    }
    return lacking > 0 ? grow(lacking, keyed, bundleOf, orders) : shrink(-lacking, orders);
  }

  /** The instance with most groups starts others. */
  private Pool grow(
      int lacking, boolean keyed, IntUnaryOperator bundleOf, Consumer<Ordered> orders) {
    var parent =
        active.stream()
            .reduce((one, other) -> other.owned() > one.owned() ? other : one)
            .orElseThrow();
    int most = keyed ? Math.min(lacking, parent.owned() - 1) : lacking;
    int number = Math.min(most, free.size());
    if (number <= 0) {
      // What the load asks for cannot be had; it may ask for fewer later.
      return byHand ? this : new Pool(free, active, coming, leaving, ended, active.size(), false);
    }
    var newborn = choose(number, bundleOf);
    orders.accept(new Ordered(parent.slot(), new Control.Duplicate(newborn)));
    var rest = free.stream().filter(slot -> !newborn.contains(slot)).toList();
    return new Pool(rest, active, newborn, leaving, ended, goal, byHand);
  }

  /** Free slots of bundles that have fewer instances of the operator than others. */
  private List<Integer> choose(int number, IntUnaryOperator bundleOf) {
    var used = new ArrayList<Integer>();
    active.forEach(member -> used.add(bundleOf.applyAsInt(member.slot())));
    var left = new ArrayList<>(free);
    var chosen = new ArrayList<Integer>();
    while (chosen.size() < number) {
      Integer next =
          left.stream()
              .min(
                  Comparator.comparingInt(
                      slot -> Collections.frequency(used, bundleOf.applyAsInt(slot))))
              .orElseThrow();
      left.removeIf(next::equals);
      chosen.add(next);
      used.add(bundleOf.applyAsInt(next));
    }
    return List.copyOf(chosen);
  }

  /** The youngest go; the keeper never does. */
  private Pool shrink(int tooMany, Consumer<Ordered> orders) {
    var going = active.reversed().stream().limit(tooMany).map(Member::slot).toList();
    going.forEach(slot -> orders.accept(new Ordered(slot, new Control.Delete())));
    return new Pool(free, active, coming, going, ended, goal, byHand);
  }
}
