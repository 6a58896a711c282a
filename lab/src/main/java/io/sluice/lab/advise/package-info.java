/**
 * Recommends a configuration of PADME and a tree for given participants, by simulation.
 *
 * <pre>{@code
 * var participants = List.of(new Participant("control", 0, 0.2), new Participant("probe", 1, 2));
 * Advice advice =
 *     new PadmeAdvisor(participants, Environment.USUAL, Objective.USUAL)
 *         .advise(Options.DEFAULT, Progress.SILENT);
 * }</pre>
 */
package io.sluice.lab.advise;
