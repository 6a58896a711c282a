package io.sluice.protocol.mobile;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the tree is kept low while processes join and depart (section 3.4 of the paper).
 *
 * @param arity how many children a process has at most
 * @param alpha if empty, the shape is kept: the tree is always complete. Otherwise nothing is done
 *     until the tree is higher than alpha times the binary logarithm of its weight, in hundredths
 */
public record Balancing(int arity, Optional<Integer> alpha) {

  private static final int HUNDRED = 100;

  /** A complete binary tree: what a protocol's name alone means. */
  public static final Balancing KEPT = new Balancing(2, Optional.empty());

  /** A binary tree that may be half as high again. */
  public static final Balancing LAZY = new Balancing(2, Optional.of(150));

  private static final int MOST_CHILDREN = 64;

  public Balancing {
    if (arity < 2 || arity > MOST_CHILDREN) {
      throw new IllegalArgumentException(
          "a process has 2 to %d children at most, not %d".formatted(MOST_CHILDREN, arity));
    }
    if (alpha.filter(hundredths -> hundredths < HUNDRED).isPresent()) {
      throw new IllegalArgumentException(
          "no tree is lower than the logarithm of its weight: alpha is 1 or more");
    }
  }

  /** The same with that number of children. */
  public Balancing withArity(int children) {
    return new Balancing(children, alpha);
  }

  /** Lazily, up to such a height. */
  public Balancing withAlpha(int hundredths) {
    return new Balancing(arity, Optional.of(hundredths));
  }

  boolean isLazy() {
    return alpha.isPresent();
  }

  /** The least height that a tree of this weight can have. */
  public int leastHeight(int weight) {
    int height = 0;
    long room = 1;
    for (long level = arity; room < weight; level *= arity) {
      room += level;
      height++;
    }
    return height;
  }

  /** The greatest height of a tree of this weight while no process joins or departs. */
  public int mostHeight(int weight) {
    int least = leastHeight(weight);
    // A power of two has its exact logarithm, whatever the rounding.
    return alpha
        .map(
            hundredths -> {
              double log2 = StrictMath.log(weight) / StrictMath.log(2);
              return Math.max(least, (int) (hundredths * log2 / HUNDRED + 1e-9));
            })
        .orElse(least);
  }

  public boolean isTooHigh(Size size) {
    return size.height() > mostHeight(size.weight());
  }

  /** What is out of the ordinary, as it is said in a protocol's name. */
  List<String> options() {
    var options = new ArrayList<String>();
    if (isLazy()) {
      options.add("lazy");
    }
    alpha
        .filter(_ -> !alpha.equals(LAZY.alpha))
        .ifPresent(hundredths -> options.add("alpha=" + decimal(hundredths)));
    if (arity != KEPT.arity) {
      options.add("arity=" + arity);
    }
    return options;
  }

  public static String decimal(int hundredths) {
    return String.format(Locale.ROOT, "%.2f", hundredths / (double) HUNDRED)
        .replaceFirst("\\.?0+$", "");
  }

  /** What an option makes of it, if it is one of these. */
  Optional<Balancing> with(String part) {
    if (part.equals("lazy")) {
      return Optional.of(new Balancing(arity, LAZY.alpha));
    }
    if (isLazy() && part.matches("alpha=[1-9](\\.[0-9]{1,2})?")) {
      double value = Double.parseDouble(part.substring("alpha=".length()));
      return Optional.of(withAlpha((int) Math.round(HUNDRED * value)));
    }
    if (part.matches("arity=([2-9]|[1-5][0-9]|6[0-4])")) {
      return Optional.of(withArity(Integer.parseInt(part.substring("arity=".length()))));
    }
    return Optional.empty();
  }
}
