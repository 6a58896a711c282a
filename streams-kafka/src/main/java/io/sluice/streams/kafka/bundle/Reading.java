package io.sluice.streams.kafka.bundle;

import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.plan.Plan;
import io.sluice.streams.kafka.slot.Slot;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What a bundle reads: the control and data partitions of its slots, and the partitions of the
 * application's topics that its sources own. A partition is paused while much of it waits here.
 */
final class Reading {

  /** Of a source partition, from that number of records on nothing more is read. */
  private static final int MOST_RECORDS = 4_000;

  /** The same for a data partition, whose records are packs. */
  private static final int MOST_PACKS = 256;

  private final Consumer<byte[], byte[]> consumer;
  private final InternalTopics topics;
  private final Plan plan;
  private final List<Slot> slots;
  private final Room room;
  private final Map<TopicPartition, Slot> sources = new HashMap<>();
  private final Map<TopicPartition, Long> committed = new HashMap<>();
  private final Map<String, List<TopicPartition>> partitions = new HashMap<>();
  private final Map<TopicPartition, Slot> dataOf = new HashMap<>();
  private final Map<TopicPartition, Slot> controlOf = new HashMap<>();

  /** What has been read and not taken, by partition. */
  private final Map<TopicPartition, ArrayDeque<ConsumerRecord<byte[], byte[]>>> read =
      new HashMap<>();

  /** How often all offsets are committed again, since brokers forget what is days old. */
  private static final long REFRESH_NANOS = Duration.ofHours(1).toNanos();

  private Set<TopicPartition> paused = Set.of();
  private long step;

  /** Whether all offsets have been committed here, and when that was last or this began. */
  private boolean complete;

  private long refreshed = System.nanoTime();

  Reading(
      Consumer<byte[], byte[]> consumer,
      InternalTopics topics,
      Plan plan,
      List<Slot> slots,
      Room room) {
    this.consumer = consumer;
    this.topics = topics;
    this.plan = plan;
    this.slots = slots;
    this.room = room;
  }

  /** Begins where the last transaction has ended. */
  void begin() {
    assign();
    slots.stream()
        .filter(slot -> slot.isSource() && slot.isActive())
        .forEach(
            slot -> {
              if (sourceOf(slot).isBounded() && slot.ends().isEmpty()) {
                slot.ends(endsOf(slot));
              }
            });
  }

  /** The application's topics that some slots may read. */
  static List<String> sources(Plan plan, List<Integer> slots) {
    return slots.stream()
        .flatMap(slot -> sourceOf(operatorOf(plan, slot)).stream())
        .map(TopicSource::topic)
        .distinct()
        .toList();
  }

  private static Operator operatorOf(Plan plan, int slot) {
    return plan.graph().operators().get(plan.operatorOf(slot));
  }

  private static Optional<TopicSource<?>> sourceOf(Operator operator) {
    return operator.logic() instanceof Logic.Reading(TopicSource<?> source, _)
        ? Optional.of(source)
        : Optional.empty();
  }

  private TopicSource<?> sourceOf(Slot slot) {
    var operator = operatorOf(plan, slot.number());
    return sourceOf(operator)
        .orElseThrow(
            () -> new IllegalStateException("'%s' is no source".formatted(operator.name())));
  }

  private Map<Integer, Long> endsOf(Slot slot) {
    var ends = new HashMap<Integer, Long>();
    consumer
        .endOffsets(partitionsOf(sourceOf(slot)))
        .forEach((partition, end) -> ends.put(partition.partition(), end));
    return ends;
  }

  private List<TopicPartition> partitionsOf(TopicSource<?> source) {
    return partitions.computeIfAbsent(
        source.topic(),
        topic ->
            consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList());
  }

  /** Reads what the slots own now; those that were read before go on where they are. */
  private void assign() {
    sources.clear();
    for (var slot : slots) {
      controlOf.put(topics.control(slot.number()), slot);
      dataOf.put(topics.data(slot.number()), slot);
      if (slot.isSource()) {
        slot.partitions(partitionsOf(sourceOf(slot)).size());
        partitionsOf(sourceOf(slot)).stream()
            .filter(partition -> slot.owns(partition.partition()))
            .forEach(partition -> sources.put(partition, slot));
      }
    }
    var all = new ArrayList<>(controlOf.keySet());
    all.addAll(dataOf.keySet());
    all.addAll(sources.keySet());
    consumer.assign(all);
    all.removeAll(committed.keySet());
    seek(all);
    committed.keySet().retainAll(consumer.assignment());
    read.keySet().retainAll(consumer.assignment());
    consumer.resume(consumer.paused());
    paused = Set.of();
  }

