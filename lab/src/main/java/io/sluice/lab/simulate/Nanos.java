package io.sluice.lab.simulate;

import java.math.BigDecimal;
import java.util.regex.Pattern;

/** Lengths of simulated time as people write them, {@code 1.5ms}, and as whole nanoseconds. */
public final class Nanos {

  /** The longest single length: a year. Even many of them leave a {@code long} room to spare. */
  public static final long LONGEST = 365L * 24 * 3600 * 1_000_000_000;

  private enum Unit {
    MIN("min", 60_000_000_000L),
    S("s", 1_000_000_000),
    MS("ms", 1_000_000),
    US("us", 1_000),
    NS("ns", 1);

    private final String symbol;
    private final long nanos;

    Unit(String symbol, long nanos) {
      this.symbol = symbol;
      this.nanos = nanos;
    }
  }

  private static final Pattern LENGTH =
      Pattern.compile("(?<number>[0-9]{1,18}(?:\\.[0-9]{1,18})?)(?<unit>[a-z]*)");

  private Nanos() {}

  /**
   * Reads a number with a unit: ns, us, ms, s or min. A bare 0 needs none.
   *
   * @throws IllegalArgumentException if it is not one; the message says what to write
   */
  public static long parse(String text) {
    var match = LENGTH.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a length of time; write a number and a unit, such as 1.5ms");
    }
    var exact = new BigDecimal(match.group("number"));
    if (exact.signum() == 0 && match.group("unit").isEmpty()) {
      return 0;
    }
    var nanos = exact.multiply(BigDecimal.valueOf(unit(match.group("unit"), text).nanos));
    if (nanos.compareTo(BigDecimal.valueOf(LONGEST)) > 0) {
      throw new IllegalArgumentException("'" + text + "' is too long; at most a year is simulated");
    }
    if (nanos.stripTrailingZeros().scale() > 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is too fine; simulated time passes in whole nanoseconds");
    }
    return nanos.longValueExact();
  }

  /** Writes a length in the largest unit that needs no fraction, so that it parses back. */
  public static String format(long nanos) {
    for (var unit : Unit.values()) {
      if (nanos % unit.nanos == 0 && nanos != 0) {
        return nanos / unit.nanos + unit.symbol;
      }
    }
    return "0s";
  }

  /** A length in seconds. */
  public static double seconds(long nanos) {
    return nanos / 1e9;
  }

  /** A length in milliseconds. */
  public static double millis(long nanos) {
    return nanos / 1e6;
  }

  public static long checked(String what, long nanos) {
    if (nanos < 0 || nanos > LONGEST) {
      throw new IllegalArgumentException(
          what + " must be from 0 to " + LONGEST + " ns, a year, not " + nanos);
    }
    return nanos;
  }

  private static Unit unit(String symbol, String text) {
    for (var unit : Unit.values()) {
      if (unit.symbol.equals(symbol)) {
        return unit;
      }
    }
    throw new IllegalArgumentException(
        symbol.isEmpty()
            ? "'" + text + "' lacks a unit; add one of ns, us, ms, s, min"
            : "'" + text + "' has no unit we know; use one of ns, us, ms, s, min");
  }
}
