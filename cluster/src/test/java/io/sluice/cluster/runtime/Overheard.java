package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import java.util.function.UnaryOperator;

/**
 * Another transport, with a listener for every frame that is sent.
 *
 * @param passing sees each frame, and says what goes on in its place
 */
record Overheard(Transport transport, UnaryOperator<Frame> passing) implements Transport {
  @Override
  public void start(Listener listener) {
    transport.start(listener);
  }

  @Override
  public void send(Member to, Frame frame) {
    transport.send(to, passing.apply(frame));
  }

  @Override
  public long leaseUntil() {
    return transport.leaseUntil();
  }

  @Override
  public void close() {
    transport.close();
  }
}
