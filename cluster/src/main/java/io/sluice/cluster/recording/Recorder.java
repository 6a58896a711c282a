package io.sluice.cluster.recording;

import io.sluice.cluster.View;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;

/** Records a node. It is called within the steps of the node: it must neither wait nor throw. */
public interface Recorder extends AutoCloseable {

  /** Records nothing, at no cost. */
  Recorder NONE = new Recorder() {};

  /** The node is in a view; in one without members when it is no member any more. */
  default void viewed(View view) {}

  /** A process of a lock's protocol begins; its steps go to the result, one after the other. */
  default <S, M> StepRecorder process(
      long view, String lock, Algorithm<S, M> algorithm, int process, Layout layout) {
    return StepRecorder.NONE;
  }

  /** The node is closed: nothing more is recorded. */
  @Override
  default void close() {}
}
