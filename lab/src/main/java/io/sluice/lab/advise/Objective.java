package io.sluice.lab.advise;

/**
 * What matters, and how much. Each measure of a choice is divided by the best value that any choice
 * reaches (or the other way round for the throughput, of which more is better), so that 1 is the
 * best there is; the cost is the mean of these ratios with the weights that are given here.
 *
 * @param waiting of the mean time that a participant waits, the more urgent ones counting more
 * @param throughput of the entries a second
 * @param messages of the messages per entry
 * @param longest of the longest time that anybody waits: it punishes starvation
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
      throw new IllegalArgumentException("at least one weight is above 0");
    }
    if (!(urgency >= 1 && urgency <= 1e6)) {
      throw new IllegalArgumentException(
          "a more urgent participant counts 1 to a million times as much, not " + urgency);
    }
  }

  private static void check(String what, double weight) {
    // Written so that NaN fails too.
    if (!(weight >= 0 && weight <= 1e6)) {
      throw new IllegalArgumentException(
          "the weight of " + what + " is from 0 to a million, not " + weight);
    }
  }

  /** The cost of a choice; 1 if it is the best in everything. */
  double cost(Measures of, Measures best) {
    double sum =
        waiting * ratio(of.waiting(), best.waiting())
            + throughput * ratio(best.throughput(), of.throughput())
            + messages * ratio(of.messages(), best.messages())
            + longest * ratio(of.longest(), best.longest());
    return sum / (waiting + throughput + messages + longest);
  }

  /** Where the best is nothing at all, a little more is no infinite fault. */
  private static double ratio(double more, double less) {
    double least = 1e-6;
    return Math.max(more, least) / Math.max(less, least);
  }
}
