package io.sluice.bench.streams.kafka;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.kafka.Kafka;
import io.sluice.streams.kafka.TopicSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import org.apache.kafka.common.serialization.Serdes;

/**
 * How an operator that decides by its load follows a load that rises fourfold, and whether it stays
 * as it is while a load is steady but for noise. Its function sleeps, so what an instance can do
 * depends on the function and hardly on the machine.
 */
final class Settling {

  private static final Duration SLEEP = Duration.ofMillis(4);

  /** An instance that sleeps that long each time can do somewhat less than this in a second. */
  private static final int CAPACITY = 240;

  private static final int LOW = CAPACITY / 2;
  private static final int HIGH = 4 * LOW;
  private static final int MOST = 6;
  private static final int STEPS = 5;
  private static final Duration AFTER_STEP = Duration.ofSeconds(15);
  private static final Duration LOOK = Duration.ofMillis(10);

  /** The noisy load has another rate this often, up to a fourth more or less. */
  private static final Duration NOISE = Duration.ofMillis(200);

  private static final String TOPIC = "settling";

  /** How the number of instances has followed a rise of the load. */
  private record Rise(double millis, int settled, int tooMany) {}

  /** A number of instances, since when. */
  private record Since(long nanos, int instances) {}

  private final String brokers;
  private final Load load;
  private final Duration steady;
  private volatile IntSupplier rate = () -> LOW;

  /**
   * @param steady for how long the load is steady
   */
  Settling(String brokers, Duration steady) {
    this.brokers = brokers;
    this.load = new Load(brokers);
    this.steady = steady;
  }

  List<Figure> measure() throws InterruptedException, ExecutionException {
    load.topic(TOPIC);
    var ending = new AtomicBoolean();
    var writer = Thread.ofPlatform().start(() -> load.write(TOPIC, () -> rate.getAsInt(), ending));
    try (var running = start()) {
      // In a JVM that has just begun.
      var first = rise(running);
      var rises = new ArrayList<Rise>();
      for (int step = 0; step < STEPS; step++) {
        rises.add(rise(running));
      }
      rate = new Noise();
      Thread.sleep(Traffic.SETTLE);
      var seen = watch(running, steady);
      running.kill();
      return List.of(
          Figure.of(
              "until the number of instances stays, after the load has risen fourfold",
              rises.stream().map(Rise::millis).toList()),
          new Figure(
              "instances then, and how many more there were before",
              "%d, %d"
                  .formatted(
                      rises.getLast().settled(),
                      rises.stream().mapToInt(Rise::tooMany).max().orElse(0))),
          new Figure(
              "the very first rise, in a JVM that has just begun",
              "%.0f ms".formatted(first.millis())),
          new Figure(
              "%d minutes of that load with noise: changes, and changes of direction"
                  .formatted(steady.toMinutes()),
              "%d, %d".formatted(seen.size() - 1, reversals(seen))));
    } finally {
      ending.set(true);
      writer.join();
    }
  }

  private Rise rise(Running running) throws InterruptedException {
    rate = () -> LOW;
    Traffic.waitFor(() -> instances(running) == 1);
    Thread.sleep(Traffic.SETTLE);
    long begin = System.nanoTime();
    rate = () -> HIGH;
    var seen = watch(running, AFTER_STEP);
    int most = seen.stream().mapToInt(Since::instances).max().orElse(0);
    var last = seen.getLast();
    double millis = Math.max(0, last.nanos() - begin) / 1e6;
    return new Rise(millis, last.instances(), most - last.instances());
  }

  private Running start() {
    return Pipeline.named(TOPIC)
        .from("in", TopicSource.of(TOPIC, Serdes.String()))
        .map(
            "work",
            line -> {
              LockSupport.parkNanos(SLEEP.toNanos());
              return line;
            })
        .instances(1, MOST)
        .to("out", Sink.forEach(_ -> {}))
        .on(Kafka.at(brokers).commitEvery(Traffic.COMMIT).bundles(MOST))
        .start();
  }

  private static int instances(Running running) {
    return running.snapshot().operators().stream()
        .filter(each -> each.name().equals("work"))
        .findAny()
        .orElseThrow()
        .instances();
  }

  /** Every number of instances that there is meanwhile, the present one first. */
  private static List<Since> watch(Running running, Duration time) throws InterruptedException {
    var seen = new ArrayList<Since>();
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      int now = instances(running);
      if (seen.isEmpty() || seen.getLast().instances() != now) {
        seen.add(new Since(System.nanoTime(), now));
      }
      Thread.sleep(LOOK);
    }
    return seen;
  }

  private static int reversals(List<Since> seen) {
    int reversals = 0;
    for (int k = 2; k < seen.size(); k++) {
      int before = seen.get(k - 1).instances() - seen.get(k - 2).instances();
      int change = seen.get(k).instances() - seen.get(k - 1).instances();
      reversals += before > 0 == change > 0 ? 0 : 1;
    }
    return reversals;
  }

  /** The same each time. */
  private static final class Noise implements IntSupplier {
    private final Random random = new Random(7);
    private long until = System.nanoTime();
    private int now = HIGH;

    @Override
    public int getAsInt() {
      if (System.nanoTime() - until > 0) {
        until += NOISE.toNanos();
        now = HIGH + random.nextInt(HIGH / 2) - HIGH / 4;
      }
      return now;
    }
  }
}
