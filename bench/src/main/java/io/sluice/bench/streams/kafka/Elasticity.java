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

/**
 * How long scaling, new workers, departing and crashed ones are felt at the sink, while records
 * come in at a steady rate.
 */
final class Elasticity {

  static final String MOVED = "median gap of keys that move";
  static final String STAYED = "median gap of keys that stay";
  static final String WITHOUT = "median gap without a move";
  static final String NEWBORN = "from the order to the first result of the newcomer";
  static final String FIRST_RECORD = "from the order to the first record at the newcomer";
  static final String SHARE = "a worker starts until it runs its share";
  static final String MEANWHILE = "longest time without a result of a key meanwhile";
  private static final int MOVES = 5;

  /** The first ones run code that the JVM has not compiled yet. */
  private static final int WARM_UP_MOVES = 5;

  private final String brokers;
  private final Load load;
  private int names;

  Elasticity(String brokers) {
    this.brokers = brokers;
    this.load = new Load(brokers);
  }

  private Traffic traffic(int megabytes) throws InterruptedException, ExecutionException {
    return new Traffic(load, "elastic-" + ++names, megabytes);
  }

  private Worker start(Traffic traffic) {
    return Elastic.start(
        traffic.name(), brokers, traffic.in(), traffic.out(), Traffic.COMMIT, Elastic.LEASE);
  }

  /** Gaps of keys that move and of those that do not, with that much state; and without a move. */
  List<Figure> scaling(int megabytes)
      throws InterruptedException, ExecutionException, TimeoutException {
    var moves = new Moves();
    double without;
    try (var traffic = traffic(megabytes);
        var worker = start(traffic)) {
      traffic.begin();
      for (int move = 0; move < WARM_UP_MOVES; move++) {
        new Moves().measure(traffic, worker);
      }
      traffic.gaps().begin();
      Thread.sleep(Traffic.SETTLE);
      without = traffic.gaps().median(false);
      for (int move = 0; move < MOVES; move++) {
        moves.measure(traffic, worker);
      }
    }
    return List.of(
        Figure.of(Figure.scaling(megabytes, MOVED), moves.moved),
        Figure.of(Figure.scaling(megabytes, STAYED), moves.stayed),
        Figure.of(Figure.scaling(megabytes, WITHOUT), List.of(without)),
        Figure.of(Figure.scaling(megabytes, FIRST_RECORD), moves.record),
        Figure.of(Figure.scaling(megabytes, NEWBORN), moves.result));
  }

  /** What was measured while half of the keys moved to another bundle. */
  private static final class Moves {
    private final List<Double> moved = new ArrayList<>();
    private final List<Double> stayed = new ArrayList<>();
    private final List<Double> record = new ArrayList<>();
    private final List<Double> result = new ArrayList<>();

    void measure(Traffic traffic, Worker worker)
        throws InterruptedException, ExecutionException, TimeoutException {
      traffic.gaps().begin();
      traffic.gaps().await("1");
      Elastic.awaitFirst("1");
      long begin = System.nanoTime();
      worker.scale("hold", 2).get(Traffic.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      Traffic.waitFor(() -> traffic.gaps().seen().isPresent());
      result.add((traffic.gaps().seen().orElseThrow() - begin) / 1e6);
      record.add((Elastic.first("1").orElseThrow() - begin) / 1e6);
      Thread.sleep(Duration.ofSeconds(1));
      moved.add(traffic.gaps().median(true));
      stayed.add(traffic.gaps().median(false));
      worker.scale("hold", 1).get(Traffic.PATIENCE.toSeconds(), TimeUnit.SECONDS);
      Thread.sleep(Duration.ofSeconds(1));
    }
  }

  /** A second worker begins, takes its share, and the first departs in an orderly way. */
  List<Figure> workers() throws InterruptedException, ExecutionException {
    var taking = new ArrayList<Double>();
    var gapOfTaking = new ArrayList<Double>();
    var gapOfLeaving = new ArrayList<Double>();
    try (var traffic = traffic(0)) {
      var working = start(traffic);
      try {
        traffic.begin();
        for (int round = 0; round < MOVES; round++) {
          traffic.gaps().begin();
          long begin = System.nanoTime();
          var next = start(traffic);
          Traffic.waitFor(() -> next.bundles() == 1);
          taking.add((System.nanoTime() - begin) / 1e6);
          Thread.sleep(Traffic.SETTLE);
          gapOfTaking.add(traffic.gaps().longestOfAKey());
          traffic.gaps().begin();
          working.stop();
          working.close();
          working = next;
          Traffic.waitFor(() -> next.bundles() == 2);
          Thread.sleep(Traffic.SETTLE);
          gapOfLeaving.add(traffic.gaps().longestOfAKey());
        }
      } finally {
        working.close();
      }
    }
    return List.of(
        Figure.of(SHARE, taking),
        Figure.of(MEANWHILE, gapOfTaking),
        Figure.of("longest time without a result of a key as a worker departs", gapOfLeaving));
  }

  static String crashed(String with) {
    return "longest time without a result of a key after kill -9, " + with;
  }

  /** The worker that runs everything is killed; another process takes over. */
  List<Figure> crash() throws IOException, InterruptedException, ExecutionException {
    return List.of(
        Figure.of(crashed("lease 1 s"), crashes(Duration.ofSeconds(1))),
        Figure.of(crashed("lease 2 s"), crashes(Duration.ofSeconds(2))));
  }

  private List<Double> crashes(Duration lease)
      throws IOException, InterruptedException, ExecutionException {
    var gaps = new ArrayList<Double>();
    for (int round = 0; round < 3; round++) {
      try (var traffic = traffic(0)) {
        var first = launch(traffic, lease);
        traffic.begin();
        var second = launch(traffic, lease);
        Thread.sleep(Duration.ofSeconds(12));
        traffic.gaps().begin();
        first.destroyForcibly().waitFor();
        Thread.sleep(Duration.ofSeconds(8));
        gaps.add(traffic.gaps().longestOfAKey());
        second.destroyForcibly().waitFor();
      }
    }
    return gaps;
  }

  private Process launch(Traffic traffic, Duration lease) throws IOException {
    return launch(
        Elastic.class,
        traffic.name(),
        brokers,
        traffic.in(),
        traffic.out(),
        Long.toString(Traffic.COMMIT.toMillis()),
        Long.toString(lease.toMillis()));
  }

  /** Launches a process that runs a class with these arguments. */
  static Process launch(Class<?> main, String... arguments) throws IOException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx512m",
            "-XX:+UseSerialGC",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
