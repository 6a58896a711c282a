package io.sluice.cli.option;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the known name closest to a mistyped one. */
public final class Nearest {

  private Nearest() {}

  /** The known name with the fewest changes, if they are few enough for a typing error. */
  static Optional<String> to(String typed, Collection<String> known) {
    String word = typed.toLowerCase(Locale.ROOT);
    return known.stream()
        .filter(name -> isTypo(word, name))
        .min(Comparator.comparingInt(name -> distance(word, name)));
  }

  /** A question to append to an error message; empty without a suggestion. */
  public static String question(String typed, Collection<String> known) {
    return questionOr(typed, known, "");
  }

  /** A question to append to an error message, or another text without a suggestion. */
  public static String questionOr(String typed, Collection<String> known, String otherwise) {
    return to(typed, known).map(name -> "; did you mean " + name + "?").orElse(otherwise);
  }

  private static boolean isTypo(String typed, String name) {
    boolean begun = typed.length() >= 3 && name.startsWith(typed);
    int length = Math.max(typed.length(), name.length());
    return begun || distance(typed, name) <= Math.max(1, (length + 1) / 3);
  }

  /** The Damerau-Levenshtein distance: insertions, deletions, changes and swaps of neighbours. */
  static int distance(String one, String other) {
    int[][] least = new int[one.length() + 1][other.length() + 1];
    for (int i = 0; i <= one.length(); i++) {
      for (int j = 0; j <= other.length(); j++) {
        if (i == 0 || j == 0) {
          least[i][j] = i + j;
          continue;
        }
        int change = one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        least[i][j] =
            Math.min(least[i - 1][j - 1] + change, 1 + Math.min(least[i - 1][j], least[i][j - 1]));
        if (i > 1
            && j > 1
            && one.charAt(i - 1) == other.charAt(j - 2)
            && one.charAt(i - 2) == other.charAt(j - 1)) {
          least[i][j] = Math.min(least[i][j], 1 + least[i - 2][j - 2]);
        }
      }
    }
    return least[one.length()][other.length()];
  }
}
