package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the keeper of a keyed operator knows: its first instance, which never deletes itself and
 * names the heirs of those that do.
 *
 * <p>An instance that was named heir may not delete itself before it has inherited: its own request
 * waits here until then. So the state of a group always has a living instance to go to.
 *
 * @param here the instances that have begun and have not asked to go
 * @param heirs those that were named and have not inherited yet; one may be named several times
 * @param leavers those that ask to go, in the order in which they asked
 */
public record Keeper(ProcessSet here, List<Integer> heirs, List<Integer> leavers) {

  public Keeper {
    heirs = List.copyOf(heirs);
    leavers = List.copyOf(leavers);
  }

  static Keeper of(ProcessSet founders) {
    return new Keeper(founders, List.of(), List.of());
  }

  Keeper plus(int newcomer) {
    return new Keeper(here.plus(newcomer), heirs, leavers);
  }

  Keeper asked(int leaver) {
    var more = new ArrayList<>(leavers);
    more.add(leaver);
    return new Keeper(here, heirs, more);
  }

  Keeper inherited(int heir) {
    return new Keeper(here, without(heirs, heir), leavers);
  }

  /** The first that may go now, if there is one. */
  Optional<Naming> next() {
    for (int leaver : leavers) {
      if (!heirs.contains(leaver)) {
        return Optional.of(name(leaver));
      }
    }
    return Optional.empty();
  }

  /**
   * The last of those that stay inherits; there is one, since the keeper itself stays. One that
   * asks to go is not named, although it could be: the state would have to move twice.
   */
  private Naming name(int leaver) {
    var staying = here.minus(leaver);
    for (int other : leavers) {
      staying = staying.minus(other);
    }
    int heir = staying.greatest();
    var more = new ArrayList<>(heirs);
    more.add(heir);
    return new Naming(leaver, heir, new Keeper(here.minus(leaver), more, without(leavers, leaver)));
  }

  /** An instance may go, and what the keeper knows then. */
  record Naming(@ProcessId int leaver, @ProcessId int heir, Keeper after) {}

  private static List<Integer> without(List<Integer> list, int first) {
    int at = list.indexOf(first);
    return at < 0
        ? list
        : Stream.concat(list.stream().limit(at), list.stream().skip(at + 1L)).toList();
  }
}