  /** The committed offset, or the beginning. A transaction that is about to end is waited for. */
  private void seek(List<TopicPartition> begun) {
    var offsets = consumer.committed(new HashSet<>(begun));
    var fromBeginning = new ArrayList<TopicPartition>();
    for (var partition : begun) {
      var offset = offsets.get(partition);
      if (offset == null) {
        fromBeginning.add(partition);
      } else {
        consumer.seek(partition, offset.offset());
        if (partition.topic().equals(topics.control()) && !offset.metadata().isEmpty()) {
          step = Math.max(step, Long.parseLong(offset.metadata()));
        }
        committed.put(partition, offset.offset());
      }
    }
    if (!fromBeginning.isEmpty()) { // None would mean all.
      consumer.seekToBeginning(fromBeginning);
      fromBeginning.forEach(partition -> committed.put(partition, consumer.position(partition)));
    }
  }

  /**
   * Reads on. What cannot be taken now waits here, up to a limit: a partition that is paused for a
   * moment is missing in the next fetch, which waits at the broker for up to half a second if the
   * others have nothing, and only then can the partition be read again.
   */
  void poll(Duration timeout) {
    var next = new HashSet<TopicPartition>();
    dataOf.keySet().stream()
        .filter(partition -> waitingHere(partition) >= MOST_PACKS)
        .forEach(next::add);
    sources.forEach(
        (partition, slot) -> {
          if (waitingHere(partition) >= MOST_RECORDS || isAtEnd(slot, partition)) {
            next.add(partition);
          }
        });
    if (!next.equals(paused)) {
      consumer.resume(paused);
      consumer.pause(next);
      paused = Set.copyOf(next);
    }
    var polled = consumer.poll(timeout);
    for (var partition : polled.partitions()) {
      read.computeIfAbsent(partition, _ -> new ArrayDeque<>()).addAll(polled.records(partition));
    }
  }

  private int waitingHere(TopicPartition partition) {
    var waiting = read.get(partition);
    return waiting == null ? 0 : waiting.size();
  }

  private boolean waits(TopicPartition partition) {
    return waitingHere(partition) > 0;
  }

  private boolean canTake(Slot slot) {
    return slot.isReading() && slot.canSend(room::isAt);
  }

  /** About how many records wait for the slots of this bundle, here and in Kafka. */
  long waiting() {
    return slots.stream().mapToLong(this::waiting).sum();
  }

  /** About how many wait for slots of this bundle whose records come to a slot. */
  long waitingInFrontOf(Slot slot) {
    int operator = plan.operatorOf(slot.number());
    return slots.stream()
        .filter(each -> plan.leadsTo(plan.operatorOf(each.number()), operator))
        .mapToLong(this::waiting)
        .sum();
  }

  /** About how many of them wait for one slot. */
  long waiting(Slot slot) {
    long records = 0;
    if (slot.isSource()) {
      for (var each : sources.entrySet()) {
        records += each.getValue().equals(slot) ? waiting(each.getKey()) : 0;
      }
    }
    if (slot.isActive()) {
      records += waiting(topics.data(slot.number())) * slot.recordsOfAnItem();
    }
    return records;
  }

  private long waiting(TopicPartition partition) {
    return consumer.currentLag(partition).orElse(0) + waitingHere(partition);
  }

  /** Whether something waits that can be taken. */
  boolean isEmpty() {
    return controlOf.keySet().stream().noneMatch(this::waits)
        && dataOf.entrySet().stream()
            .noneMatch(each -> waits(each.getKey()) && canTake(each.getValue()))
        && sources.entrySet().stream()
            .noneMatch(each -> waits(each.getKey()) && canTake(each.getValue()));
  }

  /** Gives what waits in control partitions to its slots; returns whether there was anything. */
  boolean takeControl() {
    boolean any = false;
    for (var each : controlOf.entrySet()) {
      for (var next = take(each.getKey()); next.isPresent(); next = take(each.getKey())) {
        each.getValue().control(next.get().value());
        any = true;
      }
    }
    return any;
  }

