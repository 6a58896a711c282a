package io.sluice.cli.demo;

import io.sluice.broker.KafkaBroker;
import io.sluice.page.pipeline.Load;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.Snapshot.OfOperator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;

/**
 * The demo on Kafka: a broker and three workers as processes of their own. Orders are written to a
 * topic, the workers run the pipeline exactly once, and this process reads the results and counts
 * them. A killed worker is replaced. How many instances there are the operators decide themselves,
 * by their load.
 */
public final class KafkaDemo implements Load, Running {

  private static final int WORKERS = 3;
  private static final double LEAST_RATE = 150;
  private static final double WAVE = 600;

  private static final Duration LOOK = Duration.ofMillis(500);

  /** Longer than a lease and the start of a worker on a busy machine. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private static final Duration LONGEST_START = Duration.ofMinutes(2);

  private static final String[] OPERATORS = {"orders", "read", "totals", "send", "out"};

  private final KafkaBroker broker;
  private final Wave wave = new Wave(LEAST_RATE, WAVE);
  private final Arrivals arrivals = new Arrivals();
  private final OrderTopics topics;
  private final Thread replacing;
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile State state = State.RUNNING;

  // Guarded by this.
  private final List<WorkerProcess> workers = new ArrayList<>();
  private final long[] ofFormer = new long[OPERATORS.length];
  private int started;
  private int crashes;
  private long actions;

  private KafkaDemo(KafkaBroker broker) throws InterruptedException {
    this.broker = broker;
    this.topics = new OrderTopics(broker.bootstrapServers(), wave, arrivals);
    replace();
    this.replacing = Thread.ofVirtual().name("replaces workers").start(this::keepUp);
  }

  /**
   * Starts broker and workers, and returns when a first order has gone all the way: some seconds.
   *
   * @param given whether to wait no longer
   * @throws UncheckedIOException if the broker does not start
   * @throws IllegalStateException if the workers do not run within a minute or two
   */
  public static KafkaDemo start(BooleanSupplier given) throws InterruptedException {
    KafkaDemo demo;
    try {
      demo = new KafkaDemo(KafkaBroker.start());
    } catch (IOException e) {
      throw new UncheckedIOException("the broker could not be started: " + e.getMessage(), e);
    }
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (demo.arrivals.distinct() == 0 && !given.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        demo.close();
        throw new IllegalStateException(
            "the workers have processed nothing within %d seconds: is this machine very busy?"
                .formatted(LONGEST_START.toSeconds()));
      }
      var _ = demo.over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
    demo.topics.begin();
    return demo;
  }

  // Workers

  /** Starts workers until there are enough. */
  private synchronized void replace() {
    for (var gone : workers.stream().filter(each -> !each.isAlive()).toList()) {
      gone.latest().ifPresent(this::keep);
      workers.remove(gone);
    }
    while (workers.size() < WORKERS) {
      workers.add(new WorkerProcess("worker-" + ++started, broker.bootstrapServers()));
    }
  }

  /** Remembers what a worker had done that has ended. */
  private void keep(JsonNode last) {
    for (int k = 0; k < OPERATORS.length; k++) {
      ofFormer[k] += last.path("operators").path(k).path("records").asLong(0);
    }
  }

  private void keepUp() {
    try {
      while (!over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        replace();
      }
    } catch (InterruptedException e) {
      // The demo ends.
    }
  }

  @Override
  public synchronized List<String> workers() {
    return workers.stream().filter(WorkerProcess::isAlive).map(WorkerProcess::name).toList();
  }

