/**
 * Looks into a cluster: which threads of which members hold or wait for its locks, and takes a lock
 * away from a holder that is stuck.
 *
 * <pre>{@code
 * for (LockState lock : sluice.inspect().locks().locks()) {
 *   log.info("{}: held by {}, {} waiting", lock.name(), lock.holders(), lock.waiters().size());
 * }
 * }</pre>
 *
 * <p>Start with {@link io.sluice.locks.admin.Inspection}, which {@code sluice.inspect()} returns;
 * in a shell the same is {@code sluice who}, {@code sluice members} and {@code sluice release}.
 * {@link io.sluice.locks.admin.SluiceMXBean} shows it to JMX.
 *
 * <p>This package is API: its public types change only with a note in the changelog, and their
 * signatures mention only API packages and the JDK.
 */
package io.sluice.locks.admin;
