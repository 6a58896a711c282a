package io.sluice.streams.kafka.worker;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Instances;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.bundle.Bundle;
import io.sluice.streams.kafka.bundle.Clients;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.bundle.Options;
import io.sluice.streams.kafka.bundle.Room;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.plan.Plan;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Job;
import io.sluice.streams.kafka.slot.Slot;
import io.sluice.streams.kafka.watch.Activity;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pipeline on Kafka, as far as this process runs it. */
public final class Worker implements Running {

  private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

  private final Job job;

  /** For each source how many partitions its topic has, by operator. */
  private final Map<Integer, Integer> partitions;

  private final InternalTopics topics;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> orders;
  private final StatusLog status;
  private final Knowledge known;
  private final Placement placement;
  private final Upkeep upkeep;
  private final CountDownLatch over = new CountDownLatch(1);
  private final long begin = System.nanoTime();
  private volatile State state = State.RUNNING;

  /** SIGTERM and Ctrl-C let it hand over what it runs. */
  private final Thread onExit = new Thread(this::close, "sluice-worker-exit");

  private final Object closing = new Object();
  private boolean closed;
  private Optional<PipelineFailedException> failure = Optional.empty();

  private Worker(
      Job job,
      Options options,
      Clients clients,
      Admin admin,
      InternalTopics topics,
      Map<Integer, Integer> partitions) {
    this.job = job;
    this.partitions = partitions;
    this.topics = topics;
    this.admin = admin;
    this.known = new Knowledge(job);
    this.status = new StatusLog(clients, topics);
    var room = new Room();
    boolean made = false;
    try {
      Checks.requireSame(
          topics.pipeline(), status.found(job.plan().shape(), this::learn), job.plan().shape());
      this.placement =
          new Placement(
              topics,
              job.plan().bundles(),
              options,
              clients,
              (number, onReady) ->
                  new Bundle(number, job, topics, options, admin, room, onReady, this::failed),
              () -> Activity.of(snapshot()));
      made = true;
    } finally {
      if (!made) {
        status.close();
      }
    }
    this.orders = clients.plainProducer();
    this.upkeep = new Upkeep(admin, topics, job.plan(), room);
  }

  /**
   * Starts a worker.
   *
   * @throws IllegalArgumentException if the pipeline cannot run on Kafka
   * @throws IllegalStateException if no broker answers
   */
  public static Worker start(Graph graph, Options options) {
    Checks.check(graph);
    var topics = new InternalTopics(graph.name());
    var clients = new Clients(options);
    var plan = new Plan(graph, options.bundles());
    var format = new RecordFormat(options.serdes(), Thread.currentThread().getContextClassLoader());
    var admin = clients.admin();
    boolean started = false;
    try {
      Checks.requireBroker(options.brokers(), admin);
      Checks.checkTopics(graph, admin);
      var partitions = Checks.partitions(graph, admin);
      topics.make(admin, plan.size());
      var worker = new Worker(new Job(plan, format), options, clients, admin, topics, partitions);
      worker.begin();
      started = true;
      return worker;
    } finally {
      if (!started) {
        admin.close();
      }
    }
  }

  private void begin() {
    Runtime.getRuntime().addShutdownHook(onExit);
    status.follow(topics.pipeline() + "/status", this::hear);
    upkeep.start();
    job.places(placement);
    placement.start();
    if (known.isEnded()) {
      end(State.DONE);
    }
  }

  private void learn(Status news) {
    known.hear(news);
    if (news instanceof Status.Instances(int operator, var slots)) {
      job.hear(operator, slots);
    }
  }

  /** What all workers hear. */
  private void hear(Status news) {
    learn(news);
    if (news instanceof Status.Failed(String operator, String message)) {
      fail(
          PipelineFailedException.without("", topics.pipeline(), operator, new Elsewhere(message)));
    }
    if (known.isEnded()) {
      placement.stop();
      end(State.DONE);
    }
  }

  /** A failure in another worker, of which only the text is known here. */
  private static final class Elsewhere extends RuntimeException {
    Elsewhere(String message) {
      super(message, null, false, false);
    }

    @Override
    @SuppressWarnings("OverrideThrowableToString") // the text names the class of the cause
    public String toString() {
      return String.valueOf(getMessage());
    }
  }

  /** A function has failed here: all workers end. */
  private void failed(PipelineFailedException why) {
    LOG.error("{}", why.getMessage(), why);
    fail(why);
    var cause = Optional.ofNullable(why.getCause()).orElse(why);
    String text = String.valueOf(cause);
    try {
      status.tell(
          new Status.Failed(why.operator(), text.substring(0, Math.min(text.length(), 1_000))));
    } catch (RuntimeException e) {
      LOG.warn("pipeline '{}': the others cannot be told", topics.pipeline(), e);
    }
  }

  private void fail(PipelineFailedException why) {
    synchronized (this) {
      if (state != State.RUNNING) {
        return;
      }
      failure = Optional.of(why);
      state = State.FAILED;
    }
    placement.kill();
    over.countDown();
  }

