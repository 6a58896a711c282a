package io.sluice.cli.host;

import io.sluice.cli.environment.GuardedCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A lock that a node on this host holds for this command. It is held until a time that the node has
 * confirmed, counted from before the question, so that neither side can be stopped and the command
 * go on; and not after the connection has ended. For one thread.
 */
final class LockThroughNode implements GuardedCommand.Held {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

  /** Questions per lease. */
  private static final int ASKED_PER_LEASE = 10;

  private final Connection node;
  private final long fence;
  private final int unit;
  private final long leaseMillis;
  private long asked = System.nanoTime();
  private boolean answered = true;
  private long until = asked;
  private boolean lost;
  private boolean released;

  LockThroughNode(Connection node, long fence, int unit, long leaseMillis) {
    this.node = node;
    this.fence = fence;
    this.unit = unit;
    this.leaseMillis = leaseMillis;
  }

  @Override
  public long fence() {
    return fence;
  }

  @Override
  public int unit() {
    return unit;
  }

  long leaseMillis() {
    return leaseMillis;
  }

  /** Asks the node for the first time, and waits for its answer; whether the lock is held. */
  boolean confirm() {
    ask();
    hear(node.next(PATIENCE));
    return valid();
  }

  private void ask() {
    asked = System.nanoTime();
    answered = false;
    send(Talk.ASK);
  }

  private void send(byte type) {
    try {
      node.send(Message.of(type));
    } catch (IOException e) {
      lost = true;
    }
  }

  private void hear(Message message) {
    if (message == null) {
      return;
    }
    switch (message.type()) {
      case Talk.REMAINING -> {
        answered = true;
        until = asked + remaining(message);
      }
      case Talk.RELEASED -> released = true;
      case Talk.LOST, Talk.CLOSED -> lost = true;
      default -> {}
    }
  }

  private static long remaining(Message message) {
    try {
      return message.read().longNumber();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Hears what has come, and asks the node from time to time. */
  private void look() {
    var message = node.next(0);
    while (message != null && !lost) {
      hear(message);
      message = node.next(0);
    }
    long interval = TimeUnit.MILLISECONDS.toNanos(leaseMillis) / ASKED_PER_LEASE;
    if (answered && !lost && System.nanoTime() - asked > interval) {
      ask();
    }
  }

  @Override
  public boolean valid() {
    look();
    return !lost && until - System.nanoTime() > 0;
  }

  @Override
  public Optional<Duration> remaining() {
    look();
    long left = lost ? 0 : Math.max(0, until - System.nanoTime());
    return Optional.of(Duration.ofNanos(left));
  }

  /** Tells the node that the command is over, and waits until the lock is released. */
  void release() {
    send(Talk.RELEASE);
    long end = System.nanoTime() + PATIENCE;
    while (!lost && !released && end - System.nanoTime() > 0) {
      hear(node.next(end - System.nanoTime()));
    }
  }
}
