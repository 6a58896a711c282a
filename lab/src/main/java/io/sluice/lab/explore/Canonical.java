package io.sluice.lab.explore;

import io.sluice.lab.explore.Rewriter.Change;
import io.sluice.protocol.Algorithm.Clocks;
import io.sluice.protocol.NodeSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings the world under a cursor into the form that stands for all worlds which behave alike, so
 * that these are searched once.
 */
abstract sealed class Canonical<S, M> {

  final Memo<S, M> memo;

  Canonical(Memo<S, M> memo) {
    this.memo = memo;
  }

  /** The form that a scope asks for. */
  static <S, M> Canonical<S, M> of(Scope<S, M> scope, Memo<S, M> memo) {
    if (scope.symmetry()) {
      return new Exchanged<>(memo, scope);
    }
    if (!scope.unbounded()) {
      return new Plain<>(memo);
    }
    return switch (scope.algorithm().clocks()) {
      case Clocks.NONE -> new Plain<>(memo);
      case Clocks.CLOSE -> new Shifted<>(memo);
      case Clocks.APART -> new Ranked<>(memo);
    };
  }

  /** Brings the world into its canonical form. */
  abstract void normalise(Cursor<S, M> world);

  /** Makes room between any two different times, for a new one to fall into. */
  void pullApart(Cursor<S, M> world) {
    throw new IllegalStateException("only ranked times can be pulled apart");
  }

  /** Every world stands for itself. */
  static final class Plain<S, M> extends Canonical<S, M> {
    Plain(Memo<S, M> memo) {
      super(memo);
    }

    @Override
    void normalise(Cursor<S, M> world) {}
  }

  /** A change of all logical times in a world. */
  abstract static sealed class Timed<S, M> extends Canonical<S, M> {
    Timed(Memo<S, M> memo) {
      super(memo);
    }

    final long times(Cursor<S, M> world) {
      int n = world.nodes();
      int[] vector = world.vector();
      long times = 0;
      for (int node = 0; node < n; node++) {
        times |= memo.timesOfState(vector[node]);
      }
      for (int slot = 2 * n; slot < 2 * n + n * n; slot++) {
        if (vector[slot] != Dictionary.EMPTY_QUEUE) {
          times |= memo.timesOfQueue(vector[slot]);
        }
      }
      return times;
    }

    final void rewrite(Cursor<S, M> world, long number, Change change) {
      int n = world.nodes();
      int[] vector = world.vector();
      for (int node = 0; node < n; node++) {
        world.set(node, memo.rewrittenState(vector[node], number, change));
      }
      for (int slot = 2 * n; slot < 2 * n + n * n; slot++) {
        if (vector[slot] != Dictionary.EMPTY_QUEUE) {
          world.set(slot, memo.rewrittenQueue(vector[slot], number, change));
        }
      }
    }
  }

  /** All times are moved so that the oldest is 0. */
  static final class Shifted<S, M> extends Timed<S, M> {
    Shifted(Memo<S, M> memo) {
      super(memo);
    }

    @Override
    void normalise(Cursor<S, M> world) {
      long times = times(world);
      int oldest = Long.numberOfTrailingZeros(times);
      if (times != 0 && oldest != 0) {
        rewrite(world, oldest, timesBy(time -> time - oldest));
      }
    }
  }

  /** Every time is replaced by the number of different times below it. */
  static final class Ranked<S, M> extends Timed<S, M> {
    private static final long APART = 0;
    private static final Change PULLING_APART = timesBy(time -> 2 * time);

    private final Interner<Long> changes = new Interner<>("sets of times", Integer.MAX_VALUE);

    Ranked(Memo<S, M> memo) {
      super(memo);
    }

    @Override
    void normalise(Cursor<S, M> world) {
      long times = times(world);
      if ((times & (times + 1)) != 0) {
        rewrite(
            world,
            1 + changes.number(times),
            timesBy(time -> Long.bitCount(times & ((1L << time) - 1))));
      }
    }

    @Override
    void pullApart(Cursor<S, M> world) {
      rewrite(world, APART, PULLING_APART);
    }
  }

  /** Of all worlds that come of exchanging processes, the one with the least fingerprint. */
  static final class Exchanged<S, M> extends Canonical<S, M> {
    private final List<int[]> permutations;

    Exchanged(Memo<S, M> memo, Scope<S, M> scope) {
      super(memo);
      int n = scope.layout().size();
      List<int[]> all = new ArrayList<>();
      all.add(java.util.stream.IntStream.range(0, n).toArray());
      for (NodeSet set : scope.algorithm().interchangeable().apply(scope.layout())) {
        var members = new ArrayList<Integer>();
        set.forEach(members::add);
        all = all.stream().flatMap(p -> exchanges(p, members, 0).stream()).toList();
      }
      this.permutations = all;
    }

    private static List<int[]> exchanges(int[] permutation, List<Integer> members, int from) {
      if (from >= members.size() - 1) {
        return List.of(permutation);
      }
      var all = new ArrayList<int[]>();
      for (int k = from; k < members.size(); k++) {
        int[] swapped = permutation.clone();
        swapped[members.get(from)] = permutation[members.get(k)];
        swapped[members.get(k)] = permutation[members.get(from)];
        all.addAll(exchanges(swapped, members, from + 1));
      }
      return all;
    }

    @Override
    void normalise(Cursor<S, M> world) {
      int[] image = new int[world.vector().length];
      int best = 0;
      long least = world.fingerprint();
      for (int p = 1; p < permutations.size(); p++) {
        exchange(world, p, image);
        long fingerprint = Fingerprint.of(image, 0, image.length);
        if (fingerprint < least) {
          least = fingerprint;
          best = p;
        }
      }
      if (best != 0) {
        exchange(world, best, image);
        for (int slot = 0; slot < image.length; slot++) {
          world.set(slot, image[slot]);
        }
        world.grantedIsNow(permutations.get(best));
      }
    }

    private void exchange(Cursor<S, M> world, int number, int[] image) {
      int[] permutation = permutations.get(number);
      int n = permutation.length;
      int[] vector = world.vector();
      var change =
          new Change() {
            @Override
            public int node(int node) {
              return permutation[node];
            }
          };
      System.arraycopy(vector, 0, image, 0, vector.length);
      for (int node = 0; node < n; node++) {
        int place = permutation[node];
        image[place] = memo.rewrittenState(vector[node], number, change);
        image[n + place] = memo.rewrittenClient(vector[n + node], number, change);
        for (int to = 0; to < n; to++) {
          image[world.channelSlot(place, permutation[to])] =
              memo.rewrittenQueue(vector[world.channelSlot(node, to)], number, change);
        }
      }
    }
  }

  private static Change timesBy(java.util.function.IntUnaryOperator change) {
    return new Change() {
      @Override
      public int time(int time) {
        return change.applyAsInt(time);
      }
    };
  }
}
