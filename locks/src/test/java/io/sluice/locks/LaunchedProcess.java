package io.sluice.locks;

import io.sluice.cluster.tcp.Tcp;
import java.io.IOException;
import java.nio.file.Path;
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

  /**
   * Where the others are: on this machine; or for a cluster beyond it the fifth argument tells the
   * hosts and the sixth the key store, whose password is in {@code SECRET}. Instead of the hosts:
   * {@code NAME expecting N}, where the name resolves to them.
   */
  static Tcp network(String[] args) {
    return args.length > 5
        ? hosts(args[4]).security(Path.of(args[5]), System.getenv("SECRET").toCharArray())
        : Tcp.loopback();
  }

  private static Tcp hosts(String places) {
    var expecting = places.split(" expecting ", -1);
    return expecting.length == 1
        ? Tcp.at(places.split(",", -1))
        : Tcp.discover(expecting[0], Integer.parseInt(expecting[1]));
  }

  static synchronized void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
