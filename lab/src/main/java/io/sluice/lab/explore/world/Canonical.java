package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Rewriter.Change;
import io.sluice.protocol.Algorithm.Clocks;
import java.util.Arrays;
import java.util.List;

/**
 * Brings the world under a cursor into the form that stands for all worlds which behave alike, so
 * that these are searched once.
 */
public abstract sealed class Canonical<S, M> {

  final Memo<S, M> memo;

  Canonical(Memo<S, M> memo) {
    this.memo = memo;
  }

  /** The form that a scope asks for. */
  public static <S, M> Canonical<S, M> of(Scope<S, M> scope, Memo<S, M> memo) {
    if (scope.symmetry()) {
      return new Exchanged<>(memo, scope);
    }
    if (scope.algorithm().horizon().isPresent()) {
      return new Clocked<>(memo, scope.algorithm().horizon().getAsInt());
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

  /** The form of an unbounded scope in which times at most move together. */
  public static <S, M> Canonical<S, M> shifting(Scope<S, M> scope, Memo<S, M> memo) {
    return scope.algorithm().clocks() == Clocks.NONE ? new Plain<>(memo) : new Shifted<>(memo);
  }

  /** Brings the world into its canonical form. */
  public abstract void normalise(Cursor<S, M> world);

  /** The fingerprint of the canonical form, into which the world need not be brought. */
  long fingerprint(Cursor<S, M> world) {
    normalise(world);
    return world.fingerprint();
  }

  /** Moves all times together if they are late, as in a long run in which they never were. */
  void bringNear(Cursor<S, M> world) {}

  /** The change with a number, where changes of bounded scopes have one. */
  Change change(int number) {
    throw new IllegalStateException("worlds of this scope are not changed by number");
  }

  /** Makes room between any two different times, for a new one to fall into. */
  void pullApart(Cursor<S, M> world) {
    throw new IllegalStateException("only ranked times can be pulled apart");
  }

  /** Every world stands for itself. */
  public static final class Plain<S, M> extends Canonical<S, M> {
    public Plain(Memo<S, M> memo) {
      super(memo);
    }

    @Override
    public void normalise(Cursor<S, M> world) {}
  }

  /**
   * A change of all logical times in a world. If these are too far apart for it, it says so to the
   * cursor and changes nothing.
   */
  abstract static sealed class Timed<S, M> extends Canonical<S, M> {

    /** Before the numbers of changes that move late times. */
    private static final long FAR = 1L << 31;

    Timed(Memo<S, M> memo) {
      super(memo);
    }

    @Override
    public final void normalise(Cursor<S, M> world) {
      long times = times(world);
      if (LogicalTimes.haveTooLate(times)) {
        world.drift();
      } else {
        normalise(world, times);
      }
    }

    /**
     * @param times all times of the world, as bits
     */
    abstract void normalise(Cursor<S, M> world, long times);

    @Override
    final void bringNear(Cursor<S, M> world) {
      if (LogicalTimes.haveTooLate(times(world))) {
        int n = world.nodes();
        int oldest = Integer.MAX_VALUE;
        for (int slot = 0; slot < 2 * n + n * n; slot++) {
          if (slot < n || slot >= 2 * n) {
            int number = world.vector()[slot];
            var times =
                slot < n
                    ? memo.dictionary().timesByComponent(number)
                    : memo.dictionary().timesByComponentOfQueue(number);
            for (var time : times) {
              oldest = Math.min(oldest, time.time());
            }
          }
        }
        int shift = oldest;
        rewrite(world, FAR + shift, timesBy(time -> time - shift));
      }
    }

    /** Whether the times in the state of a process matter. */
    boolean counts(Cursor<S, M> world, int process) {
      return true;
    }

    final long times(Cursor<S, M> world) {
      int n = world.nodes();
      int[] vector = world.vector();
      long times = 0;
      for (int node = 0; node < n; node++) {
        if (counts(world, node)) {
          times |= memo.timesOfState(vector[node]);
        }
      }
      for (int slot = 2 * n; slot < 2 * n + n * n; slot++) {
        if (vector[slot] != Queues.EMPTY) {
          times |= memo.timesOfQueue(vector[slot]);
        }
      }
      return times;
    }

    final void rewrite(Cursor<S, M> world, long number, Change change) {
      int n = world.nodes();
      int[] vector = world.vector();
      for (int node = 0; node < n; node++) {
        if (counts(world, node)) {
          world.set(node, memo.rewrittenState(vector[node], number, change));
        }
      }
      for (int slot = 2 * n; slot < 2 * n + n * n; slot++) {
        if (vector[slot] != Queues.EMPTY) {
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
    void normalise(Cursor<S, M> world, long times) {
      int oldest = Long.numberOfTrailingZeros(times);
      if (times != 0 && oldest != 0) {
        rewrite(world, oldest, timesBy(time -> time - oldest));
      }
    }
  }

  /**
   * All times are moved so that the latest, which is the present, lies at the horizon; and those
   * that lie farther back are alike.
   */
  static final class Clocked<S, M> extends Timed<S, M> {
    private final int horizon;

    Clocked(Memo<S, M> memo, int horizon) {
      super(memo);
      this.horizon = horizon;
    }

    /** A crashed process has its first state, whose times are long past. */
    @Override
    boolean counts(Cursor<S, M> world, int process) {
      return !world.isCrashed(process);
    }

    @Override
    void normalise(Cursor<S, M> world, long times) {
      int present = latest(times);
      if (present > horizon) {
        rewrite(world, present, change(present));
      }
    }

    @Override
    Change change(int present) {
      return timesBy(time -> Math.max(0, time - (present - horizon)));
    }
  }

  /** The latest of a set of times. */
  static int latest(long times) {
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(times);
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
    void normalise(Cursor<S, M> world, long times) {
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

  /**
   * Of all worlds that come of exchanging processes, the one with the least fingerprint.
   *
   * <p>What a slot with some value contributes to the fingerprints of all these worlds is reckoned
   * once; after that it takes one look-up a slot to know the fingerprints of all.
   */
  static final class Exchanged<S, M> extends Canonical<S, M> {
    private final List<Permutation> permutations;
    private final int n;
    private final int[] image;
    private final long[] fingerprints;

    /** The same of the world before the latest move, and that world's own fingerprint. */
    private final long[] before;

    private long worldBefore;
    private final LongIntMap known = new LongIntMap();

    /** By the number of a slot with a value, its part in each fingerprint. */
    private long[] parts = new long[1 << 12];

    private int numbered;

    Exchanged(Memo<S, M> memo, Scope<S, M> scope) {
      super(memo);
      this.permutations = Permutation.of(scope);
      this.n = scope.layout().size();
      this.image = new int[Cursor.width(scope)];
      this.fingerprints = new long[permutations.size()];
      this.before = new long[permutations.size()];
    }

    @Override
    public void normalise(Cursor<S, M> world) {
      reckon(world);
      int best = least();
      if (best != 0) {
        exchange(world, permutations.get(best));
      }
    }

    @Override
    Change change(int number) {
      return permutations.get(number);
    }

    /** A move changes few slots; so from one outcome of a world to the next little changes. */
    @Override
    long fingerprint(Cursor<S, M> world) {
      if (world.fingerprintBefore() == worldBefore) {
        System.arraycopy(before, 0, fingerprints, 0, before.length);
        addChanges(world, 1, fingerprints);
      } else {
        reckon(world);
        System.arraycopy(fingerprints, 0, before, 0, before.length);
        addChanges(world, -1, before);
        worldBefore = world.fingerprintBefore();
      }
      return world.fingerprint() + fingerprints[least()] - fingerprints[0];
    }

    private void reckon(Cursor<S, M> world) {
      int[] vector = world.vector();
      Arrays.fill(fingerprints, 0);
      for (int slot = 0; slot < vector.length; slot++) {
        add(slot, vector[slot], 1, fingerprints);
      }
    }

    private void addChanges(Cursor<S, M> world, int sign, long[] sums) {
      for (int change = 0; change < world.changes(); change++) {
        if (world.isFirstChange(change)) {
          int slot = world.changedSlot(change);
          add(slot, world.vector()[slot], sign, sums);
          add(slot, world.valueBefore(change), -sign, sums);
        }
      }
    }

    private void add(int slot, int value, int sign, long[] sums) {
      if (slot < 2 * n || value != 0) {
        int at = partsOf(slot, value);
        for (int p = 0; p < sums.length; p++) {
          sums[p] += sign * parts[at + p];
        }
      }
    }

    /** Which permutation leads to the least fingerprint. */
    private int least() {
      int best = 0;
      for (int p = 1; p < fingerprints.length; p++) {
        if (fingerprints[p] < fingerprints[best]) {
          best = p;
        }
      }
      return best;
    }

    private int partsOf(int slot, int value) {
      long key = (long) slot << 32 | value;
      int number = known.get(key);
      if (number == LongIntMap.ABSENT) {
        number = numbered++;
        known.add(key, number);
        int at = number * fingerprints.length;
        if (at + fingerprints.length > parts.length) {
          parts = Arrays.copyOf(parts, 2 * (at + fingerprints.length));
        }
        for (int p = 0; p < fingerprints.length; p++) {
          var permutation = permutations.get(p);
          int place = place(slot, permutation);
          parts[at + p] =
              Fingerprint.term(place, changed(slot, value, permutation))
                  - (slot < 2 * n ? 0 : Fingerprint.term(place, 0));
        }
      }
      return number * fingerprints.length;
    }

    private int place(int slot, Permutation permutation) {
      if (slot < n) {
        return permutation.node(slot);
      }
      if (slot < 2 * n) {
        return n + permutation.node(slot - n);
      }
      int channel = slot - 2 * n;
      return channel == n * n
          ? slot
          : 2 * n + permutation.node(channel / n) * n + permutation.node(channel % n);
    }

    private int changed(int slot, int value, Permutation permutation) {
      int number = permutation.number();
      if (slot < n) {
        return memo.rewrittenState(value, number, permutation);
      }
      if (slot < 2 * n) {
        return memo.rewrittenClient(value, number, permutation);
      }
      boolean channel = slot < 2 * n + n * n;
      return channel ? memo.rewrittenQueue(value, number, permutation) : value;
    }

    private void exchange(Cursor<S, M> world, Permutation permutation) {
      int[] vector = world.vector();
      for (int slot = 0; slot < vector.length; slot++) {
        int value = vector[slot];
        image[place(slot, permutation)] =
            slot >= 2 * n && value == 0 ? 0 : changed(slot, value, permutation);
      }
      for (int slot = 0; slot < image.length; slot++) {
        world.set(slot, image[slot]);
      }
      world.grantedIsNow(permutation);
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
