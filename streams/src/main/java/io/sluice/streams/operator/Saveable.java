package io.sluice.streams.operator;

/**
 * A state of a key that is no record: an engine that writes state as bytes writes {@link #saved}
 * instead.
 */
public interface Saveable {

  /** The same as a record. It may share what it has with this object. */
  Saved saved();

  /** What a {@link Saveable} is written as: a record. */
  interface Saved {

    /** What was saved. */
    Saveable restored();
  }
}
