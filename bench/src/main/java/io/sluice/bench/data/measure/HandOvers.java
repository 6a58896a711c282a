package io.sluice.bench.data.measure;

import io.sluice.bench.data.exchange.Changes;
import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import io.sluice.bench.report.Range;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Two processes that take turns with the same bytes through one exchange. */
public final class HandOvers {

  private static final Duration TO_OPEN = Duration.ofMinutes(2);
  private static final Duration TO_RUN = Duration.ofMinutes(3);
  private static final int HEAP_MEBIBYTES = 256;

  /** How often bytes may exist in one process of a peer: value, copy, packet. */
  private static final int TIMES_IN_HEAP = 8;

  /** Rounds without any hand-over in a row, after which something else must be wrong. */
  private static final int MOST_ATTEMPTS = 20;

  private final Exchanges exchange;
  private final List<Child> parties = new ArrayList<>();

  /** Starts the processes. */
  public HandOvers(Exchanges exchange, long size, Children children) throws Exception {
    this.exchange = exchange;
    long mebibytes = HEAP_MEBIBYTES + (exchange.isPeer() ? (TIMES_IN_HEAP * size) >> 20 : 0);
    var options =
        List.of(
            "-Xmx" + mebibytes + "m",
            "-XX:MaxDirectMemorySize=" + (HEAP_MEBIBYTES + (size >> 20)) + "m",
            exchange.isPeer() ? "-XX:+UseParallelGC" : "-XX:+UseSerialGC");
    var address = exchange.start(children);
    for (int self = 0; self < exchange.processes(); self++) {
      var name = "%s-%d-%d".formatted(exchange.label(), size, self);
      var party = children.java(name, Party.class, options);
      parties.add(party);
      party.tell("open", exchange.label(), address, self, size);
      party.answer(TO_OPEN);
    }
    for (var party : parties) {
      party.tell("meet", exchange.processes());
      party.answer(TO_OPEN);
    }
  }

  /**
   * Lets them take turns. A process alone takes microseconds for a turn, so it may have taken all
   * of its turns before the other one has asked; then both take them once more.
   *
   * @param turns of each process
   * @return the times of all hand-overs, in seconds
   */
  public List<Double> run(int turns, Changes changes) throws IOException, InterruptedException {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      var times = takeTurns(turns, changes);
      if (!times.isEmpty()) {
        return times;
      }
    }
    throw new IOException(
        "%s: no process waited for the other in %d rounds"
            .formatted(exchange.label(), MOST_ATTEMPTS));
  }

  private List<Double> takeTurns(int turns, Changes changes)
      throws IOException, InterruptedException {
    // The first process begins and ends. A reader may miss what is written before it asks first.
    int ofSecond = exchange == Exchanges.SLUICE_READ ? turns / 2 + 1 : turns;
    parties.get(1).tell("turns", ofSecond, changes.share(), changes.declared());
    parties.get(0).tell("turns", turns + 1, changes.share(), changes.declared());
    var first = Turn.of(0, parties.get(0).answer(TO_RUN)).toList();
    var second = Turn.of(1, parties.get(1).answer(TO_RUN)).toList();
    return Turn.handOvers(Stream.concat(first.stream(), second.stream()));
  }

  /** The median of a round, in seconds. */
  public double median(int turns, Changes changes) throws IOException, InterruptedException {
    return Range.of(run(turns, changes)).median();
  }

  public Exchanges exchange() {
    return exchange;
  }
}
