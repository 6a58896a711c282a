package io.sluice.lab.live;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;

/**
 * A process's part of a protocol that reports a step that throws, and then throws the exception
 * itself: what the live node does about it does not change.
 */
record WatchedProtocol<S, M>(Protocol<S, M> protocol, int self, Listener listener)
    implements Protocol<S, M> {

  /** Receives the failure of a step. */
  @FunctionalInterface
  interface Listener {
    void failed(int process, Input<?> input, RuntimeException thrown);
  }

  /** The same algorithm, with every process watched. */
  static <S, M> Algorithm<S, M> watched(Algorithm<S, M> algorithm, Listener listener) {
    return new Algorithm<>(
        algorithm.name(),
        algorithm.family(),
        (self, layout) -> new WatchedProtocol<>(algorithm.process(self, layout), self, listener),
        algorithm.source(),
        algorithm.cost(),
        algorithm.tolerates(),
        algorithm.flaw(),
        algorithm.clocks(),
        algorithm.restless(),
        algorithm.fenced(),
        algorithm.invariants(),
        algorithm.overtaking(),
        algorithm.interchangeable(),
        algorithm.orders(),
        algorithm.horizon(),
        algorithm.settled(),
        algorithm.noticed(),
        algorithm.legacy());
  }

  @Override
  public S initial() {
    return protocol.initial();
  }

  @Override
  public S on(S state, Input<M> input, Outbox<M> out) {
    try {
      return protocol.on(state, input, out);
    } catch (RuntimeException e) {
      listener.failed(self, input, e);
      throw e;
    }
  }
}
