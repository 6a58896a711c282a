package io.sluice.protocol.scaling;

/**
 * How busy the instances of an operator should be.
 *
 * <p>The thresholds are shares of the capacity. (Algorithm 11 of the paper compares them with a
 * number of records, and the list in its section 5.1 has their arrows exchanged.)
 *
 * @param capacity C: the records that an instance can process in a step
 * @param ratio r: the share of its capacity that an instance should use
 * @param up from this share on the operator wants more instances
 * @param down up to this share it wants fewer
 */
public record LoadTarget(double capacity, double ratio, double up, double down) {

  public LoadTarget {
    if (!(capacity > 0 && Double.isFinite(capacity))) {
      throw new IllegalArgumentException("an instance processes some records, not " + capacity);
    }
    if (!(0 < down && down < ratio && ratio < up && up <= 1)) {
      throw new IllegalArgumentException(
          "0 < down < ratio < up <= 1 must hold, not 0 < %s < %s < %s <= 1"
              .formatted(down, ratio, up));
    }
  }

  /** The same target with other thresholds. */
  public LoadTarget between(double newDown, double newUp) {
    return new LoadTarget(capacity, ratio, newUp, newDown);
  }

  /**
   * L / (r C): how many instances the operator needs, as a fraction; never fewer than the keeper.
   *
   * @param records what the whole operator receives in a step
   */
  public double ideal(double records) {
    return Math.max(1, records / (ratio * capacity));
  }

  /**
   * How many instances to add, or with a minus to remove: rounded towards zero, so that no more are
   * added or removed than required. (Algorithm 2 rounds down, which removes one too many.)
   *
   * @param records what the whole operator receives in a step
   * @param instances how many there are
   */
  public int asked(double records, int instances) {
    return (int) (ideal(records) - instances);
  }

  /** Whether instances are so busy that there should be more. */
  public boolean isTooBusy(double recordsEach) {
    return recordsEach >= up * capacity;
  }

  /** Whether instances are so idle that there should be fewer. */
  public boolean isTooIdle(double recordsEach) {
    return recordsEach <= down * capacity;
  }
}
