package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;
import java.util.ArrayList;
import java.util.List;

/**
 * How often each kind of rare event may still happen, packed into the one int that a world has for
 * it.
 */
public final class Budget {

  static final int CRASHES = 0;
  static final int LOSSES = 1;
  static final int DUPLICATES = 2;
  static final int JOINS = 3;
  static final int DEPARTURES = 4;
  static final int WITHDRAWALS = 5;

  static final int PAUSES = 6;
  static final int DELAYS = 7;

  /** From here on the kinds of orders, as the algorithm lists them. */
  static final int ORDERS = 8;

  /** Stands for a kind that is not counted. */
  private static final int FREE = -1;

  private final int[] most;

  /** What one of each is worth in the packed number. */
  private final int[] worth;

  private Budget(List<Integer> most) {
    this.most = most.stream().mapToInt(Integer::intValue).toArray();
    this.worth = new int[most.size() + 1];
    worth[0] = 1;
    try {
      for (int kind = 0; kind < most.size(); kind++) {
        worth[kind + 1] =
            Math.multiplyExact(worth[kind], Math.addExact(Math.max(0, most.get(kind)), 1));
      }
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          "the explorer cannot count this many faults, changes and orders: ask for fewer", e);
    }
  }

  public static Budget of(Scope<?, ?> scope) {
    var most = new ArrayList<Integer>();
    most.add(scope.faults().crashes());
    most.add(scope.faults().losses());
    most.add(scope.faults().duplicates());
    most.add(scope.churn().joins());
    most.add(scope.churn().departures());
    most.add(scope.churn().withdrawals());
    most.add(scope.faults().pauses());
    most.add(scope.faults().delays());
    for (var kind : scope.algorithm().orders()) {
      most.add(kind.free() ? FREE : scope.orders().getOrDefault(kind.name(), 0));
    }
    return new Budget(most);
  }

  /** Whether anything at all may happen. */
  public boolean isEmpty() {
    return full() == 0;
  }

  /** Nothing has been spent. */
  int full() {
    return worth[most.length] - 1;
  }

  int left(int packed, int kind) {
    return most[kind] == FREE ? 1 : packed / worth[kind] % (most[kind] + 1);
  }

  /** What is left after one thing of a kind has happened. */
  int spent(int packed, int kind) {
    return most[kind] == FREE ? packed : packed - worth[kind];
  }

  /** Whether a thing may ever happen. */
  boolean allows(int kind) {
    return most[kind] != 0;
  }
}
