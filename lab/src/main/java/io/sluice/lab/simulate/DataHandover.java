package io.sluice.lab.simulate;

import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * Data that the lock guards, and that each holder gets from a process that has the newest version.
 *
 * <p>A process requests the lock, computes on, and calls acquire after {@code lead}. It is inside
 * for the workload's time from the moment at which the lock is granted, acquire is called and all
 * bytes are there. A process that holds the lock exclusively writes a new version. The first byte
 * comes a round trip after it was asked for. A process that has departed still serves what others
 * fetch from it.
 *
 * @param bytes the size of the data
 * @param lead the time from the request to the call of acquire
 * @param fetch when the bytes begin to move, and which
 * @param changed the share of the data, from 0 to 1, that each write changes, at random places; it
 *     matters for {@link Fetch#DELTA} only
 * @param next the process that the holder knows to be the next, which fetches in advance for {@link
 *     Fetch#DELTA}
 * @param destroyed for a process, the number of the entry, from 1 up, in which it destroys its
 *     handle as soon as the bytes are there: it writes nothing, releases and departs; 0 for never
 */
public record DataHandover<S>(
    long bytes,
    Delay lead,
    Fetch fetch,
    double changed,
    Function<S, OptionalInt> next,
    IntUnaryOperator destroyed) {

  /** When the bytes begin to move, and which. */
  public enum Fetch {
    /** All, from the last writer, once the lock is granted and acquire has been called. */
    AT_ACQUIRE,
    /** All, from the last writer, once the lock is granted. */
    AT_GRANT,
    /**
     * What differs from the process's own copy, from any process that has the newest version, once
     * the lock is granted; and the next process gets the holder's version while that is inside.
     */
    DELTA
  }

  public DataHandover {
    if (bytes < 1) {
      throw new IllegalArgumentException("data has at least one byte, not " + bytes);
    }
    // Written so that NaN fails too.
    if (!(changed >= 0 && changed <= 1)) {
      throw new IllegalArgumentException(
          "a write changes a share of the data from 0 to 1, not " + changed);
    }
  }

  /** All of the data moves at the grant; acquire is called at once. */
  public static <S> DataHandover<S> of(long bytes) {
    return new DataHandover<>(
        bytes, Delay.NONE, Fetch.AT_GRANT, 1, _ -> OptionalInt.empty(), _ -> 0);
  }

  public DataHandover<S> lead(Delay time) {
    return new DataHandover<>(bytes, time, fetch, changed, next, destroyed);
  }

  public DataHandover<S> fetch(Fetch when) {
    return new DataHandover<>(bytes, lead, when, changed, next, destroyed);
  }

  /** Only what has changed moves. */
  public DataHandover<S> delta(double share, Function<S, OptionalInt> nextOfHolder) {
    return new DataHandover<>(bytes, lead, Fetch.DELTA, share, nextOfHolder, destroyed);
  }

  public DataHandover<S> destroyed(IntUnaryOperator entryOfProcess) {
    return new DataHandover<>(bytes, lead, fetch, changed, next, entryOfProcess);
  }
}
