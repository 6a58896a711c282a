/**
 * How a lock service is measured.
 *
 * <p>A {@link io.sluice.bench.locks.measure.Coordinator} starts the service and one process for
 * each contender, runs warm-up rounds until they get no faster, and then the measured rounds of the
 * {@link io.sluice.bench.locks.measure.Plan}. Each contender logs its entries ({@code EntryLog});
 * {@code History} merges the logs, checks that no two processes were inside that exclude each
 * other, and gives the rates and hand-over times of {@link io.sluice.bench.locks.measure.Figures}.
 * {@link io.sluice.bench.locks.measure.RawTcp} measures a plain message in the same minute, as a
 * reference.
 */
package io.sluice.bench.locks.measure;
