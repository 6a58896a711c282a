package io.sluice.bench;

import com.sun.management.ThreadMXBean;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/**
 * How many events the simulator processes a second: 60 processes of Ricart-Agrawala that ask all
 * the time, with short think and hold times. Measured in CPU time of the one thread, since other
 * programs may share the machine.
 */
final class SimulatorBench {

  private SimulatorBench() {}

  static void run() {
    int entries = 1_000;
    for (int warmUp = 0; warmUp < 4; warmUp++) {
      run(warmUp, entries);
    }
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long cpu = threads.getCurrentThreadCpuTime();
    long allocated = threads.getCurrentThreadAllocatedBytes();
    var outcome = run(5, entries);
    double seconds = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
    allocated = threads.getCurrentThreadAllocatedBytes() - allocated;
    System.out.printf(
        Locale.ROOT,
        "simulator: %,.0f events/CPU-s (%,d events, %,d entries, %.2f CPU-s, %.2f s, %d"
            + " bytes/event)%n",
        outcome.events() / seconds,
        outcome.events(),
        outcome.entries(),
        seconds,
        outcome.wallSeconds(),
        allocated / outcome.events());
    thousandForks();
  }

  /** Two groups of 500, one entry each: the quadratic case. */
  private static void thousandForks() {
    var outcome =
        Simulation.of(Forks.ALGORITHM, Layout.groups(500, 500)).workload(Workload.entries(1)).run();
    System.out.printf(
        Locale.ROOT,
        "simulator: 1,000 nodes of forks, 500 against 500: %,d messages in %.2f s%n",
        outcome.messages(),
        outcome.wallSeconds());
  }

  private static Outcome run(long seed, int entries) {
    return Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(60))
        .workload(Workload.entries(entries).think(Delay.millis(1, 50)).hold(Delay.millis(5)))
        .network(Network.of(Delay.millis(1, 20)))
        .seed(seed)
        .run();
  }
}
