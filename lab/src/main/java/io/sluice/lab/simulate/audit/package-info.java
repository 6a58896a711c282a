/**
 * Auditors: what watches a simulated or recorded live run, to judge or to measure it.
 *
 * <p>{@link io.sluice.lab.simulate.audit.ConflictAuditor} judges entries by the conflict rule,
 * {@link io.sluice.lab.simulate.audit.FenceAuditor} fencing numbers, {@link
 * io.sluice.lab.simulate.audit.Invariants} the protocol's own promises. {@link
 * io.sluice.lab.simulate.audit.Occupancy}, {@link io.sluice.lab.simulate.audit.OccupancySeries} and
 * {@link io.sluice.lab.simulate.audit.SessionRecorder} measure. {@link
 * io.sluice.lab.simulate.audit.Audit} is all auditors of a run as one, and keeps the first
 * violation.
 */
package io.sluice.lab.simulate.audit;
