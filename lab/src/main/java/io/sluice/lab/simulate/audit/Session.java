package io.sluice.lab.simulate.audit;

/**
 * A longest period in which at least one process of one group is inside, all claiming the same
 * room. In a plain cluster with the plain claim it is one entry.
 *
 * @param start in nanoseconds from the start of the run
 * @param end when the last one left, or the run ended
 * @param peak how many were inside at once
 * @param entries how many came in
 */
public record Session(int group, String room, long start, long end, int peak, long entries) {}
