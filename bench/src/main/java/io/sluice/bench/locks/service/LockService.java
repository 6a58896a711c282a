package io.sluice.bench.locks.service;

import io.sluice.bench.process.Children;
import java.util.Optional;

/**
 * A lock service to be measured: how to start what it needs, and how a process becomes its client.
 *
 * <p>To add one, implement this in a class with a public constructor, and name the class in {@code
 * META-INF/services}: rows appear in the order of that file. The coordinator calls {@link #start};
 * the contenders' processes call {@link #open}, on another object, and share with the first only
 * the address.
 */
public interface LockService {

  /** The name on the command line. */
  String name();

  /** Service and lock as the table shows them, with what decides about speed. */
  String title();

  /** What must be installed first, if anything. */
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
