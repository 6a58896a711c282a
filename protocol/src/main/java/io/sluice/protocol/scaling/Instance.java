package io.sluice.protocol.scaling;

import io.sluice.protocol.ProcessSet;

/** What can be seen of an instance from outside, whatever the protocol. */
public interface Instance {

  /** The operator of a process that has not been told one. */
  int NO_OPERATOR = -1;

  /** How far the instance has come, from its start to its deletion. */
  enum Stage {
    /** Has not been told to start. */
    UNSTARTED,
    ACTIVE,
    /** Has deleted itself, and acts no more. */
    DELETED
  }

  Stage stage();

  /** The operator that it is an instance of. */
  int operator();

  Table table();

  Records records();

  /** Whether it has been told to scale, and has not done so yet. */
  boolean busy();

  /** Whether it has begun to delete itself. */
  boolean leaving();

  /** Those that it will tell to begin. */
  ProcessSet newborn();

  default boolean active() {
    return stage() == Stage.ACTIVE;
  }
}
