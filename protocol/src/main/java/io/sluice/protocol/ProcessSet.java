package io.sluice.protocol;

import java.util.Arrays;
import java.util.NoSuchElementException;
import java.util.StringJoiner;
import java.util.function.IntConsumer;

/**
 * An immutable set of process numbers.
 *
 * <p>The first 64 processes are in one word, so small clusters need no array; beyond that the set
 * holds as many words as its largest member needs.
 */
public final class ProcessSet {

  private static final long[] NO_WORDS = {};

  /** The set without members. */
  public static final ProcessSet EMPTY = new ProcessSet(0, NO_WORDS);

  private final long first;

  /** Members from 64 on; the last word is never 0, so that equal sets have equal words. */
  private final long[] more;

  private ProcessSet(long first, long[] more) {
    this.first = first;
    this.more = more;
  }

  /** The set of the given processes. */
  public static ProcessSet of(int... nodes) {
    ProcessSet set = EMPTY;
    for (int node : nodes) {
      set = set.plus(node);
    }
    return set;
  }

  /** The processes from {@code from} to {@code to - 1}. */
  public static ProcessSet range(int from, int to) {
    if (from < 0 || from > to) {
      throw new IllegalArgumentException("no range of processes from " + from + " to " + to);
    }
    if (from == to) {
      return EMPTY;
    }
    long[] words = new long[((to - 1) >> 6) + 1];
    for (int w = from >> 6; w < words.length; w++) {
      long low = w == from >> 6 ? -1L << from : -1L;
      long high = w == (to - 1) >> 6 ? -1L >>> -to : -1L;
      words[w] = low & high;
    }
    return ofWords(words);
  }

  /** All processes below {@code n} but one. */
  public static ProcessSet allBut(int self, int n) {
    return range(0, n).minus(self);
  }

  public ProcessSet plus(int node) {
    if (contains(node)) {
      return this;
    }
    if (node < 64) {
      return new ProcessSet(first | 1L << node, more);
    }
    int word = (node >> 6) - 1;
    long[] words = Arrays.copyOf(more, Math.max(more.length, word + 1));
    words[word] |= 1L << node;
    return new ProcessSet(first, words);
  }

  public ProcessSet minus(int node) {
    if (!contains(node)) {
      return this;
    }
    if (node < 64) {
      return new ProcessSet(first & ~(1L << node), more);
    }
    long[] words = more.clone();
    words[(node >> 6) - 1] &= ~(1L << node);
    return new ProcessSet(first, trimmed(words));
  }

  public ProcessSet plus(ProcessSet other) {
    if (more.length == 0 && other.more.length == 0) {
      return new ProcessSet(first | other.first, NO_WORDS);
    }
    long[] words = Arrays.copyOf(more, Math.max(more.length, other.more.length));
    for (int w = 0; w < other.more.length; w++) {
      words[w] |= other.more[w];
    }
    return new ProcessSet(first | other.first, words);
  }

  public ProcessSet minus(ProcessSet other) {
    if (more.length == 0) {
      return new ProcessSet(first & ~other.first, NO_WORDS);
    }
    long[] words = more.clone();
    for (int w = 0; w < Math.min(words.length, other.more.length); w++) {
      words[w] &= ~other.more[w];
    }
    return new ProcessSet(first & ~other.first, trimmed(words));
  }

  /** The members that both sets have. */
  public ProcessSet intersection(ProcessSet other) {
    return minus(minus(other));
  }

  public boolean contains(int node) {
    if (node < 0) {
      throw new IllegalArgumentException("not a process number: " + node);
    }
    int word = (node >> 6) - 1;
    return word < more.length && ((word < 0 ? first : more[word]) >>> node & 1) == 1;
  }

  /** Whether every member of the other set is one of this. */
  public boolean containsAll(ProcessSet other) {
    return other.minus(this).isEmpty();
  }

  public boolean isEmpty() {
    return first == 0 && more.length == 0;
  }

  public int size() {
    int size = Long.bitCount(first);
    for (long word : more) {
      size += Long.bitCount(word);
    }
    return size;
  }

  /** The smallest member. */
  public int least() {
    for (int w = 0; w <= more.length; w++) {
      long word = w == 0 ? first : more[w - 1];
      if (word != 0) {
        return 64 * w + Long.numberOfTrailingZeros(word);
      }
    }
    throw new NoSuchElementException("the empty set has no least member");
  }

  /** The largest member. */
  public int greatest() {
    for (int w = more.length; w >= 0; w--) {
      long word = w == 0 ? first : more[w - 1];
      if (word != 0) {
        return 64 * w + 63 - Long.numberOfLeadingZeros(word);
      }
    }
    throw new NoSuchElementException("the empty set has no greatest member");
  }

  /** Calls the action with each member, in ascending order. */
  public void forEach(IntConsumer action) {
    forEachIn(first, 0, action);
    for (int w = 0; w < more.length; w++) {
      forEachIn(more[w], 64 * (w + 1), action);
    }
  }

  private static void forEachIn(long word, int base, IntConsumer action) {
    for (long rest = word; rest != 0; rest &= rest - 1) {
      action.accept(base + Long.numberOfTrailingZeros(rest));
    }
  }

  private static ProcessSet ofWords(long[] words) {
    return new ProcessSet(words[0], trimmed(Arrays.copyOfRange(words, 1, words.length)));
  }

  private static long[] trimmed(long[] words) {
    int length = words.length;
    while (length > 0 && words[length - 1] == 0) {
      length--;
    }
    return length == 0 ? NO_WORDS : length == words.length ? words : Arrays.copyOf(words, length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ProcessSet that
        && first == that.first
        && Arrays.equals(more, that.more);
  }

  @Override
  public int hashCode() {
    return 31 * Long.hashCode(first) + Arrays.hashCode(more);
  }

  /** The members between braces, as the papers write them. */
  @Override
  public String toString() {
    var text = new StringJoiner(",", "{", "}");
    forEach(node -> text.add(Integer.toString(node)));
    return text.toString();
  }
}
