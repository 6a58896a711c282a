package io.sluice.cluster;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs errors of an application's listener or of Sluice itself after which the node goes on. */
public final class Faults {

  private static final Logger LOG = LoggerFactory.getLogger("io.sluice.cluster");

  private Faults() {}

  public static void report(Throwable error) {
    LOG.error("unexpected error, ignored", error);
  }
}
