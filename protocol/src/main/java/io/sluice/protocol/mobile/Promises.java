package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.NodeSet;
import io.sluice.protocol.Tree;
import io.sluice.protocol.World;
import io.sluice.protocol.mobile.Message.Behind;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Inherit;
import io.sluice.protocol.mobile.Message.Pass;
import io.sluice.protocol.mobile.Message.Since;
import io.sluice.protocol.mobile.Message.Skipped;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.Standing.Early;
import io.sluice.protocol.mobile.Standing.Move.Between;
import io.sluice.protocol.mobile.Standing.Move.Giving;
import io.sluice.protocol.mobile.Standing.Move.Vacating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What holds in every world of a tree with a queue, however many moves are under way. */
final class Promises {

  private final int arity;

  private Promises(int arity) {
    this.arity = arity;
  }

  static Algorithm.Builder<State, Message> of(
      int arity, Algorithm.Builder<State, Message> algorithm) {
    var promises = new Promises(arity);
    return algorithm
        .fenced()
        .invariant("one-token", whenMended(Promises::thereIsOneToken))
        .invariant("tree", whenMended(promises::theTreeIsWhole))
        .invariant("root-is-tail", whenMended(Promises::theRootIsTheTail))
        .invariant("mirrored", whenMended(Promises::nextAndPredecessorMirrorEachOther))
        .overtaking(1, (state, _) -> isQueued(state));
  }

  /**
   * A crash leaves holes; when every survivor has been dealt its part, there are none. If there is
   * no member left, there is nothing to promise.
   */
  private static Predicate<World<State, Message>> whenMended(
      Predicate<World<State, Message>> holds) {
    return world -> !isMended(world) || holds.test(world);
  }

  private static boolean isMended(World<State, Message> world) {
    int n = world.layout().size();
    var crashed = NodeSet.EMPTY;
    for (int node = 0; node < n; node++) {
      crashed = world.crashed(node) ? crashed.plus(node) : crashed;
    }
    boolean anybody = false;
    for (int node = 0; node < n; node++) {
      var s = world.state(node);
      if (!crashed.contains(node)) {
        if (s.era().frozen() || !s.era().excluded().equals(crashed)) {
          return false;
        }
        anybody |= s.tree().place().isPresent() || s.tree().move() instanceof Between;
      }
    }
    return anybody;
  }

  private static boolean thereIsOneToken(World<State, Message> world) {
    int tokens = 0;
    for (int node = 0; node < world.layout().size(); node++) {
      if (!world.crashed(node)) {
        tokens += world.state(node).queue().open().isPresent() ? 1 : 0;
        tokens += (int) arriving(world, node).stream().filter(Promises::carriesToken).count();
      }
    }
    return tokens == 1;
  }

  private static boolean carriesToken(Early early) {
    return early.message() instanceof Pass
        || (early.message() instanceof Inherit(_, var token) && token.isPresent());
  }

  private static boolean isQueued(State s) {
    return s.queue().phase() instanceof Asking asking
        && asking.predecessor().isPresent()
        && !asking.tried();
  }

  /**
   * A place that somebody has, or is about to have.
   *
   * @param holder who stands there, or whom the place is on its way to
   * @param others to whom it is being given, or will be as soon as the holder hears of it, and by
   *     whom it was given while it is on its way
   * @param vacated whether it will be no more
   */
  private record Tenure(Place place, int holder, List<Integer> others, boolean vacated) {
    boolean isOf(int node) {
      return holder == node || others.contains(node);
    }
  }

  private static List<Tenure> tenures(World<State, Message> world) {
    var tenures = new ArrayList<Tenure>();
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
        tenures.add(new Tenure(t.place().get(), node, heirs, t.move() instanceof Vacating));
      }
      for (var early : arriving) {
        if (early.message() instanceof Given(var place, _)) {
          var others = new ArrayList<>(heirs);
          others.add(early.from());
          tenures.add(new Tenure(place, node, others, false));
        }
      }
    }
    return tenures;
  }

  /** What is on its way to a process in this era, or has come too early for it. */
  private static List<Early> arriving(World<State, Message> world, int node) {
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

  private static boolean expects(World<State, Message> world, int node, Class<?> kind) {
    return arriving(world, node).stream().anyMatch(early -> kind.isInstance(early.message()));
  }

  /**
   * Lemma 5, at every moment: each place is held by one process or on its way to one, and who
   * stands below takes for its parent one who has the place above, gives it away or is to have it,
   * and the other way round. As the numbers of the places make a tree, so do the processes.
   */
  private boolean theTreeIsWhole(World<State, Message> world) {
    var byNumber = new HashMap<Integer, Tenure>();
    for (var tenure : tenures(world)) {
      if (byNumber.put(tenure.place.number(), tenure) != null) {
        return false;
      }
    }
    var root = byNumber.get(Tree.ROOT);
    if (root == null || Math.abs(root.place.size() - byNumber.size()) > 1) {
      return false;
    }
    for (int number = 1; number < byNumber.size(); number++) {
      var below = byNumber.get(number);
      var above = byNumber.get((number - 1) / arity);
      if (below == null
          || above == null
          || !below.place.parent().map(above::isOf).orElse(false)
          || (!below.vacated && above.place.children().stream().noneMatch(below::isOf))) {
        return false;
      }
    }
    return true;
  }

  /** The queue has one end, and that is at the root, or where the root's place goes. */
  private static boolean theRootIsTheTail(World<State, Message> world) {
    var ends =
        IntStream.range(0, world.layout().size())
            .filter(node -> endsTheQueue(world, node))
            .toArray();
    return ends.length == 1
        && tenures(world).stream()
            .filter(tenure -> tenure.place.isRoot())
            .allMatch(tenure -> tenure.isOf(ends[0]));
  }

  private static boolean endsTheQueue(World<State, Message> world, int node) {
    var q = world.crashed(node) ? Queueing.NONE : world.state(node).queue();
    if (q.last().isPresent() || expects(world, node, Inherit.class)) {
      return true;
    }
    return q.phase() instanceof Asking asking
        && asking.next().isEmpty()
        && (asking.predecessor().isPresent() || expects(world, node, Swap.class));
  }

  /** Lemma 1: who is next knows behind whom it is, or is being told. */
  private static boolean nextAndPredecessorMirrorEachOther(World<State, Message> world) {
    for (int node = 0; node < world.layout().size(); node++) {
      if (!world.crashed(node)
          && world.state(node).queue().phase() instanceof Asking(_, _, var next, _)
          && next.isPresent()
          && !expects(world, node, Skipped.class)
          && !isBehind(world, next.get().asker(), node)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBehind(World<State, Message> world, int node, int predecessor) {
    return world.state(node).queue().phase() instanceof Asking asking
        && (asking.predecessor().equals(Optional.of(predecessor))
            || expects(world, node, Behind.class)
            || expects(world, asking.predecessor().orElse(node), Skipped.class)
            || (asking.predecessor().isEmpty() && expects(world, node, Swap.class)));
  }
}
