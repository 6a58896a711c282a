package io.sluice.protocol.scaling;

/** What an instance does about its operator's load. */
public sealed interface Decision {

  /** Nothing. */
  record Stay() implements Decision {}

  /** Starts that number of new instances of its operator, announced to its neighbours together. */
  record Duplicate(int times) implements Decision {
    public Duplicate {
      if (times < 1) {
        throw new IllegalArgumentException("to duplicate " + times + " times is to stay");
      }
    }
  }

  /** Deletes itself. */
  record Delete() implements Decision {}

  /** Duplicates that number of times, which may be none. */
  static Decision duplicate(int times) {
    return times == 0 ? new Stay() : new Duplicate(times);
  }

  /** What it adds to the number of instances. */
  default int change() {
    return switch (this) {
      case Stay() -> 0;
      case Duplicate(int times) -> times;
      case Delete() -> -1;
    };
  }
}
