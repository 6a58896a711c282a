package io.sluice.bench;

import com.sun.management.ThreadMXBean;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.lang.management.ManagementFactory;

/**
 * How many events the simulator processes a second: 60 nodes of Ricart-Agrawala, all asking, with
 * little time to think and little inside. CPU time of the one thread, since others may share the
 * machine.
 */
public final class SimulatorBench {

  private SimulatorBench() {}

  public static void main(String[] arguments) {
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
        "simulator: %,.0f events/CPU-s (%,d events, %,d entries, %.2f CPU-s, %.2f s, %d"
            + " bytes/event)%n",
        outcome.events() / seconds,
        outcome.events(),
        outcome.entries(),
        seconds,
        outcome.wallSeconds(),
        allocated / outcome.events());
  }

  private static Outcome run(long seed, int entries) {
    return Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(60))
        .workload(Workload.entries(entries).think(Delay.millis(1, 50)).hold(Delay.millis(5)))
        .network(Network.of(Delay.millis(1, 20)))
        .seed(seed)
        .run();
  }
}
