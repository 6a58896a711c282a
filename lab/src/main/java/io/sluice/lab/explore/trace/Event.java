package io.sluice.lab.explore.trace;

import io.sluice.protocol.Claim;

/**
 * One thing that happens in a trace. What came of it is in its {@link TraceStep}.
 *
 * <p>Messages and orders are the protocol's own objects; they become text when a trace is written.
 */
public sealed interface Event {

  /** The process that it happens to. */
  int process();

  /** The application asks. */
  record Ask(int process, Claim claim) implements Event {}

  /** The application releases. */
  record Release(int process) implements Event {}

  /** The application withdraws its request. */
  record Withdraw(int process) implements Event {}

  /** A message arrives. */
  record Receive(int process, int from, Object message) implements Event {}

  /** A message is lost on its way to the process. */
  record Lose(int process, int from, Object message) implements Event {}

  /** A message arrives, and will arrive once more. */
  record Duplicate(int process, int from, Object message) implements Event {}

  /** A timer runs out. */
  record Expire(int process, String timer) implements Event {}

  /** A draw has an outcome. */
  record Draw(int process, String draw, int outcome) implements Event {}

  /** The process learns that a peer has been excluded. */
  record Exclude(int process, int peer) implements Event {}

  /** The process crashes. */
  record Crash(int process) implements Event {}

  /** The process is told to join. */
  record Join(int process, int introducer) implements Event {}

  /** The process is told to depart. */
  record Depart(int process) implements Event {}

  /** The process is given an order that only its protocol knows. */
  record Order(int process, Object order) implements Event {}

  /** The process is told that time has passed. */
  record Tick(int process) implements Event {}

  /** The process takes no step for a while. */
  record Pause(int process) implements Event {}

  /** The paused process goes on, and is told the time. */
  record Resume(int process) implements Event {}
}
