/**
 * The simulator: discrete events, one seed, exact replay.
 *
 * <pre>{@code
 * var layout = Layout.plain(12);
 * var series = new OccupancySeries(layout);
 * Outcome outcome =
 *     Simulation.of(RicartAgrawala.ALGORITHM, layout)
 *         .workload(Workload.entries(10).think(Delay.millis(300)).hold(Delay.millis(300)))
 *         .network(Network.of(Delay.parse("1ms..5ms")))
 *         .faults(Faults.NONE.with(new Fault.Pause(Nanos.parse("2s"), 3, Nanos.parse("1s"))))
 *         .audit(series)
 *         .seed(7)
 *         .run();
 * outcome.messagesPerEntry();        // 22.0
 * outcome.waits().meanMillis();
 * series.of(0);                      // how many ask and are inside, over time
 * }</pre>
 *
 * <p>{@link io.sluice.lab.simulate.Simulation} is what to read first, {@link
 * io.sluice.lab.simulate.Outcome} what comes out. Inside, a {@code Run} takes events off an {@code
 * Agenda}; the {@code Clients} are the applications, the {@code SimulatedNetwork} the network, the
 * {@code FaultInjector} the faults, the {@code DataHandles} what moves over links with bandwidth,
 * and an {@link io.sluice.lab.simulate.Auditor} judges or records.
 */
package io.sluice.lab.simulate;
