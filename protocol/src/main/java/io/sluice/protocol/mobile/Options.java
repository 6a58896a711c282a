package io.sluice.protocol.mobile;

import io.sluice.protocol.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What can be said of a lock for mobile processes in its name, behind a colon each.
 *
 * @param latecomers how many may be let into open rooms before somebody who waits for another
 */
record Options(int latecomers) {

  private static final String ADMITTING = "admitting";

  static final Options USUAL = new Options(0);

  Options {
    if (latecomers < 0) {
      throw new IllegalArgumentException("0 or more latecomers, not " + latecomers);
    }
  }

  /** The options of a name, if it is one of that protocol and all are known. */
  static Optional<Options> of(String protocol, String name) {
    var parts = Name.of(name);
    return parts.head().equals(protocol) ? parts.configure(USUAL, Options::with) : Optional.empty();
  }

  private Optional<Options> with(String option) {
    var number = Name.number(option, ADMITTING);
    return number.isPresent() ? Optional.of(new Options(number.getAsInt())) : Optional.empty();
  }

  /** The name that says all this. */
  String name(String protocol) {
    var words = new ArrayList<String>();
    if (latecomers > 0) {
      words.add(ADMITTING + "=" + latecomers);
    }
    return new Name(protocol, List.copyOf(words)).text();
  }
}
