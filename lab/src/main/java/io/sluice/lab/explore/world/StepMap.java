package io.sluice.lab.explore.world;

import java.util.Arrays;

/** The steps that one worker knows: open addressing, one array of keys beside one of steps. */
final class StepMap {

  private long[] keys = new long[256];
  private Step[] steps = new Step[256];
  private int size;
  private int turn;

  StepMap() {
    Arrays.fill(steps, Step.NONE);
  }

  /** The step with this key, or {@link Step#NONE}. */
  Step get(long key) {
    long[] table = keys;
    int mask = table.length - 1;
    for (int at = home(key) & mask; ; at = (at + 1) & mask) {
      var step = steps[at];
      if (table[at] == key || step.isNone()) {
        return step;
      }
    }
  }

  int size() {
    return size;
  }

  /** Adds a step whose key is not there yet. */
  void add(long key, Step step) {
    if (2 * ++size > keys.length) {
      grow();
    }
    insert(key, step);
  }

  /** Puts another step in the place of one that is there. */
  void replace(long key, Step step) {
    int mask = keys.length - 1;
    int at = home(key) & mask;
    while (keys[at] != key) {
      at = (at + 1) & mask;
    }
    steps[at] = step;
  }

  /** The key of a step, of each in turn as long as none is added. */
  long next() {
    int mask = keys.length - 1;
    do {
      turn = (turn + 1) & mask;
    } while (steps[turn].isNone());
    return keys[turn];
  }

  private void insert(long key, Step step) {
    int mask = keys.length - 1;
    int at = home(key) & mask;
    while (!steps[at].isNone()) {
      at = (at + 1) & mask;
    }
    keys[at] = key;
    steps[at] = step;
  }

  private void grow() {
    long[] oldKeys = keys;
    Step[] oldSteps = steps;
    keys = new long[2 * oldKeys.length];
    steps = new Step[2 * oldKeys.length];
    Arrays.fill(steps, Step.NONE);
    for (int at = 0; at < oldKeys.length; at++) {
      if (!oldSteps[at].isNone()) {
        insert(oldKeys[at], oldSteps[at]);
      }
    }
  }

  private static int home(long key) {
    return (int) ((key * 0x9e3779b97f4a7c15L) >>> 32);
  }
}
