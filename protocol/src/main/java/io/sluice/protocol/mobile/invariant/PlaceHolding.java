package io.sluice.protocol.mobile.invariant;

import io.sluice.protocol.World;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Since;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Place;
import io.sluice.protocol.mobile.State;
import io.sluice.protocol.mobile.TreeRole.Early;
import io.sluice.protocol.mobile.TreeRole.Move.Giving;
import io.sluice.protocol.mobile.TreeRole.Move.Vacating;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A place that a process has, or is about to have.
 *
 * @param holder the process that has it, or to which it is in transit
 * @param heirs the processes to which it is being given, or will be as soon as the holder hears of
 *     it
 * @param giver the process that gave it, while it is in transit
 * @param vacated whether the place will be removed
 */
record PlaceHolding(
    Place place, int holder, List<Integer> heirs, Optional<Integer> giver, boolean vacated) {

  boolean isOf(int node) {
    return claim(node) < NONE;
  }

  private static final int NONE = 3;

  /** How good a process's claim to the place is: the less, the better. */
  int claim(int node) {
    return holder == node
        ? 0
        : heirs.contains(node) ? 1 : giver.equals(Optional.of(node)) ? 2 : NONE;
  }

  /** All of them in a world. */
  static List<PlaceHolding> all(World<State, Message> world) {
    var tenures = new ArrayList<PlaceHolding>();
    for (int node = 0; node < world.layout().size(); node++) {
      if (world.crashed(node)) {
        continue;
      }
      var arriving = arriving(world, node);
      var t = world.state(node).tree();
      var heirs = new ArrayList<Integer>();
      if (t.move() instanceof Giving giving) {
        heirs.add(giving.to());
      }
      for (var early : arriving) {
        if (early.message() instanceof Swap) {
          heirs.add(early.from());
        }
      }
      if (t.place().isPresent()) {
        tenures.add(
            new PlaceHolding(
                t.place().get(), node, heirs, Optional.empty(), t.move() instanceof Vacating));
      }
      for (var early : arriving) {
        if (early.message() instanceof Given(var place, _)) {
          tenures.add(new PlaceHolding(place, node, heirs, Optional.of(early.from()), false));
        }
      }
    }
    return tenures;
  }

  /** What is on its way to a process in this era, or has come too early for it. */
  static List<Early> arriving(World<State, Message> world, int node) {
    if (world.crashed(node)) {
      return List.of();
    }
    var state = world.state(node);
    var arriving = new ArrayList<>(state.tree().early());
    for (int from = 0; from < world.layout().size(); from++) {
      for (var message : world.inTransit(from, node)) {
        if (message instanceof Since(var excluded, var inner)) {
          if (excluded.equals(state.era().excluded())) {
            arriving.add(new Early(from, inner));
          }
        } else if (state.era().excluded().isEmpty()) {
          arriving.add(new Early(from, message));
        }
      }
    }
    return arriving;
  }

  static boolean expects(World<State, Message> world, int node, Class<?> kind) {
    return arriving(world, node).stream().anyMatch(early -> kind.isInstance(early.message()));
  }
}
