/**
 * Group mutual exclusion, after Belkhiria, Bertier and Tedeschi: concurrency, messages and latency
 * of 2-FGME, RA1 and RA2 as the paper has them, with {@code forks} and {@code rooms} beside them.
 *
 * <p>{@link io.sluice.lab.experiment.gme.GmeSetup} is what the experiments have in common, {@code
 * GmeAlgorithm} the algorithms they compare. These experiments also run with live nodes.
 */
package io.sluice.lab.experiment.gme;
