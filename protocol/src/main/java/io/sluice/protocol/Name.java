package io.sluice.protocol;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;

/**
 * A protocol's name that says how it is set up, such as {@code rooms:admitting=3} or {@code
 * padme-LFFU:chain:own:units=4}: what is before the first colon, and the options between and after.
 */
public record Name(String head, List<String> options) {

  private static final String SEPARATOR = ":";

  public Name {
    options = List.copyOf(options);
  }

  public static Name of(String text) {
    var parts = List.of(text.split(SEPARATOR, -1));
    return new Name(parts.getFirst(), parts.subList(1, parts.size()));
  }

  /** As users write it. */
  public String text() {
    return options.isEmpty() ? head : head + SEPARATOR + String.join(SEPARATOR, options);
  }

  /**
   * What the options make of something, one after the other; nothing if one of them is unknown.
   *
   * @param with what one option makes of it
   */
  public <C> Optional<C> configure(C usual, BiFunction<C, String, Optional<C>> with) {
    var configured = Optional.of(usual);
    for (String option : options) {
      configured = configured.flatMap(so -> with.apply(so, option));
    }
    return configured;
  }

  /** The number of an option such as {@code units=4}, if it is that option; from 1 to 999,999. */
  public static OptionalInt number(String option, String key) {
    String beginning = key + "=";
    String rest = option.startsWith(beginning) ? option.substring(beginning.length()) : "";
    return rest.matches("[1-9][0-9]{0,5}")
        ? OptionalInt.of(Integer.parseInt(rest))
        : OptionalInt.empty();
  }
}
