package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.measure.Round.Kind;
import io.sluice.bench.locks.service.LockService;
import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import io.sluice.bench.process.OtherLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Measures one lock service: starts its servers and the contenders, runs rounds, and merges the
 * contenders' entry logs.
 */
public final class Coordinator implements AutoCloseable {

  private static final int CONTENDERS_HEAP = 64;

  /** Long: twelve JVMs start on two busy cores. */
  private static final Duration TO_OPEN = Duration.ofMinutes(3);

  /** After a round, contenders that wait still acquire the lock, one after the other. */
  private static final Duration TO_FINISH = Duration.ofMinutes(1);

  /** A warm-up round counts as faster if its rate exceeds the best so far by this factor. */
  private static final double FASTER = 1.03;

  /** Warm-up ends after this many rounds in a row that were not faster. */
  private static final int NO_FASTER = 3;

  /** The fewest warm-up rounds where several processes warm up together. */
  static final int FEWEST_REHEARSALS = 12;

  private final LockService service;
  private final Plan plan;
  private final Children children;
  private final List<Child> contenders = new ArrayList<>();
  private int rounds;

  public Coordinator(LockService service, Plan plan) throws IOException {
    this.service = service;
    this.plan = plan;
    this.children = new Children();
  }

  public Figures measure(RawTcp tcp) throws Exception {
    open();
    var otherLoad = OtherLoad.watch();
    double cold = cold();
    double lone = lone();
    var rawTcp = tcp.measure(plan.measured().dividedBy(4));
    var contention = contention();
    var readWrite = service.readWrite() ? OptionalDouble.of(readWrite()) : OptionalDouble.empty();
    var idle = service.manyLocks() ? OptionalDouble.of(idle()) : OptionalDouble.empty();
    return new Figures(cold, lone, contention, rawTcp, readWrite, idle, otherLoad.cores());
  }

  /** What fresh processes take, and nothing else. */
  public Cold measureCold() throws Exception {
    open();
    double opening = children.cpuSeconds() / plan.contenders();
    var otherLoad = OtherLoad.watch();
    return new Cold(cold(), opening, otherLoad.cores());
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

  /** Checks that processes share a clock: Linux guarantees it, Java does not. */
  private static void sameClock(Child contender) throws IOException, InterruptedException {
    long before = System.nanoTime();
    contender.tell("clock");
    long there = Long.parseLong(contender.answer(TO_FINISH).getFirst());
    if (there - before < 0 || System.nanoTime() - there < 0) {
      throw new IOException("the processes of this machine have no common clock");
    }
  }

  /**
   * CPU time in milliseconds for one of the first entries, without the start of the JVMs and the
   * opening of the clients.
   */
  private double cold() throws IOException, InterruptedException {
    var run = run(Kind.COLD, contenders, TO_FINISH);
    return 1e3 * run.cpuSeconds / run.history().entries();
  }

  /** Measures the client opened last, since the first may be the one that keeps the locks. */
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

  /** Measures the client opened last: it must ask another client for each lock. */
  private double idle() throws IOException, InterruptedException {
    var last = contenders.getLast();
    last.tell("idle", Plan.IDLE_LOCKS);
    return Long.parseLong(last.answer(TO_OPEN).getFirst()) / (double) (1 << 20);
  }

  private double readWrite() throws IOException, InterruptedException {
    return measured(Kind.READ_WRITE, contenders.subList(0, plan.readersAndWriters())).rate();
  }

  /** Warms up until rounds get no faster, then measures. */
  private Run measured(Kind kind, List<Child> clients) throws IOException, InterruptedException {
    // Many processes that warm up together are slow for a while before they get faster.
    int fewest = clients.size() > 1 ? FEWEST_REHEARSALS : 0;
    double best = 0;
    int noFaster = 0;
    for (int rehearsal = 0;
        rehearsal < plan.rehearsals() && (rehearsal < fewest || noFaster < NO_FASTER);
        rehearsal++) {
      double rate = run(kind, clients, plan.rehearsal()).rate();
      noFaster = rate > FASTER * best ? 0 : noFaster + 1;
      best = Math.max(best, rate);
    }
    return median(kind, clients);
  }

  /** The middle one of several rounds: which processes share a core may double a round's rate. */
  private Run median(Kind kind, List<Child> clients) throws IOException, InterruptedException {
    var byRate = new TreeMap<Double, Run>();
    for (int i = 0; i < plan.measurements(); i++) {
      var run = run(kind, clients, plan.measured());
      byRate.put(run.rate(), run);
    }
    return byRate.values().stream().skip((byRate.size() - 1) / 2).findFirst().orElseThrow();
  }

  private static OptionalDouble micros(Optional<Long> nanoseconds) {
    return nanoseconds.map(value -> OptionalDouble.of(value / 1e3)).orElse(OptionalDouble.empty());
  }

  private Run run(Kind kind, List<Child> clients, Duration duration)
      throws IOException, InterruptedException {
    rounds++;
    var round = Round.soon(kind, duration);
    var logs = new ArrayList<Path>();
    for (var contender : clients) {
      var log = children.folder().resolve("round-%d-%d".formatted(rounds, logs.size()));
      logs.add(log);
      contender.tell(round.order(log));
    }
    double before = children.cpuSeconds();
    var answers = new ArrayList<List<String>>();
    for (var contender : clients) {
      answers.add(contender.answer(duration.plus(TO_FINISH)));
    }
    return new Run(round, answers, logs, children.cpuSeconds() - before);
  }

  /** A completed round. */
  private record Run(Round round, List<List<String>> answers, List<Path> logs, double cpuSeconds) {

    /** Entries or pairs a second. */
    double rate() throws IOException {
      if (round.kind() != Kind.LONE) {
        return history().entriesPerSecond();
      }
      var words = answers.getFirst();
      return Long.parseLong(words.get(0)) * 1e9 / Long.parseLong(words.get(1));
    }

    /**
     * What happened in the round.
     *
     * @throws IOException if two processes were inside that exclude each other
     */
    History history() throws IOException {
      var history = History.of(logs, round.begin(), round.end());
      if (history.overlaps() > 0) {
        throw new IOException(
            "not exclusive: %d entries while another process was inside"
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
