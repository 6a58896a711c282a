package io.sluice.bench.locks;

import io.sluice.bench.locks.Round.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Measures one lock service: starts its servers and the contenders, lets these run rounds, and
 * joins what they wrote down.
 */
final class Coordinator implements AutoCloseable {

  private static final int CONTENDERS_HEAP = 64;

  /** Twelve cold virtual machines on two busy cores need their time. */
  private static final Duration TO_OPEN = Duration.ofMinutes(3);

  /** After a round, those who wait still get the lock, in turn. */
  private static final Duration TO_FINISH = Duration.ofMinutes(1);

  /** A rehearsal that is that much quicker than all before it was worth it. */
  private static final double QUICKER = 1.03;

  /** After so many that were not, the machines are warm; fewer may be bad luck. */
  private static final int IN_VAIN = 3;

  private final LockService service;
  private final Plan plan;
  private final Children children;
  private final List<Child> contenders = new ArrayList<>();
  private int rounds;

  Coordinator(LockService service, Plan plan) throws IOException {
    this.service = service;
    this.plan = plan;
    this.children = new Children();
  }

  Figures measure(RawTcp tcp) throws Exception {
    open();
    var others = Others.watch();
    double lone = lone();
    var rawTcp = tcp.measure(plan.measured().dividedBy(4));
    var contention = contention();
    var readWrite = service.readWrite() ? OptionalDouble.of(readWrite()) : OptionalDouble.empty();
    var idle = service.manyLocks() ? OptionalDouble.of(idle()) : OptionalDouble.empty();
    return new Figures(lone, contention, rawTcp, readWrite, idle, others.cores());
  }

  private void open() throws Exception {
    var address = service.start(children, plan.contenders());
    for (int self = 0; self < plan.contenders(); self++) {
      var contender = children.java("contender-" + self, Contender.class, CONTENDERS_HEAP);
      contenders.add(contender);
      contender.tell("open", service.name(), address, self);
      if (self == 0) {
        contender.answer(TO_OPEN);
      }
    }
    for (var contender : contenders.subList(1, contenders.size())) {
      contender.answer(TO_OPEN);
    }
    for (var contender : contenders) {
      contender.tell("meet", plan.contenders());
      contender.answer(TO_OPEN);
      sameClock(contender);
    }
  }

  /** Times of different processes are compared: Java promises that nowhere, Linux does. */
  private static void sameClock(Child contender) throws IOException, InterruptedException {
    long before = System.nanoTime();
    contender.tell("clock");
    long there = Long.parseLong(contender.answer(TO_FINISH).getFirst());
    if (there - before < 0 || System.nanoTime() - there < 0) {
      throw new IOException("the processes of this machine have no common clock");
    }
  }

  /**
   * The client opened last: the first may be the one that keeps the locks, and be close to them.
   */
  private double lone() throws IOException, InterruptedException {
    var last = contenders.subList(contenders.size() - 1, contenders.size());
    return measured(Kind.LONE, last).rate();
  }

  private Figures.Contention contention() throws IOException, InterruptedException {
    var run = measured(Kind.CONTENDED, contenders);
    var history = run.history();
    return new Figures.Contention(
        history.entriesPerSecond(),
        history.changes(),
        micros(history.handOver(50)),
        micros(history.handOver(99)),
        history.fewest(),
        history.most(),
        1e6 * run.cpuSeconds / Math.max(1, history.entries()));
  }

  /** Of the client opened last: each lock is one that another client has to be asked for. */
  private double idle() throws IOException, InterruptedException {
    var last = contenders.getLast();
    last.tell("idle", Plan.IDLE_LOCKS);
    return Long.parseLong(last.answer(TO_OPEN).getFirst()) / (double) (1 << 20);
  }

  private double readWrite() throws IOException, InterruptedException {
    return measured(Kind.READ_WRITE, contenders.subList(0, plan.readersAndWriters())).rate();
  }

  /** Warms up until it gets no quicker any more, then measures. */
  private Run measured(Kind kind, List<Child> who) throws IOException, InterruptedException {
    double best = 0;
    int inVain = 0;
    for (int rehearsal = 0; rehearsal < plan.rehearsals() && inVain < IN_VAIN; rehearsal++) {
      double rate = run(kind, who, plan.rehearsal()).rate();
      inVain = rate > QUICKER * best ? 0 : inVain + 1;
      best = Math.max(best, rate);
    }
    return run(kind, who, plan.measured());
  }

  private static OptionalDouble micros(Optional<Long> nanoseconds) {
    return nanoseconds.map(value -> OptionalDouble.of(value / 1e3)).orElse(OptionalDouble.empty());
  }

  private Run run(Kind kind, List<Child> who, Duration duration)
      throws IOException, InterruptedException {
    rounds++;
    var round = Round.soon(kind, duration);
    var diaries = new ArrayList<Path>();
    for (var contender : who) {
      var diary = children.folder().resolve("round-%d-%d".formatted(rounds, diaries.size()));
      diaries.add(diary);
      var words = new ArrayList<>(List.of("run"));
      words.addAll(round.words());
      words.add(diary.toString());
      contender.tell(words.toArray());
    }
    double before = cpuSeconds();
    var answers = new ArrayList<List<String>>();
    for (var contender : who) {
      answers.add(contender.answer(duration.plus(TO_FINISH)));
    }
    return new Run(round, answers, diaries, cpuSeconds() - before);
  }

  /** Of all clients and servers. */
  private double cpuSeconds() {
    return children
        .handles()
        .mapToDouble(each -> each.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
        .sum();
  }

  /** A round that is over. */
  private record Run(
      Round round, List<List<String>> answers, List<Path> diaries, double cpuSeconds) {

    /** Entries or pairs a second. */
    double rate() throws IOException {
      if (round.kind() != Kind.LONE) {
        return history().entriesPerSecond();
      }
      var words = answers.getFirst();
      return Long.parseLong(words.get(0)) * 1e9 / Long.parseLong(words.get(1));
    }

    /** What happened in it; a service that let two in who exclude each other is no lock service. */
    History history() throws IOException {
      var history = History.of(diaries, round.begin(), round.end());
      if (history.overlaps() > 0) {
        throw new IOException(
            "not exclusive: %d entries while somebody else was inside"
                .formatted(history.overlaps()));
      }
      return history;
    }
  }

  @Override
  public void close() {
    children.close();
  }
}
