package io.sluice.protocol.data;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.util.List;

/**
 * What processes of {@link Handover} send each other.
 *
 * @param <M> the messages of the lock
 */
public sealed interface HandoverMessage<M> {

  /**
   * A message of the lock, and what its sender knows of the data.
   *
   * @param highest the highest number that a version has been given, also one that was discarded
   * @param crashed the processes whose crash the sender knows of: the lock may tell its receiver of
   *     a crash, and the copies must not know less of it
   */
  record OfLock<M>(M message, Whereabouts known, @Time long highest, ProcessSet crashed)
      implements HandoverMessage<M> {
    @Override
    public String toString() {
      return message.toString();
    }
  }

  /** A message about copies. */
  record OfCopies<M>(CopyMessage message) implements HandoverMessage<M> {
    @Override
    public String toString() {
      return message.toString();
    }
  }

  /** Asks for the marks of this version, or of a newer one. */
  record AskMarks<M>(@Time long version) implements HandoverMessage<M> {}

  /** The answer: which version there is, and which version last changed each block. */
  record Marks<M>(@Time long version, List<@Time Long> marks) implements HandoverMessage<M> {}

  /** Asks for one block. */
  record AskBlock<M>(@Time long version, int block) implements HandoverMessage<M> {}

  /** The answer: the bytes of one block, for which the version stands that wrote them. */
  record Block<M>(@Time long version, int block, @Time long bytes) implements HandoverMessage<M> {}

  /** A call of the application, from outside: never sent. See {@link CallModel}. */
  record Called<M>(Handle.Call call) implements HandoverMessage<M> {}
}
