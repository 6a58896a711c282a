package io.sluice.bench.locks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How many cores everybody else used meanwhile: other programs, and other guests of the host. Shows
 * figures that a busy machine spoilt. Known on Linux only.
 */
final class Others {

  private static final Path STATISTICS = Path.of("/proc/stat");

  /** The kernel counts in hundredths of a second, whatever its own tick is. */
  private static final double TICKS_PER_SECOND = 100;

  /** Columns of the first line that are idle time: idle, and idle with a disk to wait for. */
  private static final int IDLE = 3;

  private static final int WAITING = 4;

  /** Columns up to the time stolen by other guests; guests' own time is in these already. */
  private static final int COLUMNS = 8;

  private final double busy;
  private final double own;
  private final long time;

  private Others() throws IOException {
    busy = busySeconds();
    own = ownSeconds();
    time = System.nanoTime();
  }

  static Others watch() throws IOException {
    return new Others();
  }

  OptionalDouble cores() throws IOException {
    if (Double.isNaN(busy)) {
      return OptionalDouble.empty();
    }
    var now = new Others();
    double seconds = (now.time - time) / 1e9;
    return OptionalDouble.of(Math.max(0, (now.busy - busy - (now.own - own)) / seconds));
  }

  /** This process and all that it started and that still run. */
  private static double ownSeconds() {
    var self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants())
        .mapToDouble(
            handle -> handle.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
        .sum();
  }

  private static double busySeconds() throws IOException {
    if (!Files.isReadable(STATISTICS)) {
      return Double.NaN;
    }
    var columns = Files.readAllLines(STATISTICS).getFirst().trim().split(" +", -1);
    long[] ticks = Stream.of(columns).skip(1).limit(COLUMNS).mapToLong(Long::parseLong).toArray();
    return (LongStream.of(ticks).sum() - ticks[IDLE] - ticks[WAITING]) / TICKS_PER_SECOND;
  }
}
