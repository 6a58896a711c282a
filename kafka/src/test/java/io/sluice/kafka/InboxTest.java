package io.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cluster.Member;
import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/**
 * Whatever a broker does with messages, they are read in order and once, or the loss is noticed.
 */
class InboxTest {

  private static final Member SELF = new Member(1, 1, "self");
  private static final Member NEIGHBOUR = new Member(1, 2, "neighbour");
  private static final Member ONE = new Member(2, 1, "one");
  private static final Member OTHER = new Member(2, 2, "other");

  private final Inbox inbox = new Inbox(SELF);

  private static ConsumerRecord<byte[], byte[]> record(byte[] key) {
    return new ConsumerRecord<>("topic", 1, 0, key, new byte[0]);
  }

  private void send(Member from, Member to, long sequence, long announcementsRead) {
    var envelope = new Envelope(from, to.high(), to.low(), sequence, announcementsRead);
    inbox.add(record(Codec.of(Envelope.class).encode(envelope)));
  }

  /** The messages for a reader of that many announcements. */
  private List<String> read(long announcementsRead) throws Inbox.Missing {
    var read = new ArrayList<String>();
    for (var due = inbox.poll(announcementsRead);
        due.isPresent();
        due = inbox.poll(announcementsRead)) {
      var envelope = due.get().envelope();
      if (inbox.isNext(envelope)) {
        read.add(envelope.from() + " " + envelope.sequence());
      }
    }
    return read;
  }

  @Test
  void repetitionsAndMessagesForOthersAreDropped() throws Exception {
    send(ONE, SELF, 1, 0);
    send(OTHER, NEIGHBOUR, 1, 0);
    send(ONE, SELF, 2, 0);
    send(ONE, SELF, 1, 0);
    send(ONE, SELF, 2, 0);
    send(OTHER, SELF, 1, 0);
    send(ONE, SELF, 3, 0);
    assertThat(read(0)).containsExactly("one 1", "one 2", "other 1", "one 3");
  }

  /** Also those of others that came after it, so that no message overtakes another. */
  @Test
  void aMessageWaitsUntilItsReaderHasReadAsManyAnnouncements() throws Exception {
    send(ONE, SELF, 1, 3);
    send(ONE, SELF, 2, 7);
    send(OTHER, SELF, 1, 2);
    assertThat(read(2)).isEmpty();
    assertThat(read(6)).containsExactly("one 1");
    assertThat(read(7)).containsExactly("one 2", "other 1");
  }

  @Test
  void aMissingMessageIsNoticed() {
    send(ONE, SELF, 1, 0);
    send(ONE, SELF, 4, 0);
    assertThatThrownBy(() -> read(0))
        .isInstanceOf(Inbox.Missing.class)
        .hasMessage("messages 2 to 3 from one are missing");
  }

  /** A member that fell silent comes back as another member, or not at all. */
  @Test
  void whoIsForgottenIsNotListenedToAnyMore() throws Exception {
    send(ONE, SELF, 1, 0);
    assertThat(read(0)).containsExactly("one 1");
    inbox.forget(ONE);
    send(ONE, SELF, 2, 0);
    send(ONE, SELF, 3, 0);
    assertThat(read(0)).isEmpty();
  }

  @Test
  void aRecordWithoutAnEnvelopeIsRefusedAtOnce() throws Exception {
    send(ONE, SELF, 1, 5);
    assertThatThrownBy(() -> inbox.add(record(new byte[] {9, 9, 9}))).isInstanceOf(BadFrame.class);
    assertThat(read(5)).containsExactly("one 1");
  }
}
