/**
 * The benchmark {@code locks}: Sluice and other lock services side by side, on one machine.
 *
 * <p>{@code LocksCommand} reads the options, measures one service after the other and prints a
 * {@code Report} of {@code Row}s, with the {@code Targets} that Sluice has to meet in the same run.
 * Services are in {@link io.sluice.bench.locks.service}, how they are measured in {@link
 * io.sluice.bench.locks.measure}, and the processes for it in {@link io.sluice.bench.process}.
 */
package io.sluice.bench.locks;
