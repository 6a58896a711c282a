package io.sluice.cluster;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Lets each kind of warning into the log once. The number of kinds is bounded, so that a peer that
 * sends nonsense can fill neither the log nor the memory.
 */
public final class OncePerKey {

  /** More than a cluster has hosts or protocols. */
  private static final int MOST = 1_000;

  private final Set<Object> made = ConcurrentHashMap.newKeySet();

  /**
   * Whether this key is seen for the first time, and the bound is not reached.
   *
   * @param key what makes two warnings the same, such as the peer that caused them
   */
  public boolean isNew(Object key) {
    return made.size() < MOST && made.add(key);
  }
}
