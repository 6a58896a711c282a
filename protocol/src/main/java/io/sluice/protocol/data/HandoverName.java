package io.sluice.protocol.data;

import io.sluice.protocol.Algorithm;
import java.util.Optional;
import java.util.function.Function;

/**
 * Names such as {@code handover:token-queue:copies=1}: the lock, with its own options, and how many
 * copies there are.
 */
public final class HandoverName {

  private static final String HEAD = "handover:";
  private static final String ONE_COPY = ":copies=1";
  private static final int USUAL_COPIES = 2;

  private HandoverName() {}

  static String of(Algorithm<?, ?> lock, int copies) {
    return HEAD + lock.name() + (copies == USUAL_COPIES ? "" : ":copies=" + copies);
  }

  /**
   * The algorithm of such a name, if it is one.
   *
   * @param locks finds the lock by its name
   */
  public static Optional<Algorithm<?, ?>> find(
      String name, Function<String, Optional<Algorithm<?, ?>>> locks) {
    if (!name.startsWith(HEAD)) {
      return Optional.empty();
    }
    boolean one = name.endsWith(ONE_COPY);
    String lock = name.substring(HEAD.length(), name.length() - (one ? ONE_COPY.length() : 0));
    return locks
        .apply(lock)
        .filter(found -> found.family().otherPurpose().isEmpty() && found.horizon().isEmpty())
        .map(found -> Handover.over(found, one ? 1 : USUAL_COPIES));
  }
}
