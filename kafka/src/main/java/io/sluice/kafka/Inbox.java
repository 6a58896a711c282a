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
 * The letters to one member: from each sender in order, none twice, and none before the member has
 * read as much of the lobby as the sender had. For the thread that reads, but for {@link #forget}.
 */
final class Inbox {

  private static final Codec<Envelope> LETTERS = Codec.of(Envelope.class);

  /** A letter, and the record that it came in. */
  record Arrival(Envelope letter, ConsumerRecord<byte[], byte[]> record) {}

  /** Some letters have not come, and never will. */
  static final class Missing extends Exception {
    private Missing(Envelope first, long before) {
      super(
          "letters %d to %d from %s are missing"
              .formatted(before + 1, first.sequence() - 1, first.from()));
    }
  }

  private final Member self;

  /** How many letters have come from each. */
  private final Map<Member, Long> received = new ConcurrentHashMap<>();

  /** Letters whose senders had read more of the lobby, and all that came after them. */
  private final ArrayDeque<Arrival> early = new ArrayDeque<>();

  Inbox(Member self) {
    this.self = self;
  }

  /**
   * A record has come; others may share the partition.
   *
   * @throws BadFrame if that is no letter
   */
  void add(ConsumerRecord<byte[], byte[]> record) {
    var letter = LETTERS.decode(KafkaMessenger.bytes(record.key()));
    if (letter.isFor(self)) {
      early.add(new Arrival(letter, record));
    }
  }

  /**
   * The next letter for who has read so much of the lobby; it is gone after that.
   *
   * @param lobby where the last call stands that has been read
   */
  Optional<Arrival> poll(long lobby) {
    return Optional.ofNullable(early.peek())
        .filter(first -> first.letter().lobby() <= lobby)
        .map(_ -> early.remove());
  }

  /**
   * Whether it follows the one before it from the same sender; else it is to be dropped. The first
   * one has the number 1, or its sender fell silent before, and is not listened to any more.
   *
   * @throws Missing if there were others between the two
   */
  boolean isNext(Envelope letter) throws Missing {
    long before = received.getOrDefault(letter.from(), 0L);
    if (letter.sequence() == before + 1) {
      received.put(letter.from(), letter.sequence());
      return true;
    }
    if (letter.sequence() > before && before > 0) {
      throw new Missing(letter, before);
    }
    return false;
  }

  /** That one is relied on no longer; should it write again, it will not be listened to. */
  void forget(Member member) {
    received.remove(member);
  }
}
