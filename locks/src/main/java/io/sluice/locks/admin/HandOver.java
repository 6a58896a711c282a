package io.sluice.locks.admin;

import java.time.Duration;

/**
 * A lock has passed from one holder to a request that waited for it.
 *
 * <pre>{@code
 * for (LockState lock : sluice.inspect().locks().locks()) {
 *   lock.handOvers().forEach(each -> log.info("{}: {}", lock.name(), each.time()));
 * }
 * }</pre>
 *
 * @param fence the fencing number of the new holder
 * @param time from the release to the grant; between members on different machines as exact as
 *     their clocks agree
 */
public record HandOver(long fence, Duration time) {}
