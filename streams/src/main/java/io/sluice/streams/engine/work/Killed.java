package io.sluice.streams.engine.work;

/** Ends the thread of an instance, through whatever function it is in. */
public final class Killed extends Error {

  public Killed() {
    super("the pipeline was killed", null, false, false);
  }
}
