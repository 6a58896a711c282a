package org.example.heat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts three workers, kills the second one half-way, puts another process in its place, and
 * compares the plate with a sequential run.
 */
public final class Heat {

  private static final String STEPS = "300";
  private static final int VICTIM = 1;

  /** So that an error in the program does not restart processes without end. */
  private static final int MOST_STARTS = 8;

  private final String cluster = "heat-" + ProcessHandle.current().pid();
  private final long steps;
  private final Set<Process> running = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean killed = new AtomicBoolean();
  private final AtomicInteger starts = new AtomicInteger();

  private Heat(long steps) {
    this.steps = steps;
  }

  static void main(String[] args) throws IOException, InterruptedException {
    long steps = Long.parseLong(args.length == 0 ? STEPS : args[0]);
    boolean equal = Arrays.deepEquals(run(steps), Plate.sequential(steps));
    System.out.println(equal ? "equal to the sequential run" : "not equal to the sequential run");
    System.exit(equal ? 0 : 1);
  }

  /** The plate after some steps, computed by three processes of which one is killed. */
  static double[][] run(long steps) throws IOException, InterruptedException {
    var heat = new Heat(steps);
    try {
      return heat.run();
    } finally {
      heat.running.forEach(Process::destroyForcibly);
    }
  }

  private double[][] run() throws InterruptedException {
    // A member itself: it has copies, also when all workers have ended.
    try (var sluice = Worker.join(cluster)) {
      var workers = new ArrayList<CompletableFuture<Void>>();
      for (int index = 0; index < Plate.STRIPS; index++) {
        int strip = index;
        var ready = new CountDownLatch(1);
        workers.add(
            CompletableFuture.runAsync(() -> supervise(strip, ready), Thread::startVirtualThread));
        ready.await();
      }
      workers.forEach(CompletableFuture::join);
      var plate = new double[Plate.STRIPS * Plate.ROWS][];
      for (int index = 0; index < Plate.STRIPS; index++) {
        try (var view = Worker.strip(sluice, index).requestRead().acquire()) {
          System.arraycopy(Layout.strip(view.segment()), 0, plate, index * Plate.ROWS, Plate.ROWS);
        }
      }
      return plate;
    }
  }

  /** Starts a worker, and another one whenever it ends before its strip is computed. */
  private void supervise(int strip, CountDownLatch ready) {
    try {
      while (watch(start(strip), strip, ready) != 0) {
        System.out.println("replacing process " + strip);
        if (starts.incrementAndGet() > MOST_STARTS) {
          throw new IllegalStateException("too many processes have ended early");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ready.countDown();
    }
  }

  /** Reads what a worker says, and kills the victim half-way; returns the exit code. */
  private int watch(Process worker, int strip, CountDownLatch ready)
      throws IOException, InterruptedException {
    running.add(worker);
    try (var out = worker.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        ready.countDown();
        boolean halfWay = line.equals("step " + steps / 2);
        if (strip == VICTIM && halfWay && killed.compareAndSet(false, true)) {
          worker.toHandle().destroyForcibly(); // The other one would close the reader.
          System.out.println("killed process " + strip + " at " + line);
        }
      }
    }
    int code = worker.waitFor();
    running.remove(worker);
    return code;
  }

  private Process start(int strip) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            Worker.class.getName(),
            cluster,
            Integer.toString(strip),
            Long.toString(steps))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }
}
