package io.sluice.locks;

import static io.sluice.locks.LaunchedProcess.say;

import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * A process that counts the latch {@code start} down, waits until it is open, and then arrives at
 * the barrier {@code x} again and again. It says what it does, for {@link Passages}.
 */
public final class BarrierContender {

  /** How many go on together. */
  public static final int PARTIES = 3;

  /** How many count the latch down; one of them is killed after that. */
  static final int COUNTS = 4;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private BarrierContender() {}

  public static void main(String[] args) throws Exception {
    contend(args, joining -> joining.over(LaunchedProcess.network(args)));
  }

  /** Arrives again and again, over any transport. */
  public static void contend(String[] args, UnaryOperator<Sluice.Builder> over) throws Exception {
    var ended = LaunchedProcess.ended();
    try (var sluice = LaunchedProcess.joining(args, over).join()) {
      sluice.awaitMembership(Duration.ofSeconds(60));
      say("member");
      var start = sluice.latch("start", COUNTS);
      say("counting " + System.nanoTime());
      start.countDown();
      say("counted " + System.nanoTime());
      boolean open = false;
      while (!open && !ended.get()) {
        open = start.await(Duration.ofMillis(200));
      }
      if (open) {
        say("open " + System.nanoTime());
      }
      var barrier = sluice.barrier("x", PARTIES);
      while (!ended.get()) {
        say("arrive " + System.nanoTime());
        try {
          var passage = barrier.await(PATIENCE);
          say("in " + System.nanoTime() + " " + passage.generation() + " " + passage.place());
        } catch (BrokenBarrierException | TimeoutException e) {
          say("broken " + System.nanoTime() + " " + e.getMessage());
        }
      }
    }
    say("bye");
  }
}
