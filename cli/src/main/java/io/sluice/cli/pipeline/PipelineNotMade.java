package io.sluice.cli.pipeline;

import java.util.Optional;

/** The user's code that makes a pipeline has failed, or has made one that cannot run. */
public final class PipelineNotMade extends RuntimeException {

  public PipelineNotMade(String message, Optional<Throwable> cause) {
    super(message, cause.orElse(null));
  }
}
