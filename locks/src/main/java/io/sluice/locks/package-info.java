/**
 * Locks between the threads of many processes, without a lock server.
 *
 * <pre>{@code
 * try (var sluice = Sluice.join("orders")) {
 *   DistributedLock lock = sluice.lock("invoice-42");
 *   lock.run(Duration.ofSeconds(2), lease -> store.put(row, lease.fence()));
 * }
 * }</pre>
 *
 * <p>{@link io.sluice.locks.Sluice} is a node of a cluster, and gives out its locks by their names:
 *
 * <ul>
 *   <li>{@link io.sluice.locks.DistributedLock}, a {@link java.util.concurrent.locks.Lock} with one
 *       holder;
 *   <li>{@link io.sluice.locks.DistributedReadWriteLock}, with many readers or one writer;
 *   <li>{@link io.sluice.locks.GroupLock}, with rooms of which one at a time is open;
 *   <li>{@link io.sluice.locks.PrioritySemaphore}, with several units, the more urgent requests
 *       first;
 *   <li>{@link io.sluice.locks.DataHandle}, a read-write lock with which the data moves that it
 *       protects.
 * </ul>
 *
 * <p>Each can be used in three ways. {@code run} and {@code call} run a {@link
 * io.sluice.locks.LockedTask} or {@link io.sluice.locks.LockedCall} while holding the lock,
 * interrupt it if the lock is lost, and throw {@link io.sluice.locks.LockLostException}: the way
 * that overlooks nothing. {@code acquire} gives a {@link io.sluice.locks.Lease}, which any thread
 * may close. And a {@code DistributedLock} is locked and unlocked by a thread like any other {@code
 * Lock}.
 *
 * <p>{@code Sluice.join} is for one JVM, in which any number of nodes may join the same cluster;
 * {@code Sluice.named("orders").over(Tcp.loopback()).join()} joins the processes of that cluster on
 * this machine, and {@link io.sluice.locks.Sluice.Builder} has more. {@code docs/locks.md} shows
 * all of it by example, and {@code docs/guarantees.md} says what is promised and what breaks it.
 *
 * <p>This package is API: its public types change only with a note in the changelog, and their
 * signatures mention only API packages and the JDK.
 */
package io.sluice.locks;
