package io.sluice.protocol;

import java.util.List;

/**
 * All processes and channels at one moment, as an outside observer would see them: what invariants
 * are stated about.
 */
public interface World<S, M> {

  Layout layout();

  S state(int process);

  /** The messages on their way between two processes, the oldest first. */
  List<M> inTransit(int from, int to);

  /** Whether the process has asked and has not been let in yet. */
  boolean waiting(int process);

  /** Whether the process has been granted its request and has not released yet. */
  boolean inside(int process);

  /** Whether the process has crashed. */
  boolean crashed(int process);

  /** Whether the process has joined or was there from the beginning, and has not departed. */
  boolean member(int process);
}
