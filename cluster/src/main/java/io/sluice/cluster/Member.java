package io.sluice.cluster;

import java.util.UUID;

/**
 * One incarnation of a node: a node that was excluded and joins again, or is restarted, is another
 * member.
 *
 * @param high the first half of what makes it unique
 * @param low the second half
 * @param name what people call it
 */
public record Member(long high, long low, String name) {

  /** One of which is not known yet what people call it: it is called by what makes it unique. */
  public static Member unnamed(long high, long low) {
    return new Member(high, low, new UUID(high, low).toString());
  }

  /** Whether it is known what people call it. */
  public boolean isNamed() {
    return !name.equals(unnamed(high, low).name);
  }

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
