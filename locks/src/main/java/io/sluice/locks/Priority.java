package io.sluice.locks;

/**
 * How urgent a request for a unit of a {@link PrioritySemaphore} is: the lower the number, the more
 * urgent.
 *
 * <pre>{@code
 * Priority backup = Priority.of(25); // after NORMAL, before LOW
 * Lease lease = sluice.prioritySemaphore("frequency", 4).acquire(backup);
 * }</pre>
 *
 * @param number from 0, the most urgent, up
 */
public record Priority(int number) implements Comparable<Priority> {

  public static final Priority HIGH = new Priority(10);
  public static final Priority NORMAL = new Priority(20);
  public static final Priority LOW = new Priority(30);

  public Priority {
    if (number < 0) {
      throw new IllegalArgumentException(
          "a priority is a number from 0, the most urgent, up, not " + number);
    }
  }

  /** The priority of that number; {@link #HIGH} is 10, {@link #NORMAL} 20 and {@link #LOW} 30. */
  public static Priority of(int number) {
    return new Priority(number);
  }

  /** The more urgent one comes first. */
  @Override
  public int compareTo(Priority other) {
    return Integer.compare(number, other.number);
  }
}
