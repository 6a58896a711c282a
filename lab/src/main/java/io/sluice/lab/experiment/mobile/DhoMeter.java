package io.sluice.lab.experiment.mobile;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Nanos;
import io.sluice.protocol.Claim;
import java.util.HashMap;
import java.util.Map;

/** Measures the times of section 6 for every cycle, separately for reads and writes. */
final class DhoMeter implements Auditor {

  /**
   * Means over all cycles, in seconds.
   *
   * @param cycle T_DHO: from the request to the release, since T_Idle is 0
   * @param waiting T_Wait: from the request until the data is mapped
   * @param blocking T_Blocking: from the call of acquire until the data is mapped
   */
  record Times(double cycle, double waiting, double blocking) {}

  private static final class Sums {
    private long cycles;
    private long dho;
    private long wait;
  }

  private final long lead;
  private final Map<Integer, Long> askedAt = new HashMap<>();
  private final Map<Integer, Long> mappedAt = new HashMap<>();
  private final Map<Claim, Sums> sums = new HashMap<>();

  /**
   * @param lead T_Wblocked: from the request to the call of acquire
   */
  DhoMeter(long lead) {
    this.lead = lead;
  }

  @Override
  public void asked(long at, int process, Claim claim) {
    askedAt.put(process, at);
  }

  @Override
  public void mapped(long at, int process, Claim claim) {
    mappedAt.put(process, at);
  }

  @Override
  public void released(long at, int process, Claim claim) {
    long asked = askedAt.getOrDefault(process, at);
    var of = sums.computeIfAbsent(claim, _ -> new Sums());
    of.cycles++;
    of.dho += at - asked;
    of.wait += mappedAt.getOrDefault(process, at) - asked;
  }

  Times times(Claim claim) {
    var of = sums.get(claim);
    if (of == null) {
      throw new IllegalStateException("no peer completed a cycle");
    }
    double wait = Nanos.seconds(of.wait) / of.cycles;
    return new Times(Nanos.seconds(of.dho) / of.cycles, wait, wait - Nanos.seconds(lead));
  }
}
