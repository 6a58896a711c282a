package io.sluice.lab.simulate;

import java.util.Optional;

/**
 * How messages travel.
 *
 * @param latency how long each is on its way
 * @param fifo whether a message never overtakes an earlier one between the same two processes; one
 *     that would arrives together with it instead
 * @param loss the probability that a message never arrives
 * @param duplication the probability that a message arrives twice; the copy has a latency of its
 *     own
 * @param platform the links, if messages take the time of their route instead of {@code latency},
 *     and data the time that its bytes need
 */
public record Network(
    Delay latency, boolean fifo, double loss, double duplication, Optional<Platform> platform) {

  /** 1 to 5 ms, in order, reliable: what the papers assume. */
  public static final Network DEFAULT = of(Delay.millis(1, 5));

  public Network {
    probability("loss", loss);
    probability("duplication", duplication);
  }

  /** A reliable network that keeps the order. */
  public static Network of(Delay latency) {
    return new Network(latency, true, 0, 0, Optional.empty());
  }

  /** A reliable network that keeps the order, with bandwidth. */
  public static Network of(Platform platform) {
    return new Network(Delay.NONE, true, 0, 0, Optional.of(platform));
  }

  /** The same, but messages may overtake each other. */
  public Network unordered() {
    return new Network(latency, false, loss, duplication, platform);
  }

  public Network withLoss(double probability) {
    return new Network(latency, fifo, probability, duplication, platform);
  }

  public Network withDuplication(double probability) {
    return new Network(latency, fifo, loss, probability, platform);
  }

  private static void probability(String what, double value) {
    // Written so that NaN fails too.
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          "the probability of " + what + " must be from 0 to 1, not " + value);
    }
  }
}
