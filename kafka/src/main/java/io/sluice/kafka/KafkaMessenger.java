package io.sluice.kafka;

import io.sluice.cluster.Member;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member's connection to the others: its announcements, the messages it sends to their inboxes,
 * and a thread that reads the announcements and its own inbox.
 *
 * <p>Kafka keeps the order of records from one producer to one partition. Messages between two
 * members are numbered besides, so that a missing one is noticed whatever the reason, and a
 * repeated one is dropped. Reading begins at the inbox's end before the first announcement is sent;
 * so no node can have written to this member before, and earlier records are for others.
 */
final class KafkaMessenger implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(KafkaMessenger.class);

  private static final Codec<Announcement> ANNOUNCEMENTS = Codec.of(Announcement.class);
  private static final Codec<Announcement.Origin> ORIGINS = Codec.of(Announcement.Origin.class);
  private static final Codec<Envelope> ENVELOPES = Codec.of(Envelope.class);

  /** How many earlier announcements are read. */
  private static final long PAST = 5000;

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration FAREWELL = Duration.ofSeconds(1);

  /** Takes what has arrived, on the thread that reads. */
  interface Reader {
    void announced(long at, Member from, Announcement announcement);

    /**
     * @throws BadFrame if the bytes are no frame
     */
    void received(Member from, ByteBuffer frame) throws BadFrame;

    /** Nothing more can be sent or read reliably. */
    void failed(String why);
  }

  /** An announcement and its offset in the log. */
  record Announced(long at, Member from, Announcement announcement, int inbox) {

    /** Whether it is the last one of its sender. */
    boolean isLast() {
      return announcement instanceof Announcement.Gone
          || announcement instanceof Announcement.Closed;
    }
  }

  /** The messages to one member. */
  private static final class Lane {
    private long sent;
  }

  private final Topic topic;
  private final Member self;
  private final Reader reader;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;
  private final TopicPartition announcements;
  private final List<Announced> past = new ArrayList<>();
  private final boolean whole;
  private final int place;
  private final Inbox inbox;
  private final Map<Member, Integer> inboxes = new ConcurrentHashMap<>();
  private final Map<Member, Lane> lanes = new ConcurrentHashMap<>();

  /** The offset of the last announcement that has been read. */
  private volatile long announcementsRead;

  private volatile boolean closed;
  private boolean warned;

  /**
   * Reads the recent announcements, and takes an inbox.
   *
   * @throws KafkaException if that cannot be done in the time of a lease
   */
  KafkaMessenger(Kafka kafka, Topic topic, Member self, Duration lease, Reader reader) {
    this.topic = topic;
    this.self = self;
    this.reader = reader;
    this.inbox = new Inbox(self);
    this.announcements = new TopicPartition(topic.name(), Topic.ANNOUNCEMENTS);
    this.consumer =
        new KafkaConsumer<>(
            Settings.consumer(kafka, lease),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    try {
      this.producer = producer(kafka, lease);
    } catch (KafkaException e) {
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      throw e;
    }
    boolean ready = false;
    try {
      this.whole = readPast(lease);
      this.place = choosePlace();
      var own = new TopicPartition(topic.name(), place);
      long next = consumer.position(announcements);
      this.announcementsRead = next - 1;
      consumer.assign(Set.of(announcements, own));
      consumer.seek(announcements, next);
      consumer.seekToEnd(Set.of(own));
      long _ = consumer.position(own);
      var _ = producer.partitionsFor(topic.name());
      ready = true;
    } finally {
      if (!ready) {
        consumer.close(CloseOptions.timeout(Duration.ZERO));
        producer.close(Duration.ZERO);
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(Kafka kafka, Duration lease) {
    return new KafkaProducer<>(
        Settings.producer(kafka, lease), new ByteArraySerializer(), new ByteArraySerializer());
  }

  private boolean readPast(Duration lease) {
    consumer.assign(Set.of(announcements));
    long first = consumer.beginningOffsets(Set.of(announcements)).getOrDefault(announcements, 0L);
    long end = consumer.endOffsets(Set.of(announcements)).getOrDefault(announcements, 0L);
    long from = Math.max(first, end - PAST);
    consumer.seek(announcements, from);
    long limit = System.nanoTime() + lease.toNanos();
    while (consumer.position(announcements) < end) {
      for (var each : consumer.poll(POLL)) {
        try {
          past.add(said(each));
        } catch (BadFrame e) {
          warn(each, e);
        }
      }
      if (System.nanoTime() - limit > 0) {
        throw new KafkaException("the announcements could not be read in time");
      }
    }
    return from == 0;
  }

  /** One that no node has taken, if there is one; sharing one does no harm. */
  private int choosePlace() {
    for (Announced each : past) {
      if (each.isLast()) {
        inboxes.remove(each.from());
      } else {
        inboxes.put(each.from(), each.inbox());
      }
    }
    Set<Integer> taken = new HashSet<>(inboxes.values());
    var all = IntStream.range(Topic.ANNOUNCEMENTS + 1, topic.partitions()).boxed().toList();
    var free = all.stream().filter(each -> !taken.contains(each)).toList();
    var choice = free.isEmpty() ? all : free;
    return choice.get(ThreadLocalRandom.current().nextInt(choice.size()));
  }

  /** The announcements from before this member started. */
  List<Announced> past() {
    return List.copyOf(past);
  }

  /** Whether that is everything that was ever said there. */
  boolean readsAllAnnouncements() {
    return whole;
  }

  /** Begins to read. */
  void open() {
    Thread.ofPlatform().daemon().name("sluice-kafka-" + self).start(this::read);
  }

  /** Says something for all to hear. */
  void announce(Announcement announcement) {
    byte[] origin = ORIGINS.encode(new Announcement.Origin(self, place));
    try {
      var _ =
          producer.send(
              new ProducerRecord<>(
                  topic.name(), Topic.ANNOUNCEMENTS, origin, ANNOUNCEMENTS.encode(announcement)),
              (_, error) -> {
                if (error != null) {
                  LOG.debug("{} could not announce itself", self, error);
                }
              });
    } catch (KafkaException | IllegalStateException e) {
      LOG.debug("{} cannot announce itself", self, e);
    }
  }

  /** Sends a frame to one member; in order, or this member is at its end. */
  void send(Member to, byte[] frame) {
    Integer where = inboxes.get(to);
    if (where == null) {
      // It is gone: the next view will be without it.
      LOG.debug("{} does not know where {} is", self, to);
      return;
    }
    Lane lane = lanes.computeIfAbsent(to, _ -> new Lane());
    try {
      synchronized (lane) {
        lane.sent++;
        byte[] envelope =
            ENVELOPES.encode(new Envelope(self, to.high(), to.low(), lane.sent, announcementsRead));
        var _ =
            producer.send(
                new ProducerRecord<>(topic.name(), where, envelope, frame),
                (_, error) -> {
                  if (error != null) {
                    fail("the broker has not taken a message: " + error.getMessage());
                  }
                });
      }
    } catch (KafkaException | IllegalStateException e) {
      fail("the broker takes no messages: " + e.getMessage());
    }
  }

  private void fail(String why) {
    if (!closed) {
      reader.failed(why);
    }
  }

  /** That one will never be heard of again. */
  void forget(Member gone) {
    inboxes.remove(gone);
    lanes.remove(gone);
    inbox.forget(gone);
  }

  /** That one is relied on no longer; should it write again, it will not be listened to. */
  void fellSilent(Member member) {
    inbox.forget(member);
  }

  private void read() {
    try (consumer) {
      while (!closed) {
        for (var each : consumer.poll(POLL)) {
          take(each);
        }
      }
    } catch (WakeupException | InterruptException e) {
      LOG.trace("closed", e);
    } catch (KafkaException e) {
      fail("the broker cannot be read: " + e.getMessage());
    }
  }

  private void take(ConsumerRecord<byte[], byte[]> record) {
    try {
      if (record.partition() == Topic.ANNOUNCEMENTS) {
        hear(record);
      } else {
        inbox.add(record);
      }
    } catch (BadFrame e) {
      warn(record, e);
    }
    if (record.partition() == Topic.ANNOUNCEMENTS) {
      announcementsRead = record.offset();
    }
    for (var due = inbox.poll(announcementsRead);
        due.isPresent();
        due = inbox.poll(announcementsRead)) {
      deliver(due.get());
    }
  }

  private void hear(ConsumerRecord<byte[], byte[]> record) {
    var said = said(record);
    inboxes.put(said.from(), said.inbox());
    reader.announced(said.at(), said.from(), said.announcement());
  }

  private void deliver(Inbox.Arrival arrival) {
    try {
      if (inbox.isNext(arrival.envelope())) {
        var frame = ByteBuffer.wrap(bytes(arrival.record().value()));
        reader.received(arrival.envelope().from(), frame);
      }
    } catch (BadFrame e) {
      warn(arrival.record(), e);
    } catch (Inbox.Missing e) {
      fail(String.valueOf(e.getMessage()));
    }
  }

  private static Announced said(ConsumerRecord<byte[], byte[]> record) {
    var origin = ORIGINS.decode(bytes(record.key()));
    var announcement = ANNOUNCEMENTS.decode(bytes(record.value()));
    return new Announced(record.offset(), origin.member(), announcement, origin.inbox());
  }

  /** Kafka allows records without key or value. */
  @SuppressWarnings("ConstantConditions")
  static byte[] bytes(byte[] part) {
    if (part == null) {
      throw new BadFrame("a record without key or value");
    }
    return part;
  }

  private void warn(ConsumerRecord<byte[], byte[]> record, BadFrame e) {
    if (!warned) {
      warned = true;
      LOG.warn(
          "in the topic {} there is what is no frame of ours; it is dropped: {} in partition {} at {}",
          topic.name(),
          e.getMessage(),
          record.partition(),
          record.offset());
    }
  }

  /** Sends what is still to be sent, if that is soon done, and reads no more. */
  @Override
  public void close() {
    closed = true;
    consumer.wakeup();
    producer.close(FAREWELL);
  }
}
