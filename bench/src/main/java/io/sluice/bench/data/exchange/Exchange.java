package io.sluice.bench.data.exchange;

import java.lang.foreign.MemorySegment;
import java.time.Duration;

/** One process's end of an exchange of bytes that are used in turns. For one thread. */
public interface Exchange {

  /** Waits until this client knows all others. Services with a server need not override this. */
  default void awaitPeers(int clients) throws Exception {}

  /**
   * For how long a process stays inside, and half of it outside, so that the other one gets its
   * turn: for locks that are not fair.
   */
  default Duration pause() {
    return Duration.ZERO;
  }

  /** Whether this end changes the bytes in its turn. */
  default boolean writes() {
    return true;
  }

  /**
   * Waits for the turn and for the bytes as they were handed on last.
   *
   * @param first whether it is the first turn of a round
   */
  MemorySegment enter(boolean first) throws Exception;

  /**
   * Hands on the bytes.
   *
   * @param last whether it is the last turn of a round; otherwise the next one is asked for before
   *     this one ends, if that is possible
   */
  void leave(Changes changes, boolean last) throws Exception;
}
