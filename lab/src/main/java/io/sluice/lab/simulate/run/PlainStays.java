package io.sluice.lab.simulate.run;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Claim;

/** Every application stays for the workload's time from its grant on. */
record PlainStays(Workload workload, Agenda agenda, Chance chance) implements Stays {

  @Override
  public void granted(long now, int process, Claim claim) {
    long stay = workload.hold().apply(claim).sample(chance);
    agenda.add(now + stay, process, Clients.Move.RELEASE);
  }
}
