package io.sluice.lab.simulate;

/**
 * An auditor that hears the messages too. One that does not need them should be a plain auditor:
 * messages are most of what happens in a run.
 */
public interface MessageAuditor<M> extends Auditor {

  /** A process sends a message; it may yet be lost, held back or doubled. */
  void sent(long at, int from, int to, M message);

  /** A message reaches a process. */
  default void received(long at, int from, int to, M message) {}
}
