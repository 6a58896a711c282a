package io.sluice.streams.kafka.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.plan.Plan;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Job;
import io.sluice.streams.kafka.slot.LocalSlots;
import io.sluice.streams.kafka.slot.Saved;
import io.sluice.streams.kafka.slot.Slot;
import io.sluice.streams.kafka.slot.Writes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.junit.jupiter.api.Test;

/** Where a bundle begins to read. */
class ReadingTest {

  private static final String IN = "in";
  private static final InternalTopics TOPICS = new InternalTopics("reading");
  private static final long BEGINNING = 3;
  private static final long COMMITTED = 7;

  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
  private final MockConsumer<byte[], byte[]> consumer =
      new MockConsumer<>("none") {
        @Override
        public synchronized Map<TopicPartition, OffsetAndMetadata> committed(
            Set<TopicPartition> asked) {
          var found = new HashMap<>(committed);
          found.keySet().retainAll(asked);
          return found;
        }

        // As the documentation of {@code Consumer} says; Kafka's own mock does not do it.
        @Override
        public synchronized void seekToBeginning(Collection<TopicPartition> asked) {
          super.seekToBeginning(asked.isEmpty() ? assignment() : asked);
        }
      };
  private final Plan plan = new Plan(graph(), 1);
  private final List<TopicPartition> partitions = partitions();
  private final LocalSlots slots = new LocalSlots();

  private static Graph graph() {
    var graph = new ArrayList<Graph>();
    var pipeline =
        Pipeline.named(TOPICS.pipeline())
            .from("source", TopicSource.of(IN, Serdes.String()))
            .to("sink", TopicSink.of("out", Serdes.String()))
            .on(
                found -> {
                  graph.add(found);
                  throw new CancellationException();
                });
    try (Running _ = pipeline.start()) {
      throw new AssertionError("nothing runs here");
    } catch (CancellationException e) {
      return graph.getFirst();
    }
  }

  /** What the only bundle reads. */
  private List<TopicPartition> partitions() {
    var all = new ArrayList<>(List.of(new TopicPartition(IN, 0)));
    plan.bundle(0).forEach(slot -> all.addAll(TOPICS.inboxes(slot)));
    return all;
  }

  private Reading begin() {
    var beginnings = new HashMap<TopicPartition, Long>();
    partitions.forEach(each -> beginnings.put(each, BEGINNING));
    consumer.updateBeginningOffsets(beginnings);
    consumer.updatePartitions(
        IN, List.of(new PartitionInfo(IN, 0, Node.noNode(), new Node[0], new Node[0])));
    var job = new Job(plan, new RecordFormat(Map.of(), ReadingTest.class.getClassLoader()));
    for (int slot : plan.bundle(0)) {
      slots.add(new Slot(slot, job, new Saved(slot, Optional.empty()), new WritesNothing(), slots));
    }
    var reading = new Reading(consumer, TOPICS, plan, slots.inOrder(), new Room());
    reading.begin();
    return reading;
  }

  /** What waits for its receivers has been processed by an operator already. */
  @Test
  void countsWhatWaitsInFrontOfAnOperatorAndNotBehindIt() {
    var reading = begin();
    var source = slots.inOrder().getFirst();
    var sink = slots.inOrder().getLast();
    consumer.updateEndOffsets(
        Map.of(
            new TopicPartition(IN, 0), BEGINNING + 10, TOPICS.data(sink.number()), BEGINNING + 4));
    assertThat(reading.waiting(source)).isEqualTo(10);
    assertThat(reading.waitingInFrontOf(sink)).isEqualTo(10);
    assertThat(reading.waitingInFrontOf(source)).isZero();
  }

  /** To seek no partitions to the beginning would mean all of them. */
  @Test
  void goesOnWhereItWasIfAllPartitionsHaveBeenRead() {
    partitions.forEach(each -> committed.put(each, new OffsetAndMetadata(COMMITTED, "5")));
    var reading = begin();
    assertThat(partitions).allMatch(each -> consumer.position(each) == COMMITTED);
    assertThat(reading.step()).isEqualTo(5);
    assertThat(reading.hasMoved()).isFalse();
  }

  /** A consumer that has prepared itself has its partitions, but no position in them. */
  @Test
  void goesOnWhereItWasWithAConsumerThatHasItsPartitions() {
    partitions.forEach(each -> committed.put(each, new OffsetAndMetadata(COMMITTED, "5")));
    consumer.assign(partitions);
    var _ = begin();
    assertThat(partitions).allMatch(each -> consumer.position(each) == COMMITTED);
  }

  @Test
  void knowsTheTopicsThatItsSlotsMayRead() {
    assertThat(Reading.sources(plan, plan.bundle(0))).containsExactly(IN);
  }

  @Test
  void beginsAtTheBeginningOfWhatHasNeverBeenRead() {
    var read = partitions.getFirst();
    committed.put(read, new OffsetAndMetadata(COMMITTED, "1"));
    var _ = begin();
    assertThat(consumer.position(read)).isEqualTo(COMMITTED);
    assertThat(partitions.stream().skip(1)).allMatch(each -> consumer.position(each) == BEGINNING);
  }

  /**
   * A fetch without a partition that was paused for a moment would hold it up for half a second.
   */
  @Test
  void whatWaitsIsPausedOnlyIfThereIsMuchOfIt() {
    var source = partitions.getFirst();
    var reading = begin();
    for (int polls = 1; polls <= 4; polls++) {
      assertThat(consumer.paused()).isEmpty();
      for (int k = 0; k < 1_000; k++) {
        consumer.addRecord(
            new ConsumerRecord<>(IN, 0, consumer.position(source) + k, new byte[0], new byte[0]));
      }
      reading.poll(Duration.ZERO);
    }
    reading.poll(Duration.ZERO);
    assertThat(consumer.paused()).containsExactly(source);
    assertThat(reading.hasMoved()).isFalse();
  }

  /** Brokers forget offsets that were not committed for days, also those of a partition at rest. */
  @Test
  void allOffsetsAreCommittedFirstAndNowAndThen() {
    partitions.forEach(each -> committed.put(each, new OffsetAndMetadata(COMMITTED, "5")));
    var reading = begin();
    var always = TOPICS.control(0);
    long now = System.nanoTime();
    assertThat(reading.isStale(now)).isFalse();
    assertThat(reading.positions(always, 6, now)).containsOnlyKeys(partitions);
    assertThat(reading.positions(always, 7, now)).containsOnlyKeys(always);
    long later = now + Duration.ofHours(2).toNanos();
    assertThat(reading.isStale(later)).isTrue();
    assertThat(reading.positions(always, 8, later)).containsOnlyKeys(partitions);
    assertThat(reading.isStale(later)).isFalse();
    assertThat(reading.positions(always, 9, later)).containsOnlyKeys(always);
  }

  private static final class WritesNothing implements Writes {
    @Override
    public void data(int slot, byte[] item) {}

    @Override
    public void control(int slot, byte[] message) {}

    @Override
    public void put(int slot, byte[] key, byte[] value) {}

    @Override
    public void remove(int slot, byte[] key) {}

    @Override
    public void status(Status status) {}

    @Override
    public void topic(ProducerRecord<byte[], byte[]> record) {}
  }
}
