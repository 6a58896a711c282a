package org.example.fraud;

import java.util.List;
import java.util.SplittableRandom;

/** Makes events of their numbers, the same in every run. */
final class Events {

  private static final List<String> COUNTRIES = List.of("AT", "CH", "CZ", "DE", "FR", "IT");
  private static final int CARDS = 500;
  private static final int MILLIS_BETWEEN = 100;

  /** By how much events are out of order. */
  static final int JITTER = 2_000;

  private static final double STOLEN = 0.002;

  private Events() {}

  static Payment payment(long number) {
    var random = new SplittableRandom(2 * number);
    int card = random.nextInt(CARDS);
    boolean stolen = random.nextDouble() < STOLEN;
    int country = home(card) + (stolen ? 1 + random.nextInt(COUNTRIES.size() - 1) : 0);
    return new Payment(
        number, card, COUNTRIES.get(country % COUNTRIES.size()), time(number, random));
  }

  static Sighting sighting(long number) {
    var random = new SplittableRandom(2 * number + 1);
    int card = random.nextInt(CARDS);
    return new Sighting(card, COUNTRIES.get(home(card)), time(number, random));
  }

  private static int home(int card) {
    return card % COUNTRIES.size();
  }

  private static long time(long number, SplittableRandom random) {
    return number * MILLIS_BETWEEN + random.nextInt(JITTER);
  }
}
