package io.sluice.bench.streams.measure;

import java.time.Duration;
import java.util.List;

/**
 * How much is measured of each engine.
 *
 * @param rate records a second where the rate is steady
 * @param warmUps most warm-up rounds; warm-up ends earlier when rounds get no faster
 * @param rounds how many measured rounds
 * @param round length of a round
 */
public record Plan(double rate, int warmUps, int rounds, Duration round) {

  private static final int MOVES_A_ROUND = 3;

  public Plan {
    if (!(rate > 0) || warmUps < 0 || rounds < 1 || !round.isPositive()) {
      throw new IllegalArgumentException(
          "--rate, --rounds and --seconds must be positive, and --warm-ups not negative");
    }
  }

  /** Warm-up where the rate is given, so that nothing gets faster. */
  Duration warmUp() {
    return round.multipliedBy(warmUps).dividedBy(2);
  }

  /** How often state is moved. */
  public int moves() {
    return MOVES_A_ROUND * rounds;
  }

  List<String> words() {
    return List.of(
        Double.toString(rate),
        Integer.toString(warmUps),
        Integer.toString(rounds),
        Long.toString(round.toMillis()));
  }

  static Plan of(List<String> words) {
    return new Plan(
        Double.parseDouble(words.get(0)),
        Integer.parseInt(words.get(1)),
        Integer.parseInt(words.get(2)),
        Duration.ofMillis(Long.parseLong(words.get(3))));
  }
}
