package io.sluice.kafka;

import io.sluice.cluster.Member;

/**
 * What stands on a message to one member; the message itself is a frame as over any transport.
 * Public only for the codec.
 *
 * @param toHigh the first half of whom it is for: members may share an inbox, and a partition keeps
 *     what was for members long gone
 * @param toLow the second half
 * @param sequence the how-manieth message from the one to the other it is
 * @param lobby how far the sender had read in the lobby: who reads the letter must have read that
 *     too, or it may speak of members that its reader has not heard of
 */
public record Envelope(Member from, long toHigh, long toLow, long sequence, long lobby) {

  boolean isFor(Member member) {
    return toHigh == member.high() && toLow == member.low();
  }
}
