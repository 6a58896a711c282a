/**
 * PADME, after Edmondson, Schmidt and Gokhale: entries by priority, throughput, larger trees and
 * crashes, in all sixteen configurations of the protocol.
 *
 * <p>{@code PadmeSetup} runs one configuration; {@code PriorityMeter} counts entries, waits and
 * priority inversions. {@code padme-qos} and {@code padme-throughput} read the same runs in two
 * ways and share them through {@link io.sluice.lab.experiment.padme.SharedPadmeRuns}.
 */
package io.sluice.lab.experiment.padme;
