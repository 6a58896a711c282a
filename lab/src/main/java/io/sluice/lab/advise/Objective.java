package io.sluice.lab.advise;

/**
 * The weights by which choices are compared. Each measure of a choice is divided by the best value
 * that any choice reaches (inverted for throughput, where more is better), so that 1 is the best;
 * the cost is the weighted mean of these ratios.
 *
 * @param waiting the weight of the mean wait, in which more urgent participants count more
 * @param throughput the weight of the entries per second
 * @param messages the weight of the messages per entry
 * @param longest the weight of the longest wait, which penalises starvation
 * @param urgency how many times as much a participant's waiting counts as that of one at the next
 *     lower priority
 */
public record Objective(
    double waiting, double throughput, double messages, double longest, double urgency) {

  /** Mostly waiting, and each priority counts twice as much as the next. */
  public static final Objective USUAL = new Objective(4, 1, 1, 1, 2);

  public Objective {
    check("waiting", waiting);
    check("throughput", throughput);
    check("messages", messages);
    check("longest", longest);
    if (waiting + throughput + messages + longest == 0) {
      throw new IllegalArgumentException("at least one weight must be above 0");
    }
    if (!(urgency >= 1 && urgency <= 1e6)) {
      throw new IllegalArgumentException("the urgency must be from 1 to a million, not " + urgency);
    }
  }

  private static void check(String what, double weight) {
    // Written so that NaN fails too.
    if (!(weight >= 0 && weight <= 1e6)) {
      throw new IllegalArgumentException(
          "the weight of " + what + " must be from 0 to a million, not " + weight);
    }
  }

  /** The cost of a choice; 1 if it is the best in every measure. */
  double cost(Measures of, Measures best) {
    double sum =
        waiting * ratio(of.waiting(), best.waiting())
            + throughput * ratio(best.throughput(), of.throughput())
            + messages * ratio(of.messages(), best.messages())
            + longest * ratio(of.longest(), best.longest());
    return sum / (waiting + throughput + messages + longest);
  }

  /** Values are at least a millionth, so that a best value of 0 does not make others infinite. */
  private static double ratio(double more, double less) {
    double least = 1e-6;
    return Math.max(more, least) / Math.max(less, least);
  }
}
