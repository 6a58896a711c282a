package io.sluice.cluster;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where errors of our own go: they are written down, and the node goes on. */
public final class Faults {

  private static final Logger LOG = LoggerFactory.getLogger("io.sluice.cluster");

  private Faults() {}

  public static void report(Throwable error) {
    LOG.error("a step failed", error);
  }
}