  /**
   * Gives something of each data partition to its slot, as long as it can take it.
   *
   * @return whether there was anything
   */
  boolean takeData() {
    boolean any = false;
    for (var each : dataOf.entrySet()) {
      var slot = each.getValue();
      if (waits(each.getKey()) && canTake(slot)) {
        take(each.getKey()).ifPresent(record -> slot.data(record.value()));
        any = true;
      }
    }
    return any;
  }

  /**
   * Gives some records of the application's topics to the slots that read them.
   *
   * @param most of each partition
   * @return how many there were
   */
  int takeSources(int most) {
    int taken = 0;
    for (var each : sources.entrySet()) {
      var partition = each.getKey();
      var slot = each.getValue();
      if (waits(partition) && slot.owns(partition.partition()) && canTake(slot)) {
        var some = new ArrayList<ConsumerRecord<byte[], byte[]>>(most);
        for (int left = most; left > 0 && waits(partition); left--) {
          take(partition).filter(record -> !isBehindEnd(slot, record)).ifPresent(some::add);
          taken++;
        }
        slot.read(some);
      }
    }
    return taken;
  }

  /** Takes the first that waits. */
  private Optional<ConsumerRecord<byte[], byte[]>> take(TopicPartition partition) {
    return Optional.ofNullable(read.get(partition)).map(ArrayDeque::poll);
  }

  /** Where to go on with a partition. */
  private long position(TopicPartition partition) {
    var waiting = read.get(partition);
    return waiting == null || waiting.isEmpty()
        ? consumer.position(partition)
        : waiting.getFirst().offset();
  }

  /** The next record of its data partition that a slot is given. */
  long position(Slot slot) {
    return position(topics.data(slot.number()));
  }

  private boolean isAtEnd(Slot slot, TopicPartition partition) {
    var end = slot.ends().get(partition.partition());
    return end != null && position(partition) >= end;
  }

  /** Whether a record is behind the end of a bounded source. */
  private static boolean isBehindEnd(Slot slot, ConsumerRecord<byte[], byte[]> record) {
    var end = slot.ends().get(record.partition());
    return end != null && record.offset() >= end;
  }

  /** Ends bounded sources that have read everything. */
  void endSources() {
    for (var slot : slots) {
      if (slot.isSource()
          && slot.isActive()
          && !slot.isFinished()
          && sourceOf(slot).isBounded()
          && hasReadAll(slot)) {
        slot.finishSource();
      }
    }
  }

  /** One that a source owns and does not read yet has not been read. */
  private boolean hasReadAll(Slot slot) {
    return partitionsOf(sourceOf(slot)).stream()
        .filter(partition -> slot.owns(partition.partition()))
        .allMatch(partition -> slot.equals(sources.get(partition)) && isAtEnd(slot, partition));
  }

  /** Whether something was read since the last commit. */
  boolean hasMoved() {
    return consumer.assignment().stream().anyMatch(this::hasMoved);
  }

  private boolean hasMoved(TopicPartition partition) {
    return position(partition) != committed.getOrDefault(partition, -1L);
  }

  /** Whether it is time to commit offsets that have not changed for long. */
  boolean isStale(long now) {
    return now - refreshed > REFRESH_NANOS;
  }

  /**
   * Where to go on, for the partitions of which something was read, and for one more; the first
   * time, and when they are stale, for all.
   *
   * @param step goes with each of them
   */
  Map<TopicPartition, OffsetAndMetadata> positions(TopicPartition always, long step, long now) {
    boolean every = !complete || isStale(now);
    if (every) {
      complete = true;
      refreshed = now;
    }
    var all = new HashMap<TopicPartition, OffsetAndMetadata>();
    for (var partition : consumer.assignment()) {
      if (every || partition.equals(always) || hasMoved(partition)) {
        all.put(partition, new OffsetAndMetadata(position(partition), Long.toString(step)));
      }
    }
    return all;
  }

  /** The last step whose offsets were committed; 0 if none. */
  long step() {
    return step;
  }

  /** These have been committed. */
  void committed(Map<TopicPartition, OffsetAndMetadata> positions) {
    positions.forEach((partition, position) -> committed.put(partition, position.offset()));
  }

  /** Reads partitions that sources own by now, and those no more that they have given away. */
  void followSources() {
    boolean same =
        slots.stream()
            .filter(Slot::isSource)
            .allMatch(
                slot ->
                    partitionsOf(sourceOf(slot)).stream()
                        .allMatch(
                            partition ->
                                slot.owns(partition.partition())
                                    == slot.equals(sources.get(partition))));
    if (!same) {
      assign();
    }
  }
}
