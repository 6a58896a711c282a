/**
 * Bytes on their way over links that several transfers share.
 *
 * <p>{@link io.sluice.lab.simulate.flow.FairShare} divides the links' bandwidth among the transfers
 * at one moment: max-min fairly, as TCP connections of equal round-trip times do in the long run.
 * {@link io.sluice.lab.simulate.flow.Flows} follows transfers over time: whenever one begins or
 * ends, every rate is computed again.
 *
 * <pre>{@code
 * var flows = new Flows(new double[] {100}, 0);        // one link of 100 bytes a second
 * int first = flows.start(0, new int[] {0}, 100);
 * int second = flows.start(0, new int[] {0}, 50);      // each gets 50 bytes a second
 * flows.nextEnd();                                     // 1 s: the second transfer ends
 * }</pre>
 *
 * <p>Internal: the simulator's model of bandwidth; declare a {@link
 * io.sluice.lab.simulate.Platform} to use it.
 */
package io.sluice.lab.simulate.flow;
