package io.sluice.streams.engine.measure;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

/** How much of the machine's processors this JVM uses. */
public final class Processors {

  /** From this share on they are used up. */
  private static final double ALL = 0.95;

  private static final long LEAST_BETWEEN = TimeUnit.MILLISECONDS.toNanos(100);

  private long lastTime = System.nanoTime();
  private long lastUsed = used();
  private boolean usedUp;

  /** Whether this JVM has used all processors of late. */
  public synchronized boolean areUsedUp() {
    long now = System.nanoTime();
    if (now - lastTime >= LEAST_BETWEEN) {
      long used = used();
      double share = (double) (used - lastUsed) / (now - lastTime);
      usedUp = share > ALL * Runtime.getRuntime().availableProcessors();
      lastTime = now;
      lastUsed = used;
    }
    return usedUp;
  }

  private static long used() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }
}