  private synchronized void end(State how) {
    if (state == State.RUNNING || state == State.DRAINING) {
      state = how;
    }
    over.countDown();
  }

  @Override
  public State state() {
    return state;
  }

  @Override
  public void await() throws InterruptedException {
    over.await();
    throwIfNotDone();
  }

  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    if (!over.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      return false;
    }
    throwIfNotDone();
    return true;
  }

  private void throwIfNotDone() {
    var why = failure();
    if (why.isPresent()) {
      throw why.get();
    }
    if (state == State.KILLED) {
      throw new IllegalStateException("the worker was killed");
    }
  }

  @Override
  public synchronized Optional<PipelineFailedException> failure() {
    return failure;
  }

  /**
   * This worker ends: each of its bundles goes on here until another worker is ready to run it,
   * then what it has processed is committed, and it is handed over. The pipeline goes on in the
   * other workers, or when the next one is started.
   */
  @Override
  public void stop() throws InterruptedException {
    leave();
    throwIfNotDone();
  }

  private void leave() throws InterruptedException {
    synchronized (this) {
      if (state == State.RUNNING) {
        state = State.DRAINING;
      }
    }
    placement.stop();
    placement.awaitEnd();
    end(State.DONE);
  }

  /** This worker ends at once; what it has not committed is processed by another one. */
  @Override
  public void kill() {
    placement.kill();
    end(State.KILLED);
  }

  @Override
  public CompletableFuture<Void> scale(String operator, int instances) {
    int index = indexOf(operator);
    var limits = job.plan().graph().operators().get(index).instances();
    if (instances < limits.min() || instances > limits.max()) {
      throw new IllegalArgumentException(
          "operator '%s' has from %d to %d instances, not %d"
              .formatted(operator, limits.min(), limits.max(), instances));
    }
    checkSource(index, instances);
    var reached = known.when(index, instances);
    tell(index, Optional.of(instances));
    return reached;
  }

  /** Each instance of a source reads at least one partition, and none of a bounded one goes. */
  private void checkSource(int index, int instances) {
    var operator = job.plan().graph().operators().get(index);
    if (operator.logic() instanceof Logic.Reading(TopicSource<?> source, _)) {
      Checks.requirePartitions(
          operator.name(), instances, partitions.getOrDefault(index, instances));
      if (source.isBounded() && instances < known.instances(index)) {
        throw new IllegalArgumentException(
            "source '%s' reads its topic up to the end: it can get more instances, not fewer"
                .formatted(operator.name()));
      }
    }
  }

  /** How many instances an operator can be told to have now. */
  private Instances limits(int index) {
    var operator = job.plan().graph().operators().get(index);
    var declared = operator.instances();
    if (operator.logic() instanceof Logic.Reading(TopicSource<?> source, _)) {
      int most = Math.min(declared.max(), partitions.getOrDefault(index, declared.max()));
      int least = source.isBounded() ? known.instances(index) : declared.min();
      return new Instances(Math.min(least, most), most);
    }
    return declared;
  }

  @Override
  public void release(String operator) {
    tell(indexOf(operator), Optional.empty());
  }

  private void tell(int operator, Optional<Integer> instances) {
    int keeper = job.plan().slotsOf(operator).getFirst();
    var partition = topics.control(keeper);
    var _ =
        orders.send(
            new ProducerRecord<>(
                partition.topic(), partition.partition(), null, Slot.goal(instances)));
  }

  private int indexOf(String operator) {
    var names = job.plan().graph().operators().stream().map(each -> each.name()).toList();
    int index = names.indexOf(operator);
    if (index < 0) {
      throw new IllegalArgumentException(
          "pipeline '%s' has no operator '%s'; it has %s"
              .formatted(topics.pipeline(), operator, String.join(", ", names)));
    }
    return index;
  }

  /** How many bundles run in this worker. */
  public int bundles() {
    return placement.size();
  }

  /** What changes of the number of instances have cost in this worker. */
  public Counts.Changes changes() {
    var all = Counts.Changes.NONE;
    for (int operator = 0; operator < job.plan().graph().operators().size(); operator++) {
      all = all.plus(job.counts(operator).changes());
    }
    return all;
  }

  @Override
  public Snapshot snapshot() {
    return known.snapshot(state, (System.nanoTime() - begin) / 1e9, this::limits);
  }

  /** This worker ends as with {@link #stop}, if it has not ended yet. */
  @Override
  public void close() {
    synchronized (closing) { // One that comes second, when the JVM ends, waits for the first.
      if (closed) {
        return;
      }
      closed = true;
      if (state != State.KILLED && state != State.FAILED) {
        try {
          leave();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
      placement.close();
      upkeep.close();
      status.close();
      orders.close(Duration.ofSeconds(1));
      admin.close(Duration.ofSeconds(1));
      known.end();
      forgetExit();
    }
  }

  private void forgetExit() {
    try {
      Runtime.getRuntime().removeShutdownHook(onExit);
    } catch (IllegalStateException e) {
      LOG.debug("the JVM ends", e);
    }
  }
}
