package io.sluice.protocol.mobile;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Token;
import io.sluice.protocol.Tree;
import io.sluice.protocol.World;
import io.sluice.protocol.mobile.Message.Given;
import io.sluice.protocol.mobile.Message.Inherit;
import io.sluice.protocol.mobile.Message.Pass;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.Standing.Early;
import io.sluice.protocol.mobile.Standing.Move.Giving;
import io.sluice.protocol.mobile.Standing.Move.Vacating;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
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
        .invariant("one-token", Token.isOne(Promises::hasToken, Promises::carriesToken))
        .invariant("tree", promises::theTreeIsWhole)
        .invariant("root-is-tail", Promises::theRootIsTheTail)
        .invariant("mirrored", Promises::nextAndPredecessorMirrorEachOther)
        .overtaking(1, (state, _) -> isQueued(state));
  }

  private static boolean hasToken(State s) {
    return s.queue().open().isPresent();
  }

  private static boolean carriesToken(Message message) {
    return message instanceof Pass
        || (message instanceof Inherit(_, var token) && token.isPresent());
  }

  private static boolean isQueued(State s) {
    return s.queue().phase() instanceof Asking asking && asking.predecessor().isPresent();
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

  /** What is on its way to a process, or has come too early for it. */
  private static List<Early> arriving(World<State, Message> world, int node) {
    var arriving = new ArrayList<>(world.state(node).tree().early());
    for (int from = 0; from < world.layout().size(); from++) {
      for (var message : world.inTransit(from, node)) {
        arriving.add(new Early(from, message));
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
    var q = world.state(node).queue();
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
      if (world.state(node).queue().phase() instanceof Asking(_, _, var next)
          && next.isPresent()
          && !isBehind(world, next.get().asker(), node)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBehind(World<State, Message> world, int node, int predecessor) {
    return world.state(node).queue().phase() instanceof Asking asking
        && (asking.predecessor().equals(Optional.of(predecessor))
            || (asking.predecessor().isEmpty() && expects(world, node, Swap.class)));
  }
}
