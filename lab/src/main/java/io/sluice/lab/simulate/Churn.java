package io.sluice.lab.simulate;

/**
 * Members replaced at random: each time a member departs and a process outside joins through a
 * member. There must be newcomers for that in the layout; a departed process may join again.
 *
 * <p>Churn alone keeps no run going.
 *
 * @param rate how many members are replaced in a simulated second, in the whole cluster
 */
public record Churn(double rate) {

  public static final Churn NONE = new Churn(0);

  public Churn {
    // Written so that NaN fails too; with more, there would be no time between two of them.
    if (!(rate >= 0 && rate <= 1e6)) {
      throw new IllegalArgumentException(
          "members are replaced 0 to a million times a second, not " + rate + " times");
    }
  }
}
