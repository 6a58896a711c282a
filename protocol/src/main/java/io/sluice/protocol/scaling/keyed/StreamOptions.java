package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.Layout;
import io.sluice.protocol.Name;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.StringJoiner;

/**
 * Which pipeline is searched; its name says it, {@code scaling-keyed:keyed=1+2:groups=3:apart}.
 *
 * @param keyed the keyed operators, counted from 0
 * @param groups into how many groups their keys fall
 * @param shared whether an instance has one inbox to which all senders append, so that what was put
 *     first arrives first; if not, one for each sender
 * @param ahead whether state may be copied before it moves
 */
record StreamOptions(ProcessSet keyed, int groups, boolean shared, boolean ahead) {

  static final String NAME = "scaling-keyed";

  static final StreamOptions USUAL = new StreamOptions(ProcessSet.of(1), 2, true, false);

  private static final int MOST_GROUPS = 16;
  private static final String GROUPS = "groups";
  private static final String APART = "apart";
  private static final String AHEAD = "ahead";
  private static final String STATELESS = "stateless";
  private static final String KEYED = "keyed=";

  static Optional<StreamOptions> find(String name) {
    var parts = Name.of(name);
    return parts.head().equals(NAME)
        ? parts.configure(USUAL, StreamOptions::with)
        : Optional.empty();
  }

  private Optional<StreamOptions> with(String option) {
    var number = Name.number(option, GROUPS);
    if (number.isPresent()) {
      return Optional.of(new StreamOptions(keyed, number.getAsInt(), shared, ahead))
          .filter(some -> some.groups <= MOST_GROUPS);
    }
    if (option.equals(APART)) {
      return Optional.of(new StreamOptions(keyed, groups, false, ahead));
    }
    if (option.equals(AHEAD)) {
      return Optional.of(new StreamOptions(keyed, groups, shared, true));
    }
    if (option.equals(STATELESS)) {
      return Optional.of(new StreamOptions(ProcessSet.EMPTY, groups, shared, ahead));
    }
    if (option.matches(KEYED + "\\d(\\+\\d)*")) {
      int[] operators =
          Arrays.stream(option.substring(KEYED.length()).split("\\+"))
              .mapToInt(Integer::parseInt)
              .toArray();
      return Optional.of(new StreamOptions(ProcessSet.of(operators), groups, shared, ahead));
    }
    return Optional.empty();
  }

  String name() {
    var words = new ArrayList<String>();
    if (keyed.isEmpty()) {
      words.add(STATELESS);
    } else if (!keyed.equals(USUAL.keyed)) {
      var operators = new StringJoiner("+", KEYED, "");
      keyed.forEach(operator -> operators.add(Integer.toString(operator)));
      words.add(operators.toString());
    }
    if (groups != USUAL.groups) {
      words.add(GROUPS + "=" + groups);
    }
    if (!shared) {
      words.add(APART);
    }
    if (ahead) {
      words.add(AHEAD);
    }
    return new Name(NAME, words).text();
  }

  Operators operators(Layout layout) {
    return new Operators(layout, keyed, groups);
  }
}
