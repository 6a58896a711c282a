package io.sluice.cluster;

/**
 * One incarnation of a node: a node that was excluded and joins again, or is restarted, is another
 * member.
 *
 * @param high the first half of what makes it unique
 * @param low the second half
 * @param name what people call it
 */
public record Member(long high, long low, String name) {

  @Override
  public boolean equals(Object other) {
    return other instanceof Member that && high == that.high && low == that.low;
  }

  @Override
  public int hashCode() {
    return Long.hashCode(high * 31 + low);
  }

  @Override
  public String toString() {
    return name;
  }
}
