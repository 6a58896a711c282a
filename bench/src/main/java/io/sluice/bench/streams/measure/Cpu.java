package io.sluice.bench.streams.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The CPU time of this process, with its collector and compilers. */
final class Cpu {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Cpu() {}

  static long nanos() {
    return SYSTEM.getProcessCpuTime();
  }
}
