package io.sluice.bench.locks.measure;

import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Two members, each a process, that hand a lock to and fro, with a millisecond inside each time:
 * how they are disturbed by what other members and processes do.
 */
final class PacedPair {

  /** Twice as long as a member may take to join. */
  static final Duration PATIENCE = Duration.ofMinutes(4);

  static final int SIZE = 2;

  private static final int HEAP = 64;

  private final Children children;
  private final List<Child> members = new ArrayList<>();
  private int rounds;

  /**
   * @param address where they join a cluster of Sluice
   */
  PacedPair(Children children, String address) throws IOException, InterruptedException {
    this.children = children;
    for (int self = 0; self < SIZE; self++) {
      var member = children.java("contender-" + self, Contender.class, HEAP);
      members.add(member);
      member.tell("open", "sluice", address, self);
      member.answer(PATIENCE);
    }
  }

  /** What is done while they hand over the lock. */
  @FunctionalInterface
  interface Besides<T> {
    T during(Round round) throws IOException, InterruptedException;
  }

  /** What came of it, and the hand-overs meanwhile, in microseconds. */
  record Outcome<T>(T besides, double p50, double p99, double cores) {}

  <T> Outcome<T> handOver(Duration duration, Besides<T> besides)
      throws IOException, InterruptedException {
    rounds++;
    var round = Round.soon(Round.Kind.PACED, duration);
    var logs = new ArrayList<Path>();
    for (var member : members) {
      var log = children.folder().resolve("paced-%d-%d".formatted(rounds, logs.size()));
      logs.add(log);
      member.tell(round.order(log));
    }
    double before = children.cpuSeconds();
    T outcome = besides.during(round);
    for (var member : members) {
      member.answer(duration.plus(PATIENCE));
    }
    double cores = (children.cpuSeconds() - before) / (duration.toNanos() / 1e9);
    var history = History.of(logs, round.begin(), round.end());
    if (history.overlaps() > 0) {
      throw new IOException("not exclusive: " + history.overlaps() + " entries");
    }
    return new Outcome<>(
        outcome,
        history.handOver(50).orElse(0L) / 1e3,
        history.handOver(99).orElse(0L) / 1e3,
        cores);
  }
}
