package io.sluice.cluster.tcp;

import io.sluice.cluster.Member;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/** Takes what arrives over the connections of one member. */
interface FrameReceiver {

  /**
   * A frame has arrived. Called on the thread that has read it, in the order of arrival.
   *
   * @param bytes the encoded frame, valid during the call only
   */
  void received(Member from, ByteBuffer bytes);

  /**
   * A peer has opened a connection to read data. Returns when it has ended.
   *
   * @param resource the lock that protects the data
   */
  default void reading(Member from, String resource, ByteChannel channel) throws IOException {}

  /** A connection from or to that peer has ended, so frames may have been lost. */
  void ended(Member peer);
}
