package io.sluice.bench.data;

import java.util.List;

/**
 * How much is measured.
 *
 * @param rounds measured rounds of each variant, in turns with the others
 * @param sizes in bytes
 * @param effort scales the number of turns in a round; 1 is usual
 */
record DataPlan(int rounds, List<Long> sizes, double effort) {

  static final long KIB = 1 << 10;
  static final long MIB = 1 << 20;
  static final List<Long> SIZES = List.of(64 * KIB, MIB, 64 * MIB, 512 * MIB);

  /** The size of data of which shares change. */
  static final long SHARED_SIZE = 64 * MIB;

  /** The largest size with which other products are measured: they hold it several times. */
  static final long LARGEST_OF_PEERS = 64 * MIB;

  static final List<Double> SHARES = List.of(0.01, 0.05, 0.2, 0.5, 1.0);

  DataPlan {
    if (rounds < 1 || !(effort > 0) || sizes.isEmpty()) {
      throw new IllegalArgumentException("--rounds must be at least 1");
    }
    sizes = List.copyOf(sizes);
  }

  /** How often a process has its turn in a round. */
  int turns(long size) {
    double usual = size <= 64 * KIB ? 400 : size <= MIB ? 120 : size <= 64 * MIB ? 6 : 2;
    return scaled(usual);
  }

  /**
   * The same in the rounds before the first that counts. Many of little data: until then compilers
   * take more of the two cores than the hand-overs do.
   */
  int warmUp(long size) {
    double usual = size <= 64 * KIB ? 30_000 : size <= MIB ? 8_000 : size <= 64 * MIB ? 30 : 2;
    return scaled(usual);
  }

  int scaled(double usual) {
    return (int) Math.max(2, Math.round(effort * usual));
  }
}
