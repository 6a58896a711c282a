package io.sluice.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * How many cores other programs, and other guests of the host, used during a measurement: tells
 * which figures are not reliable. Known on Linux only.
 */
public final class OtherLoad {

  private static final Path STATISTICS = Path.of("/proc/stat");

  /** The unit of /proc/stat, whatever the kernel's own tick is. */
  private static final double TICKS_PER_SECOND = 100;

  /** Columns of the first line that count idle time: idle, and idle while waiting for a disk. */
  private static final int IDLE = 3;

  private static final int WAITING = 4;

  /** Columns up to the time stolen by other guests; the later ones are contained in these. */
  private static final int COLUMNS = 8;

  private final double busy;
  private final double own;
  private final long time;

  private OtherLoad() throws IOException {
    busy = busySeconds();
    own = ownSeconds();
    time = System.nanoTime();
  }

  public static OtherLoad watch() throws IOException {
    return new OtherLoad();
  }

  public OptionalDouble cores() throws IOException {
    if (Double.isNaN(busy)) {
      return OptionalDouble.empty();
    }
    var now = new OtherLoad();
    double seconds = (now.time - time) / 1e9;
    return OptionalDouble.of(Math.max(0, (now.busy - busy - (now.own - own)) / seconds));
  }

  /** CPU time of this process and its running descendants. */
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
