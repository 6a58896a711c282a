package io.sluice.protocol.mobile;

import io.sluice.protocol.Name;
import java.util.ArrayList;
import java.util.Optional;

/**
 * The options in the name of a lock for mobile processes, each behind a colon.
 *
 * @param balancing how the tree is kept low: {@code elmp:lazy:alpha=1.25}, {@code elmp:arity=3}
 * @param latecomers how many may be admitted to open rooms before a process that waits for another
 *     room
 */
public record Options(Balancing balancing, int latecomers) {

  private static final String ADMITTING = "admitting";

  static final Options USUAL = new Options(Balancing.KEPT, 0);

  public Options {
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
    return number.isPresent()
        ? Optional.of(new Options(balancing, number.getAsInt()))
        : balancing.with(option).map(so -> new Options(so, latecomers));
  }

  /** The options of a name of a protocol that has no rooms to let latecomers into. */
  static Optional<Balancing> balancing(String protocol, String name) {
    return of(protocol, name)
        .filter(options -> options.latecomers == 0)
        .map(options -> options.balancing);
  }

  /** The name that says all this. */
  public String name(String protocol) {
    var words = new ArrayList<>(balancing.options());
    if (latecomers > 0) {
      words.add(ADMITTING + "=" + latecomers);
    }
    return new Name(protocol, words).text();
  }
}
