package io.sluice.bench.streams.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/** Records come in at a steady rate and results are watched, while something happens. */
final class Traffic implements AutoCloseable {

  static final Duration COMMIT = Duration.ofMillis(20);
  static final Duration SETTLE = Duration.ofSeconds(2);
  static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final double RATE = 5_000;

  private final Load load;
  private final String name;
  private final Gaps gaps = new Gaps();
  private final AtomicBoolean ending = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();

  /**
   * Makes two topics.
   *
   * @param megabytes how much state there is from the beginning
   */
  Traffic(Load load, String name, int megabytes) throws InterruptedException, ExecutionException {
    this.load = load;
    this.name = name;
    load.topic(in());
    load.topic(out());
    load.ballast(in(), megabytes * 1_000_000 / Elastic.BALLAST);
  }

  String name() {
    return name;
  }

  String in() {
    return name + "-in";
  }

  String out() {
    return name + "-out";
  }

  Gaps gaps() {
    return gaps;
  }

  /** Begins, and waits until each key has results. */
  void begin() throws InterruptedException {
    threads.add(Thread.ofPlatform().start(() -> load.write(in(), RATE, Load.FEW_KEYS, ending)));
    threads.add(Thread.ofPlatform().start(() -> load.watch(out(), gaps, ending)));
    waitFor(() -> gaps.results() == Load.FEW_KEYS);
    Thread.sleep(SETTLE);
  }

  static void waitFor(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("the pipeline has not come as far as expected");
      }
      Thread.sleep(1);
    }
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
