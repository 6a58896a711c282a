package io.sluice.lab.simulate;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;

/**
 * How long something takes, in nanoseconds: a message's way, a stay inside, a pause for thought.
 *
 * <p>On the command line: {@code 1s}, {@code 1ms..5ms}, {@code exp:3ms}, {@code exp:3ms,min:1ms},
 * {@code one-of:1ms,2ms,9ms}. What {@code toString} writes, {@link #parse} reads.
 */
public sealed interface Delay {

  /** No time at all. */
  Delay NONE = new Constant(0);

  /** Draws one. */
  long sample(Chance chance);

  /** Always the same. */
  record Constant(long nanos) implements Delay {
    public Constant {
      Nanos.checked("a delay", nanos);
    }

    @Override
    public long sample(Chance chance) {
      return nanos;
    }

    @Override
    public String toString() {
      return Nanos.format(nanos);
    }
  }

  /** Any length from the shortest to the longest, both included, equally likely. */
  record Uniform(long shortest, long longest) implements Delay {
    public Uniform {
      Nanos.checked("the shortest delay", shortest);
      Nanos.checked("the longest delay", longest);
      if (shortest > longest) {
        throw new IllegalArgumentException(
            "the shortest delay, %s, exceeds the longest, %s; exchange them"
                .formatted(Nanos.format(shortest), Nanos.format(longest)));
      }
    }

    @Override
    public long sample(Chance chance) {
      return shortest + chance.below(longest - shortest + 1);
    }

    @Override
    public String toString() {
      return Nanos.format(shortest) + ".." + Nanos.format(longest);
    }
  }

  /**
   * Exponentially distributed above a minimum.
   *
   * @param mean the mean of the whole, the minimum included
   */
  record Exponential(long mean, long minimum) implements Delay {
    public Exponential {
      Nanos.checked("the mean delay", mean);
      Nanos.checked("the minimum delay", minimum);
      if (minimum > mean) {
        throw new IllegalArgumentException(
            "the minimum delay, %s, exceeds the mean, %s; lower it"
                .formatted(Nanos.format(minimum), Nanos.format(mean)));
      }
    }

    @Override
    public long sample(Chance chance) {
      return minimum + (long) chance.exponential((double) mean - minimum);
    }

    @Override
    public String toString() {
      String text = "exp:" + Nanos.format(mean);
      return minimum == 0 ? text : text + ",min:" + Nanos.format(minimum);
    }
  }

  /** One of the lengths that were measured somewhere, each equally likely. */
  record Empirical(List<Long> samples) implements Delay {
    public Empirical {
      samples = List.copyOf(samples);
      if (samples.isEmpty()) {
        throw new IllegalArgumentException("measured delays need at least one sample");
      }
      samples.forEach(nanos -> Nanos.checked("a measured delay", nanos));
    }

    @Override
    public long sample(Chance chance) {
      return samples.get((int) chance.below(samples.size()));
    }

    @Override
    public String toString() {
      return samples.stream().map(Nanos::format).collect(joining(",", "one-of:", ""));
    }
  }

  /** Always the same number of milliseconds. */
  static Delay millis(long millis) {
    return new Constant(Math.multiplyExact(millis, 1_000_000));
  }

  /** Any length between two numbers of milliseconds. */
  static Delay millis(long shortest, long longest) {
    return new Uniform(
        Math.multiplyExact(shortest, 1_000_000), Math.multiplyExact(longest, 1_000_000));
  }

  /**
   * Reads a delay as it is written on the command line.
   *
   * @throws IllegalArgumentException if it is none; the message says what to write
   */
  static Delay parse(String text) {
    if (text.startsWith("exp:")) {
      String[] parts = text.substring("exp:".length()).split(",min:", 2);
      return new Exponential(Nanos.parse(parts[0]), parts.length < 2 ? 0 : Nanos.parse(parts[1]));
    }
    if (text.startsWith("one-of:")) {
      String list = text.substring("one-of:".length());
      return new Empirical(Arrays.stream(list.split(",", -1)).map(Nanos::parse).toList());
    }
    if (text.contains(":")) {
      throw new IllegalArgumentException(
          "'" + text + "' is no delay; write 1s, 1ms..5ms, exp:3ms or one-of:1ms,2ms");
    }
    int dots = text.indexOf("..");
    if (dots < 0) {
      return new Constant(Nanos.parse(text));
    }
    if (dots == 0 || dots + 2 == text.length()) {
      throw new IllegalArgumentException(
          "'" + text + "' has one end only; write both, such as 1ms..5ms");
    }
    return new Uniform(Nanos.parse(text.substring(0, dots)), Nanos.parse(text.substring(dots + 2)));
  }
}
