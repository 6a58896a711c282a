package io.sluice.lab.explore.checkpoint;

import java.io.Serial;

/** A directory holds no checkpoint that this search could go on from; the message says why. */
public final class CheckpointException extends IllegalArgumentException {

  @Serial private static final long serialVersionUID = 1;

  public CheckpointException(String message) {
    super(message);
  }

  public CheckpointException(String message, Throwable cause) {
    super(message, cause);
  }
}
