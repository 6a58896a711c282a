package io.sluice.protocol.scaling;

/**
 * What one instance knows when it decides. It counts its own records; the rest is in the routing
 * table of any predecessor, which must know among which instances to share its stream and is told
 * of every new and deleted one (section 4.1.1 of the paper takes n_t from there; a source asks a
 * successor).
 *
 * @param records l_t: what this instance received in the last step
 * @param sharing n_t: among how many instances the stream was shared, this one included
 * @param named how many there will be when all pending changes are done: with the new instances
 *     that do not work yet, without those that are about to delete themselves
 * @param rank its place among those that share, from 0; the keeper has the least number, so 0
 * @param peak the most that the whole operator received in this step or one of those before, as
 *     many as it takes to start an instance; a new instance has it from its parent
 * @param trend which way the number of instances last moved
 */
public record Load(double records, int sharing, int named, int rank, double peak, Trend trend) {

  /** Which way the number of instances last moved. */
  public enum Trend {
    STEADY,
    GROWING,
    SHRINKING
  }

  public Load {
    if (!(records >= 0 && Double.isFinite(records))) {
      throw new IllegalArgumentException("no instance receives " + records + " records");
    }
    if (rank < 0 || rank >= sharing || named < 1) {
      throw new IllegalArgumentException(
          "rank %d of %d instances, %d to come".formatted(rank, sharing, named));
    }
    // What is shared and added up again may differ in its last digits.
    if (!(peak >= records * sharing * (1 - 1e-9))) {
      throw new IllegalArgumentException(
          "the peak of the last steps, %s, is less than the last, %s"
              .formatted(peak, records * sharing));
    }
  }

  /** Of an instance whose operator is at rest: nothing is under way, and nothing has changed. */
  public static Load atRest(double records, int sharing, int rank) {
    return new Load(records, sharing, sharing, rank, records * sharing, Trend.STEADY);
  }

  /** L_t: what the whole operator receives, since its stream is shared fairly. */
  public double ofOperator() {
    return records * sharing;
  }

  /**
   * Whether this is the one instance that may never delete itself, so that its operator never
   * vanishes.
   */
  public boolean keeper() {
    return rank == 0;
  }
}
