package io.sluice.protocol.mobile.invariant;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.World;
import io.sluice.protocol.mobile.Balancing;
import io.sluice.protocol.mobile.CrashRecovery;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Message.Behind;
import io.sluice.protocol.mobile.Message.Inherit;
import io.sluice.protocol.mobile.Message.Pass;
import io.sluice.protocol.mobile.Message.Skipped;
import io.sluice.protocol.mobile.Message.Swap;
import io.sluice.protocol.mobile.Options;
import io.sluice.protocol.mobile.Queueing;
import io.sluice.protocol.mobile.Queueing.Phase.Asking;
import io.sluice.protocol.mobile.State;
import io.sluice.protocol.mobile.TreeRole.Early;
import io.sluice.protocol.mobile.TreeRole.Move.Between;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** What holds in every world of a tree with a queue, however many moves are under way. */
public final class MobileInvariants {

  private MobileInvariants() {}

  /** A protocol that keeps these. */
  public static Algorithm.Builder<State, Message> of(
      String protocol, Family family, Options options) {
    var balancing = options.balancing();
    int latecomers = options.latecomers();
    Algorithm.Maker<State, Message> maker =
        (self, layout) -> new CrashRecovery(self, layout, balancing, latecomers);
    return Algorithm.of(options.name(protocol), family, maker)
        .fenced()
        .invariant("one-token", whenMended(MobileInvariants::thereIsOneToken))
        .invariant("tree", whenMended(world -> TreeSnapshot.of(world).isPresent()))
        .invariant("balanced", whenMended(world -> isLow(world, balancing)))
        .invariant("root-is-tail", whenMended(MobileInvariants::theRootIsTheTail))
        .invariant("mirrored", whenMended(MobileInvariants::nextAndPredecessorMirrorEachOther))
        .overtaking(1 + latecomers, (state, _) -> isQueued(state));
  }

  /**
   * What an entry costs.
   *
   * @param others the messages that are neither for the way up, nor for the word back, nor to tell
   *     neighbours
   */
  public static String cost(Balancing balancing, int others) {
    // The way up begins with a step that no word comes back for.
    int rest = others + 4 * balancing.arity();
    var height =
        balancing
            .alpha()
            .map(hundredths -> Balancing.decimal(2 * hundredths) + " log2 n")
            .orElse(balancing.arity() == 2 ? "2 log2 n" : "2 log" + balancing.arity() + " n");
    return "O(log n), at most " + height + " + " + rest;
  }

  /**
   * When the root could take up the next errand, the tree is as high as its balancing allows, and
   * every place knows what is below.
   */
  private static boolean isLow(World<State, Message> world, Balancing balancing) {
    return TreeSnapshot.of(world)
        .filter(TreeSnapshot::isAtRest)
        .map(tree -> tree.isWeighed() && !balancing.isTooHigh(tree.size()))
        .orElse(true);
  }

  /**
   * A crash leaves gaps; when every survivor has received its part, there are none. If there is no
   * member left, there is nothing to promise.
   */
  private static Predicate<World<State, Message>> whenMended(
      Predicate<World<State, Message>> holds) {
    return world -> !isMended(world) || holds.test(world);
  }

  private static boolean isMended(World<State, Message> world) {
    int n = world.layout().size();
    var crashed = ProcessSet.EMPTY;
    for (int node = 0; node < n; node++) {
      crashed = world.crashed(node) ? crashed.plus(node) : crashed;
    }
    boolean occupied = false;
    for (int node = 0; node < n; node++) {
      var s = world.state(node);
      if (!crashed.contains(node)) {
        if (s.era().frozen() || !s.era().excluded().equals(crashed)) {
          return false;
        }
        occupied |= s.tree().place().isPresent() || s.tree().move() instanceof Between;
      }
    }
    return occupied;
  }

  private static boolean thereIsOneToken(World<State, Message> world) {
    int tokens = 0;
    for (int node = 0; node < world.layout().size(); node++) {
      if (!world.crashed(node)) {
        tokens += world.state(node).queue().open().isPresent() ? 1 : 0;
        tokens +=
            (int)
                PlaceHolding.arriving(world, node).stream()
                    .filter(MobileInvariants::carriesToken)
                    .count();
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

  /** The queue has one end, and that is at the root, or where the root's place goes. */
  private static boolean theRootIsTheTail(World<State, Message> world) {
    var ends =
        IntStream.range(0, world.layout().size())
            .filter(node -> endsTheQueue(world, node))
            .toArray();
    return ends.length == 1
        && PlaceHolding.all(world).stream()
            .filter(tenure -> tenure.place().isRoot())
            .allMatch(tenure -> tenure.isOf(ends[0]));
  }

  private static boolean endsTheQueue(World<State, Message> world, int node) {
    var q = world.crashed(node) ? Queueing.NONE : world.state(node).queue();
    if (q.last().isPresent() || PlaceHolding.expects(world, node, Inherit.class)) {
      return true;
    }
    return q.phase() instanceof Asking asking
        && asking.next().isEmpty()
        && (asking.predecessor().isPresent() || PlaceHolding.expects(world, node, Swap.class));
  }

  /** Lemma 1: the next process knows its predecessor, or is being told. */
  private static boolean nextAndPredecessorMirrorEachOther(World<State, Message> world) {
    for (int node = 0; node < world.layout().size(); node++) {
      if (!world.crashed(node)
          && world.state(node).queue().phase() instanceof Asking(_, _, var next, _)
          && next.isPresent()
          && !PlaceHolding.expects(world, node, Skipped.class)
          && !isBehind(world, next.get().asker(), node)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBehind(World<State, Message> world, int node, int predecessor) {
    return world.state(node).queue().phase() instanceof Asking asking
        && (asking.predecessor().equals(Optional.of(predecessor))
            || PlaceHolding.expects(world, node, Behind.class)
            || PlaceHolding.expects(world, asking.predecessor().orElse(node), Skipped.class)
            || (asking.predecessor().isEmpty() && PlaceHolding.expects(world, node, Swap.class)));
  }
}
