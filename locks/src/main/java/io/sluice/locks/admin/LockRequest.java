package io.sluice.locks.admin;

import io.sluice.cluster.Member;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * A thread that holds a lock, or waits for it.
 *
 * <pre>{@code
 * for (LockState lock : sluice.inspect().locks().locks()) {
 *   for (LockRequest holder : lock.holders()) {
 *     log.info("{} of {} for {}", holder.thread(), holder.member(), holder.time());
 *   }
 * }
 * }</pre>
 *
 * @param member the member to which the thread belongs
 * @param thread the name of the thread that asked
 * @param time for how long it has held the lock, or waited
 * @param since when that began, by the clock of the node that asks
 * @param fence the fencing number of a holder
 * @param room the room of a group lock; "shared" of a reader; empty of all others
 * @param unit the unit of a semaphore that is held; 0 of other locks, -1 while it waits
 * @param priority how urgent the request for a semaphore's unit is; 0 of other locks
 */
public record LockRequest(
    Member member,
    String thread,
    Duration time,
    Instant since,
    OptionalLong fence,
    String room,
    int unit,
    int priority) {}
