package io.sluice.kafka;

import io.sluice.cluster.Member;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The messages to one member: from each sender in order, none twice, and none before the member has
 * read as many announcements as the sender had. For the reading thread, except {@link #forget}.
 */
final class Inbox {

  private static final Codec<Envelope> ENVELOPES = Codec.of(Envelope.class);

  /** An envelope, and the record that it came in. */
  record Arrival(Envelope envelope, ConsumerRecord<byte[], byte[]> record) {}

  /** Some messages have not arrived, and never will. */
  static final class Missing extends Exception {
    private Missing(Envelope first, long before) {
      super(
          "messages %d to %d from %s are missing"
              .formatted(before + 1, first.sequence() - 1, first.from()));
    }
  }

  private final Member self;

  /** How many messages have arrived from each sender. */
  private final Map<Member, Long> received = new ConcurrentHashMap<>();

  /** Messages whose senders had read more announcements, and all that arrived after them. */
  private final ArrayDeque<Arrival> early = new ArrayDeque<>();

  Inbox(Member self) {
    this.self = self;
  }

  /**
   * A record has arrived; others may share the partition.
   *
   * @throws BadFrame if it has no envelope
   */
  void add(ConsumerRecord<byte[], byte[]> record) {
    var envelope = ENVELOPES.decode(KafkaMessenger.bytes(record.key()));
    if (envelope.isFor(self)) {
      early.add(new Arrival(envelope, record));
    }
  }

  /**
   * Removes and returns the next message for a reader of that many announcements.
   *
   * @param announcementsRead the offset of the last announcement that has been read
   */
  Optional<Arrival> poll(long announcementsRead) {
    return Optional.ofNullable(early.peek())
        .filter(first -> first.envelope().announcementsRead() <= announcementsRead)
        .map(_ -> early.remove());
  }

  /**
   * Whether it follows the one before it from the same sender; else it is to be dropped. The first
   * one has the number 1, or its sender fell silent before, and is not listened to any more.
   *
   * @throws Missing if there were others between the two
   */
  boolean isNext(Envelope envelope) throws Missing {
    long before = received.getOrDefault(envelope.from(), 0L);
    if (envelope.sequence() == before + 1) {
      received.put(envelope.from(), envelope.sequence());
      return true;
    }
    if (envelope.sequence() > before && before > 0) {
      throw new Missing(envelope, before);
    }
    return false;
  }

  /** That one is relied on no longer; should it write again, it will not be listened to. */
  void forget(Member member) {
    received.remove(member);
  }
}
