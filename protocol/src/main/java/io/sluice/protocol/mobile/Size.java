package io.sluice.protocol.mobile;

import java.util.List;

/**
 * How large a part of the tree is.
 *
 * @param height how many steps its lowest process is from its top
 * @param weight how many processes it has
 */
public record Size(int height, int weight) {

  /** A process without children. */
  static final Size LEAF = new Size(0, 1);

  /** A process with these parts below. */
  public static Size above(List<Size> branches) {
    int height = 0;
    int weight = 1;
    for (var branch : branches) {
      height = Math.max(height, branch.height + 1);
      weight += branch.weight;
    }
    return new Size(height, weight);
  }
}
