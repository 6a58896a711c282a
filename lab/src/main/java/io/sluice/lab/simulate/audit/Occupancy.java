package io.sluice.lab.simulate.audit;

import io.sluice.lab.simulate.Auditor;
import io.sluice.protocol.Claim;

/** How many are inside, on average over the time that any process is, and at most. */
public final class Occupancy implements Auditor {

  private int inside;
  private int most;
  private long since;

  /** Doubles: a million processes inside for an hour would overflow a long. */
  private double stay;

  private double busy;

  @Override
  public void entered(long at, int process, Claim claim, long fence) {
    change(at, inside + 1);
  }

  @Override
  public void released(long at, int process, Claim claim) {
    change(at, inside - 1);
  }

  @Override
  public void ended(long at) {
    change(at, inside);
  }

  public double mean() {
    return busy == 0 ? 0 : stay / busy;
  }

  public int most() {
    return most;
  }

  private void change(long at, int now) {
    stay += (double) inside * (at - since);
    busy += inside > 0 ? at - since : 0;
    since = at;
    inside = now;
    most = Math.max(most, now);
  }
}
