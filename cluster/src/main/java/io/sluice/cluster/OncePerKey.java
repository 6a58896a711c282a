package io.sluice.cluster;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What has been complained of: a complaint is worth a line in the log once, however often there is
 * cause for it. And not without end: those who send what makes no sense must fill neither the log
 * nor the memory.
 */
public final class OncePerKey {

  /** More than a cluster has hosts or protocols. */
  private static final int MOST = 1_000;

  private final Set<Object> made = ConcurrentHashMap.newKeySet();

  /**
   * Whether this is the first time, and not too much altogether.
   *
   * @param about what makes complaints the same, such as who gives cause for it
   */
  public boolean isNew(Object about) {
    return made.size() < MOST && made.add(about);
  }
}
