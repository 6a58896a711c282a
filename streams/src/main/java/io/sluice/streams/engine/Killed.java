package io.sluice.streams.engine;

/** Ends the thread of an instance, through whatever function it is in. */
final class Killed extends Error {

  Killed() {
    super("the pipeline was killed", null, false, false);
  }
}
