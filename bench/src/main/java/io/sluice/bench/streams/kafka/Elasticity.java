package io.sluice.bench.streams.kafka;

import io.sluice.streams.kafka.worker.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * How long scaling, new workers, departing and crashed ones are felt at the sink, while records
 * come in at a steady rate.
 */
final class Elasticity {

  private static final Duration COMMIT = Duration.ofMillis(20);
  private static final Duration SETTLE = Duration.ofSeconds(2);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final double RATE = 5_000;
  private static final int MOVES = 5;

  private final String brokers;
  private final Load load;
  private int names;

  Elasticity(String brokers) {
    this.brokers = brokers;
    this.load = new Load(brokers);
  }

  /** A figure and its unit. */
  record Figure(String what, String value) {}

  /** Records come in and results are watched, while something happens. */
  private final class Traffic implements AutoCloseable {
    final String name = "elastic-" + ++names;
    final String in = name + "-in";
    final String out = name + "-out";
    final Gaps gaps = new Gaps();
    private final AtomicBoolean ending = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();

    Traffic(int megabytes) throws InterruptedException, ExecutionException {
      load.topic(in);
      load.topic(out);
      load.ballast(in, megabytes * 1_000_000 / Elastic.BALLAST);
    }

    Worker start() {
      return Elastic.start(name, brokers, in, out, COMMIT, Elastic.LEASE);
    }

    void begin() throws InterruptedException {
      threads.add(Thread.ofPlatform().start(() -> load.write(in, RATE, Load.FEW_KEYS, ending)));
      threads.add(Thread.ofPlatform().start(() -> load.watch(out, gaps, ending)));
      waitFor(() -> gaps.results() == Load.FEW_KEYS);
      Thread.sleep(SETTLE);
    }

    @Override
    public void close() {
      ending.set(true);
      for (var thread : threads) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  private static void waitFor(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("the pipeline has not come as far as expected");
      }
      Thread.sleep(1);
    }
  }

  /** Gaps of keys that move and of those that do not, with that much state; and without a move. */
  List<Figure> scaling(int megabytes)
      throws InterruptedException, ExecutionException, TimeoutException {
    var moved = new ArrayList<Double>();
    var stayed = new ArrayList<Double>();
    var first = new ArrayList<Double>();
    double without;
    try (var traffic = new Traffic(megabytes);
        var worker = traffic.start()) {
      traffic.begin();
      traffic.gaps.begin();
      Thread.sleep(SETTLE);
      without = traffic.gaps.median(false);
      for (int move = 0; move < MOVES; move++) {
        traffic.gaps.begin();
        traffic.gaps.await("1");
        long begin = System.nanoTime();
        worker.scale("hold", 2).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        waitFor(() -> traffic.gaps.seen().isPresent());
        first.add((traffic.gaps.seen().orElseThrow() - begin) / 1e6);
        Thread.sleep(Duration.ofSeconds(1));
        moved.add(traffic.gaps.median(true));
        stayed.add(traffic.gaps.median(false));
        worker.scale("hold", 1).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        Thread.sleep(Duration.ofSeconds(1));
      }
    }
    String what = "%d MB of state, half of the key groups move: ".formatted(megabytes);
    return List.of(
        new Figure(what + "median gap of keys that move", range(moved)),
        new Figure(what + "median gap of keys that stay", range(stayed)),
        new Figure(what + "median gap without a move", "%.0f ms".formatted(without)),
        new Figure(what + "ordered to first result of the newborn", range(first)));
  }

  private static String range(List<Double> values) {
    var sorted = values.stream().sorted().toList();
    return "%.0f ms (%.0f-%.0f)"
        .formatted(sorted.get(sorted.size() / 2), sorted.getFirst(), sorted.getLast());
  }

  /** A second worker begins, takes its share, and the first departs in an orderly way. */
  List<Figure> workers() throws InterruptedException, ExecutionException {
    var taking = new ArrayList<Double>();
    var gapOfTaking = new ArrayList<Double>();
    var gapOfLeaving = new ArrayList<Double>();
    try (var traffic = new Traffic(0)) {
      var working = traffic.start();
      try {
        traffic.begin();
        for (int round = 0; round < MOVES; round++) {
          traffic.gaps.begin();
          long begin = System.nanoTime();
          var next = traffic.start();
          waitFor(() -> next.bundles() == 1);
          taking.add((System.nanoTime() - begin) / 1e6);
          Thread.sleep(SETTLE);
          gapOfTaking.add(traffic.gaps.longest());
          traffic.gaps.begin();
          working.stop();
          working.close();
          working = next;
          waitFor(() -> next.bundles() == 2);
          Thread.sleep(SETTLE);
          gapOfLeaving.add(traffic.gaps.longest());
        }
      } finally {
        working.close();
      }
    }
    return List.of(
        new Figure("a worker starts until it runs its share", range(taking)),
        new Figure("longest time without a result meanwhile", range(gapOfTaking)),
        new Figure("longest time without a result as a worker departs", range(gapOfLeaving)));
  }

  /** The worker that runs everything is killed; another process takes over. */
  List<Figure> crash() throws IOException, InterruptedException, ExecutionException {
    return List.of(
        new Figure(
            "longest time without a result after kill -9, lease 1 s",
            range(crashes(Duration.ofSeconds(1)))),
        new Figure("the same, lease 2 s", range(crashes(Duration.ofSeconds(2)))));
  }

  private List<Double> crashes(Duration lease)
      throws IOException, InterruptedException, ExecutionException {
    var gaps = new ArrayList<Double>();
    for (int round = 0; round < 3; round++) {
      try (var traffic = new Traffic(0)) {
        var first = launch(traffic, lease);
        traffic.begin();
        var second = launch(traffic, lease);
        Thread.sleep(Duration.ofSeconds(12));
        traffic.gaps.begin();
        first.destroyForcibly().waitFor();
        Thread.sleep(Duration.ofSeconds(8));
        gaps.add(traffic.gaps.longest());
        second.destroyForcibly().waitFor();
      }
    }
    return gaps;
  }

  private Process launch(Traffic traffic, Duration lease) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            Elastic.class.getName(),
            traffic.name,
            brokers,
            traffic.in,
            traffic.out,
            Long.toString(COMMIT.toMillis()),
            Long.toString(lease.toMillis()))
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
