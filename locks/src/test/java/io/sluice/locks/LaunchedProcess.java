package io.sluice.locks;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/**
 * This process, if a test has launched it: it writes lines to the test, and ends when the test
 * closes its input.
 */
final class LaunchedProcess {

  private LaunchedProcess() {}

  /** Becomes true when the test has closed the input. */
  static AtomicBoolean ended() {
    var ended = new AtomicBoolean();
    Thread.ofPlatform().daemon().start(() -> awaitEndOfInput(ended));
    return ended;
  }

  private static void awaitEndOfInput(AtomicBoolean ended) {
    try {
      while (System.in.read() >= 0) {
        Thread.onSpinWait();
      }
    } catch (IOException e) {
      say(e.toString());
    }
    ended.set(true);
  }

  /** A node as the arguments say: the cluster, the node's name, the manner, the lease. */
  static Sluice.Builder joining(String[] args, UnaryOperator<Sluice.Builder> over) {
    return over.apply(Sluice.named(args[0]))
        .nodeName(args[1])
        .lease(Duration.ofMillis(Long.parseLong(args[3])))
        .forgetAfter(Duration.ofMillis(10));
  }

  static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
