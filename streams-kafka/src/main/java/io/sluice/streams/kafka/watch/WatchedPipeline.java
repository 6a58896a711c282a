package io.sluice.streams.kafka.watch;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.slot.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * A pipeline whose workers run in other processes: shows what they report, and passes orders on to
 * them. Records are counted from when the workers began that run now or have ended since this
 * began. The pipeline cannot be ended from here.
 */
public final class WatchedPipeline implements Running {

  /** A worker reports every second; one that has been silent for longer than this has ended. */
  private static final long SILENT_NANOS = Duration.ofSeconds(4).toNanos();

  /** Rates are those of the last one to two of these. */
  private static final long RATE_MILLIS = 1_000;

  private final InternalTopics topics;
  private final KafkaProducer<byte[], byte[]> orders;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** What a worker has reported last, and some time before that. */
  private record Heard(Activity before, Activity last, long at) {

    Heard next(Activity newest) {
      boolean old = newest.millis() - before.millis() >= 2 * RATE_MILLIS;
      return new Heard(old ? last : before, newest, System.nanoTime());
    }

    double seconds() {
      return (last.millis() - before.millis()) / 1e3;
    }
  }

  // Guarded by this.
  private final Map<String, Heard> workers = new TreeMap<>();

  /** What the workers that have ended have reported last. */
  private final Map<String, Activity> former = new HashMap<>();

  /** When the first worker began that was heard of, as {@link System#nanoTime}. */
  private OptionalLong begin = OptionalLong.empty();

  WatchedPipeline(InternalTopics topics, KafkaProducer<byte[], byte[]> orders) {
    this.topics = topics;
    this.orders = orders;
  }

  synchronized void hear(String worker, Activity activity) {
    long began = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(activity.millis());
    begin = OptionalLong.of(begin.isEmpty() ? began : Math.min(begin.getAsLong(), began));
    former.remove(worker); // It was silent, and runs nevertheless.
    var known = Optional.ofNullable(workers.get(worker));
    workers.put(
        worker,
        known
            .map(heard -> heard.next(activity))
            .orElseGet(() -> new Heard(activity, activity, System.nanoTime())));
  }

  /** A worker has ended. */
  synchronized void forget(String worker) {
    Optional.ofNullable(workers.remove(worker)).ifPresent(heard -> former.put(worker, heard.last));
  }

  /** The sum of something over all workers, also those that have ended. */
  private long sum(ToLongFunction<Activity> what) {
    return Stream.concat(former.values().stream(), workers.values().stream().map(Heard::last))
        .mapToLong(what)
        .sum();
  }

  private void forgetSilent() {
    long now = System.nanoTime();
    var silent =
        workers.entrySet().stream()
            .filter(each -> now - each.getValue().at > SILENT_NANOS)
            .map(Map.Entry::getKey)
            .toList();
    silent.forEach(this::forget);
  }

  /** The names of the workers that run now. */
  public synchronized List<String> workers() {
    forgetSilent();
    return List.copyOf(workers.keySet());
  }

  @Override
  public synchronized Snapshot snapshot() {
    forgetSilent();
    var heard = List.copyOf(workers.values());
    var informed = heard.stream().map(Heard::last).max(Comparator.comparingLong(Activity::actions));
    var operators = new ArrayList<Snapshot.OfOperator>();
    for (var each : informed.map(Activity::operators).orElse(List.of())) {
      operators.add(operator(operators.size(), each, heard));
    }
    return new Snapshot(
        topics.pipeline(),
        state(),
        begin.isEmpty() ? 0 : (System.nanoTime() - begin.getAsLong()) / 1e9,
        sum(Activity::recordsIn),
        sum(Activity::recordsOut),
        0,
        informed.map(Activity::actions).orElse(0L),
        operators);
  }

  /** All workers run the same graph, so an operator has the same index in all of them. */
  private Snapshot.OfOperator operator(int index, Activity.OfOperator informed, List<Heard> heard) {
    double rate = 0;
    double busy = 0;
    var instances = new ArrayList<Snapshot.OfInstance>();
    var actions = new ArrayList<Snapshot.Action>();
    for (Heard worker : heard) {
      var now = worker.last.operators().get(index);
      var before = worker.before.operators().get(index);
      if (worker.seconds() > 0) {
        rate += (now.records() - before.records()) / worker.seconds();
        busy += (now.workedMicros() - before.workedMicros()) / 1e6 / worker.seconds();
      }
      now.each().stream().map(Activity.OfInstance::toInstance).forEach(instances::add);
      now.last().stream().map(Activity.OfAction::toAction).forEach(actions::add);
    }
    instances.sort(Comparator.comparingInt(Snapshot.OfInstance::number));
    actions.sort(Comparator.comparing(Snapshot.Action::at));
    return new Snapshot.OfOperator(
        informed.name(),
        informed.receivers(),
        informed.keyed(),
        informed.min(),
        informed.max(),
        informed.instances(),
        sum(each -> each.operators().get(index).records()),
        sum(each -> each.operators().get(index).emitted()),
        sum(each -> each.operators().get(index).deadLetters()),
        rate,
        instances.stream().mapToLong(Snapshot.OfInstance::waiting).sum(),
        Math.clamp(busy / Math.max(1, informed.instances()), 0, 1),
        0,
        Long.MIN_VALUE,
        instances,
        actions);
  }

  private Snapshot.OfOperator find(String operator) {
    return snapshot().operators().stream()
        .filter(each -> each.name().equals(operator))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "pipeline '%s' has no operator '%s' that runs now"
                        .formatted(topics.pipeline(), operator)));
  }

  /**
   * {@inheritDoc}
   *
   * @return completes when the workers have been told
   */
  @Override
  public CompletableFuture<Void> scale(String operator, int instances) {
    var found = find(operator);
    if (instances < found.min() || instances > found.max()) {
      throw new IllegalArgumentException(
          "operator '%s' has from %d to %d instances, not %d"
              .formatted(operator, found.min(), found.max(), instances));
    }
    return tell(found, Optional.of(instances));
  }

  @Override
  public void release(String operator) {
    var _ = tell(find(operator), Optional.empty());
  }

  /** The keepers have the first slots, in the order of the operators. */
  private CompletableFuture<Void> tell(Snapshot.OfOperator operator, Optional<Integer> instances) {
    var names = snapshot().operators().stream().map(Snapshot.OfOperator::name).toList();
    var partition = topics.control(names.indexOf(operator.name()));
    var written = new CompletableFuture<Void>();
    var _ =
        orders.send(
            new ProducerRecord<>(
                partition.topic(), partition.partition(), null, Slot.goal(instances)),
            (_, failure) -> {
              if (failure == null) {
                written.complete(null);
              } else {
                written.completeExceptionally(failure);
              }
            });
    return written;
  }

  @Override
  public State state() {
    return closed.getCount() == 0 ? State.DONE : State.RUNNING;
  }

  @Override
  public void await() throws InterruptedException {
    closed.await();
  }

  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    return closed.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public Optional<PipelineFailedException> failure() {
    return Optional.empty();
  }

  @Override
  public void stop() {
    throw elsewhere();
  }

  @Override
  public void kill() {
    throw elsewhere();
  }

  private UnsupportedOperationException elsewhere() {
    return new UnsupportedOperationException(
        "the workers of '%s' run in other processes: end them there".formatted(topics.pipeline()));
  }

  /** Is watched no longer; the workers go on. */
  @Override
  public void close() {
    closed.countDown();
  }
}
