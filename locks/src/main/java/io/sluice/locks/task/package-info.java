/**
 * Runs tasks that hold one lock or several, and interrupts them when one is lost: {@link
 * io.sluice.locks.task.LockedRun}.
 *
 * <p>Internal: applications use {@code io.sluice.locks} and {@code io.sluice.locks.recipe}.
 */
package io.sluice.locks.task;
