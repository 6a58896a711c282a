package io.sluice.bench.locks;

import java.util.Optional;

/**
 * A lock service to be measured: how to start what it needs, and how a process becomes its client.
 *
 * <p>To add one, implement this in a class with a public constructor, and name the class in {@code
 * META-INF/services}: rows appear in the order of that file. The coordinator calls {@link #start};
 * {@link #open} runs in the processes of the contenders, which know of the coordinator's object
 * only the address it gave.
 */
public interface LockService {

  /** The word for the command line. */
  String name();

  /** Service and lock in the reader's words, with what decides about speed. */
  String title();

  /** What this machine lacks to run it. */
  default Optional<String> missing() {
    return Optional.empty();
  }

  /** Whether clients offer {@link LockClient#reading} and {@link LockClient#writing}. */
  default boolean readWrite() {
    return false;
  }

  /** Whether clients offer {@link LockClient#visit}, so that the memory of idle locks is known. */
  default boolean manyLocks() {
    return false;
  }

  /**
   * Starts the servers, if there are any, on loopback only.
   *
   * @param clients how many will be opened
   * @return what a client must know to find the servers or the other clients, without tabs
   */
  String start(Children children, int clients) throws Exception;

  /**
   * Becomes a client. Client 0 is open before the others begin, so that these find a cluster to
   * join; the others open at the same time.
   */
  LockClient open(String address, int self) throws Exception;
}
