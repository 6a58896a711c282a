package io.sluice.bench.streams.engine;

import java.io.Serial;
import java.io.Serializable;

/** The state of a key where an engine keeps it as one object: a count and some bytes. */
final class KeyState implements Serializable {

  @Serial private static final long serialVersionUID = 1;

  private long count;

  /** Only there to be moved. */
  private final byte[] bytes;

  KeyState(int bytes) {
    this.bytes = new byte[bytes];
  }

  /** Counts a record, with this one. */
  long next() {
    return ++count;
  }

  int size() {
    return bytes.length;
  }
}
