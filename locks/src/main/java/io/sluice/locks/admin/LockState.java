package io.sluice.locks.admin;

import java.util.List;

/**
 * The requests for one lock.
 *
 * <pre>{@code
 * for (LockState lock : sluice.inspect().lock("invoice-42").locks()) {
 *   log.info("{} waiting", lock.waiters().size());
 * }
 * }</pre>
 *
 * @param name the lock's name
 * @param algorithm the protocol that it runs
 * @param holders those that hold it; several only of a lock that can be shared, or of a semaphore
 * @param waiters those that wait for it, the longest-waiting first
 * @param handOvers the latest hand-overs to requests that waited, the earliest first; members note
 *     them for 10 seconds after they were asked, so the first report has none
 */
public record LockState(
    String name,
    String algorithm,
    List<LockRequest> holders,
    List<LockRequest> waiters,
    List<HandOver> handOvers) {

  public LockState {
    holders = List.copyOf(holders);
    waiters = List.copyOf(waiters);
    handOvers = List.copyOf(handOvers);
  }
}
