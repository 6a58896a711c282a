package io.sluice.kafka;

import io.sluice.cluster.Member;

/**
 * The address of a message to one member; the message itself is a frame as over any transport.
 * Public only for the codec.
 *
 * @param toHigh the first half of the receiver's identity: members may share an inbox, and a
 *     partition keeps messages for members that have ended
 * @param toLow the second half
 * @param sequence the message's number among those from this sender to this receiver
 * @param announcementsRead the offset of the last announcement that the sender had read: the
 *     receiver must have read that too, or the message may concern members that it does not know of
 */
public record Envelope(
    Member from, long toHigh, long toLow, long sequence, long announcementsRead) {

  boolean isFor(Member member) {
    return toHigh == member.high() && toLow == member.low();
  }
}
