package io.sluice.lab.explore.world;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.Frontier;
import java.util.Arrays;

/**
 * A world as a vector of small ints: the local states, the clients, the channels by sender and
 * receiver, and what is left of the budget of faults. Its fingerprint follows every change, and the
 * changes of the latest move can be taken back.
 *
 * <p>{@link Cursor} extends it rather than holding one: each world found costs dozens of reads of
 * the vector.
 */
abstract sealed class WorldVector permits Cursor {

  /** How many processes there are. */
  final int n;

  final int[] vector;
  private long fingerprint;

  private int[] undoSlots = new int[64];
  private int[] undoValues = new int[64];
  private int undoSize;
  private long undoFingerprint;

  WorldVector(Scope<?, ?> scope) {
    this.n = scope.layout().size();
    this.vector = new int[width(scope)];
  }

  public static int width(Scope<?, ?> scope) {
    int n = scope.layout().size();
    return 2 * n + n * n + (Budget.of(scope).isEmpty() ? 0 : 1);
  }

  /** An empty store for worlds of a scope. */
  public static Frontier frontier(Scope<?, ?> scope) {
    return new Frontier(width(scope), 2 * scope.layout().size());
  }

  public final int nodes() {
    return n;
  }

  public final int channelSlot(int from, int to) {
    return 2 * n + from * n + to;
  }

  /** The last slot, where there is a budget. */
  final int budgetSlot() {
    return vector.length - 1;
  }

  public final int[] vector() {
    return vector;
  }

  public final long fingerprint() {
    return fingerprint;
  }

  public final void load(Frontier frontier, int index) {
    fingerprint = frontier.load(index, vector);
    undoSize = 0;
  }

  public final void load(int[] from, int offset, long itsFingerprint) {
    System.arraycopy(from, offset, vector, 0, vector.length);
    fingerprint = itsFingerprint;
    undoSize = 0;
  }

  /** The whole vector was filled. */
  final void refilled() {
    fingerprint = Fingerprint.of(vector, 0, vector.length);
    undoSize = 0;
  }

  final void set(int slot, int value) {
    int old = vector[slot];
    if (old != value) {
      set(slot, value, Fingerprint.term(slot, value) - Fingerprint.term(slot, old));
    }
  }

  /**
   * Sets a slot to another value.
   *
   * @param change what that does to the fingerprint
   */
  final void set(int slot, int value, long change) {
    if (undoSize == undoSlots.length) {
      undoSlots = Arrays.copyOf(undoSlots, 2 * undoSize);
      undoValues = Arrays.copyOf(undoValues, 2 * undoSize);
    }
    undoSlots[undoSize] = slot;
    undoValues[undoSize++] = vector[slot];
    fingerprint += change;
    vector[slot] = value;
  }

  /** A move begins; {@link #undo} will lead back to here. */
  final void begin() {
    undoFingerprint = fingerprint;
  }

  /** Takes the latest move back. */
  public final void undo() {
    while (undoSize > 0) {
      undoSize--;
      vector[undoSlots[undoSize]] = undoValues[undoSize];
    }
    fingerprint = undoFingerprint;
  }

  /** Makes the latest move final. */
  public final void settle() {
    undoSize = 0;
  }

  /** The fingerprint of the world before the latest move. */
  final long fingerprintBefore() {
    return undoFingerprint;
  }

  /** How many slots the latest move has changed, those counted twice that it changed twice. */
  final int changes() {
    return undoSize;
  }

  final int changedSlot(int change) {
    return undoSlots[change];
  }

  final int valueBefore(int change) {
    return undoValues[change];
  }

  /** Whether it is the first change of its slot. */
  final boolean isFirstChange(int change) {
    for (int earlier = 0; earlier < change; earlier++) {
      if (undoSlots[earlier] == undoSlots[change]) {
        return false;
      }
    }
    return true;
  }
}
