package io.sluice.cli.host;

import io.sluice.cli.environment.GuardedCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A lock that a node on this host holds for this command. It is held until a time that the node has
 * confirmed, counted from before the question, so that neither side can be stopped and the command
 * go on; and not after the connection has ended. The request is the first such question: only if
 * the lock comes late does the command ask again before it runs. For one thread.
 */
final class LockThroughNode implements GuardedCommand.HeldLock {

  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(2);

  /** Questions per lease. */
  private static final int ASKED_PER_LEASE = 10;

  /** The least time between two looks at the connection; each takes a millisecond. */
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(5);

  static final String NODE_ENDED = "the node on this host has ended";

  private static final String NODE_SILENT = "the node on this host has not answered in time";

  private final Connection node;
  private final long fence;
  private final int unit;
  private final long leaseMillis;
  private long asked;
  private boolean answered = true;
  private long until;
  private long looked = System.nanoTime();
  private boolean lost;
  private String whyLost = "";
  private boolean released;

  /**
   * A lock that the node has just granted.
   *
   * @param granted the node's message, after the lock's name
   * @param requested the time before the lock was requested
   */
  LockThroughNode(Connection node, Message.Reader granted, long requested) throws IOException {
    this.node = node;
    this.fence = granted.longNumber();
    this.unit = granted.number();
    this.leaseMillis = granted.longNumber();
    this.asked = requested;
    this.until = requested + granted.longNumber();
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

  /** Whether the lock is held. Asks the node if the request was long ago, and waits for it. */
  boolean confirm() {
    if (!holds() || isTimeToAsk()) {
      ask();
      long end = asked + PATIENCE;
      // An answer to an earlier message may come first.
      while (!answered && !lost && end - System.nanoTime() > 0) {
        hear(node.next(end - System.nanoTime()));
      }
    }
    return holds();
  }

  private boolean holds() {
    return !lost && until - System.nanoTime() > 0;
  }

  private boolean isTimeToAsk() {
    long interval = TimeUnit.MILLISECONDS.toNanos(leaseMillis) / ASKED_PER_LEASE;
    return answered && !lost && System.nanoTime() - asked > interval;
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
      lose(NODE_ENDED);
    }
  }

  private void lose(String why) {
    if (!lost) {
      lost = true;
      whyLost = why;
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
      case Talk.LOST -> lose(why(message));
      case Talk.CLOSED -> lose(NODE_ENDED);
      default -> {}
    }
  }

  private static String why(Message message) {
    try {
      return message.read().text();
    } catch (IOException e) {
      return "";
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
    if (System.nanoTime() - looked < LOOK) {
      return;
    }
    var message = node.next(0);
    while (message != null && !lost) {
      hear(message);
      message = node.next(0);
    }
    looked = System.nanoTime();
    if (isTimeToAsk()) {
      ask();
    }
  }

  @Override
  public boolean valid() {
    look();
    return holds();
  }

  @Override
  public Optional<Duration> remaining() {
    look();
    long left = lost ? 0 : Math.max(0, until - System.nanoTime());
    return Optional.of(Duration.ofNanos(left));
  }

  @Override
  public String whyLost() {
    look();
    return !lost && !answered && !holds() ? NODE_SILENT : whyLost;
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