  @Override
  public synchronized void kill(String worker) {
    var named =
        workers.stream()
            .filter(each -> each.name().equals(worker) && each.isAlive())
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("there is no worker '%s'".formatted(worker)));
    named.kill();
    crashes++;
  }

  @Override
  public synchronized int crashes() {
    return crashes;
  }

  // Load

  @Override
  public double factor() {
    return wave.factor();
  }

  @Override
  public void change(double factor) {
    wave.change(factor);
  }

  @Override
  public void burst() {
    wave.burst();
  }

  @Override
  public Found found() {
    long lost = state == State.DONE ? topics.sent() - arrivals.distinct() : 0;
    return new Found(lost, arrivals.doubled(), arrivals.outOfOrder());
  }

  // Running

  @Override
  public State state() {
    return state;
  }

  @Override
  public void await() throws InterruptedException {
    over.await();
  }

  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    return over.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public Optional<PipelineFailedException> failure() {
    return Optional.empty();
  }

  /** Writes no more orders, waits until all have arrived, and ends the workers. */
  @Override
  public void stop() throws InterruptedException {
    topics.stopWriting();
    state = State.DRAINING;
    long before = arrivals.distinct();
    long end = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (arrivals.distinct() < topics.sent() && System.nanoTime() - end < 0) {
      if (arrivals.distinct() != before) {
        before = arrivals.distinct();
        end = System.nanoTime() + LONGEST_WAIT.toNanos();
      }
      var _ = over.await(LOOK.toMillis(), TimeUnit.MILLISECONDS);
    }
    end(State.DONE);
  }

  @Override
  public void kill() {
    end(State.KILLED);
  }

  private void end(State how) {
    if (state == State.RUNNING || state == State.DRAINING) {
      state = how;
    }
    over.countDown();
  }

  @Override
  public CompletableFuture<Void> scale(String operator, int instances) {
    if (!KafkaOrders.ELASTIC.contains(operator)
        || instances < 1
        || instances > KafkaOrders.MOST_INSTANCES) {
      throw new IllegalArgumentException(
          "%s have from 1 to %d instances"
              .formatted(String.join(" and ", KafkaOrders.ELASTIC), KafkaOrders.MOST_INSTANCES));
    }
    tell("scale %s %d".formatted(operator, instances));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public void release(String operator) {
    tell("release " + operator);
  }

  /** Tells a worker that runs; it passes the order on to the operator. */
  private synchronized void tell(String order) {
    workers.stream()
        .filter(each -> each.isAlive() && each.latest().isPresent())
        .findFirst()
        .ifPresent(worker -> worker.tell(order));
  }

  @Override
  public synchronized Snapshot snapshot() {
    var said = workers.stream().map(WorkerProcess::latest).flatMap(Optional::stream).toList();
    // The one that has heard most.
    var informed =
        said.stream().max((one, other) -> Long.compare(actionsOf(one), actionsOf(other)));
    actions = Math.max(actions, informed.map(KafkaDemo::actionsOf).orElse(0L));
    var operators = new ArrayList<OfOperator>();
    for (int k = 0; k < OPERATORS.length; k++) {
      operators.add(operator(k, said, informed));
    }
    return new Snapshot(
        KafkaOrders.NAME,
        state,
        topics.seconds(),
        topics.sent(),
        arrivals.all(),
        arrivals.longestGapMillis(),
        actions,
        operators);
  }

  private static long actionsOf(JsonNode said) {
    return said.path("actions").asLong(0);
  }

  private OfOperator operator(int index, List<JsonNode> said, Optional<JsonNode> informed) {
    String name = OPERATORS[index];
    boolean elastic = KafkaOrders.ELASTIC.contains(name);
    long records = ofFormer[index];
    double busy = 0;
    for (var each : said) {
      var mine = each.path("operators").path(index);
      records += mine.path("records").asLong(0);
      busy += mine.path("busy").asDouble(0);
    }
    int instances =
        informed
            .map(each -> each.path("operators").path(index).path("instances").asInt(1))
            .orElse(1);
    return new OfOperator(
        name,
        index + 1 < OPERATORS.length ? List.of(OPERATORS[index + 1]) : List.of(),
        name.equals("totals"),
        1,
        elastic ? KafkaOrders.MOST_INSTANCES : 1,
        instances,
        records,
        records,
        0,
        records / Math.max(1, topics.seconds()),
        each(index, said).stream().mapToLong(Snapshot.OfInstance::waiting).sum(),
        Math.min(1, busy / instances),
        0,
        Long.MIN_VALUE,
        each(index, said),
        actions(index, said));
  }

  private static List<Snapshot.OfInstance> each(int index, List<JsonNode> said) {
    var all = new ArrayList<Snapshot.OfInstance>();
    for (var worker : said) {
      for (var one : worker.path("operators").path(index).path("each")) {
        all.add(
            new Snapshot.OfInstance(
                one.path("number").asInt(0),
                one.path("records").asLong(0),
                one.path("worked").asDouble(0),
                one.path("waiting").asLong(0),
                one.path("inside").asBoolean(false)));
      }
    }
    return all;
  }

  /** Each worker knows those that were decided in it. */
  private static List<Snapshot.Action> actions(int index, List<JsonNode> said) {
    var all = new ArrayList<Snapshot.Action>();
    for (var worker : said) {
      for (var one : worker.path("operators").path(index).path("last")) {
        all.add(
            new Snapshot.Action(
                Instant.ofEpochMilli(one.path("at").asLong(0)),
                Snapshot.Kind.valueOf(one.path("kind").asString("DUPLICATED")),
                one.path("instances").asInt(0),
                one.path("millis").asDouble(0),
                one.path("cause").asString("")));
      }
    }
    all.sort(Comparator.comparing(Snapshot.Action::at));
    return all;
  }

  @Override
  public void close() {
    end(State.KILLED);
    replacing.interrupt();
    topics.close();
    synchronized (this) {
      workers.forEach(WorkerProcess::close);
    }
    try {
      broker.close();
    } catch (IOException e) {
      throw new UncheckedIOException("the broker's folder could not be removed", e);
    }
  }
}
