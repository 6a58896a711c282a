package io.sluice.lab.explore.trace;

import java.util.List;

/**
 * An event of a trace and what came of it.
 *
 * @param sent what the process sent, in order
 * @param granted whether the process was let in
 * @param state the state of the process afterwards
 */
public record TraceStep(Event event, List<Sent> sent, boolean granted, Object state) {

  /** A message that a process sent. */
  public record Sent(int to, Object message) {}

  public TraceStep {
    sent = List.copyOf(sent);
  }

  /** The process that it happened to. */
  public int process() {
    return event.process();
  }
}
