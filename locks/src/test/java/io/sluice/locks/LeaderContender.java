package io.sluice.locks;

import static io.sluice.locks.LaunchedProcess.say;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Contender.Manner;
import io.sluice.locks.leader.Candidate;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** As a {@link Contender}, but it stands for leadership of {@code x}. */
public final class LeaderContender {

  private static final long TERM_NANOS = 5_000_000;

  private LeaderContender() {}

  public static void main(String[] args) throws Exception {
    contend(args, joining -> joining.over(Tcp.loopback()));
  }

  /** Stands for leadership, over any transport. */
  public static void contend(String[] args, UnaryOperator<Sluice.Builder> over) throws Exception {
    var manner = Manner.valueOf(args[2]);
    var ended = LaunchedProcess.ended();
    try (var sluice = LaunchedProcess.joining(args, over).join()) {
      sluice.awaitMembership(Duration.ofSeconds(60));
      say("member");
      if (manner == Manner.BYSTANDER) {
        while (!ended.get()) {
          TimeUnit.MILLISECONDS.sleep(5);
        }
      } else {
        try (var candidate = sluice.leader("x").stand()) {
          while (!ended.get() && !(lead(candidate, manner, ended) && manner == Manner.KEEPER)) {
            candidate.resign();
          }
        }
      }
    }
    say("bye");
  }

  private static boolean lead(Candidate candidate, Manner manner, AtomicBoolean ended)
      throws InterruptedException {
    say("ask " + System.nanoTime());
    boolean leads = candidate.awaitLeadership(Duration.ofMillis(500));
    // The time is read before the question, so that it lies within what was answered.
    long from = System.nanoTime();
    var term = candidate.term();
    if (!leads || term.isEmpty()) {
      say("told " + from);
      return false;
    }
    String held = term.get().fence() + " 0";
    say("in " + from + " " + held);
    long last = from;
    boolean leading = true;
    for (long now = from;
        leading && (manner == Manner.KEEPER ? !ended.get() : now - from < TERM_NANOS);
        TimeUnit.MILLISECONDS.sleep(1)) {
      now = System.nanoTime();
      leading = candidate.term().equals(term);
      last = leading ? now : last;
    }
    say((leading ? "out " : "lost ") + from + " " + last + " " + held);
    return true;
  }
}
