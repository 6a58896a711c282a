package io.sluice.bench.data.measure;

import io.sluice.bench.data.exchange.Changes;
import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.process.Child;
import io.sluice.bench.process.Children;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** Nodes of Sluice in processes of their own, and what is measured with them in turns. */
public final class SluiceFigures {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> OPTIONS = List.of("-Xmx256m", "-XX:+UseSerialGC");
  private static final String DATA = "data";

  private final List<Child> parties = new ArrayList<>();

  /**
   * Starts the nodes, which have data with one copy.
   *
   * @param links the network; loopback if there is none
   */
  public SluiceFigures(
      Children children, int nodes, Optional<LimitedLinks> links, List<String> names, long size)
      throws IOException, InterruptedException {
    var cluster = Exchanges.SLUICE.label() + ProcessHandle.current().pid() + System.nanoTime();
    var hosts = links.map(each -> String.join(",", each.addresses())).orElse("");
    var keys = links.isPresent() ? links.get().keyStore().toString() : "";
    for (int self = 0; self < nodes; self++) {
      int host = self;
      var prefix = links.map(each -> each.on(host)).orElse(List.of());
      var party = children.java("party-%d-%d".formatted(size, self), Party.class, OPTIONS, prefix);
      parties.add(party);
      ask(self, "join", cluster, self, hosts, keys);
    }
    for (int self = 0; self < nodes; self++) {
      ask(self, "meet", nodes);
      for (var name : names) {
        ask(self, "data", name, size);
      }
    }
  }

  private static Object[] words(Object[] command) {
    var words = new ArrayList<Object>(List.of("sluice"));
    words.addAll(List.of(command));
    return words.toArray();
  }

  private void tell(int party, Object... command) throws IOException {
    parties.get(party).tell(words(command));
  }

  private long number(int party) throws IOException, InterruptedException {
    return Long.parseLong(parties.get(party).answer(LIMIT).getFirst());
  }

  private String ask(int party, Object... command) throws IOException, InterruptedException {
    tell(party, command);
    return parties.get(party).answer(LIMIT).getFirst();
  }

  /** What one node does alone. */
  public enum Lone {
    /** Reads what has not changed. */
    READS,
    /** The same without a look at the bytes. */
    VIEWS,
    /** The read-write lock alone, with the same protocol. */
    LOCKS,
    /** Allocates a word in a shared arena, which it closes. */
    ARENAS
  }

  /**
   * What one node does alone.
   *
   * @return seconds, the median of many
   */
  public double lone(Lone what, int times) throws IOException, InterruptedException {
    tell(parties.size() - 1, what.name().toLowerCase(Locale.ROOT), DATA, times);
    return number(parties.size() - 1) / 1e9;
  }

  /** From the commit of a version until that many waiting readers have seen it; seconds. */
  public double readers(int readers) throws IOException, InterruptedException {
    ask(0, "hold", DATA);
    for (int reader = 1; reader <= readers; reader++) {
      tell(reader, "await", DATA);
    }
    Thread.sleep(Duration.ofMillis(200)); // until all of them are in the queue
    tell(0, "commit", DATA);
    long begin = number(0);
    long end = begin;
    for (int reader = 1; reader <= readers; reader++) {
      end = Math.max(end, number(reader));
    }
    return (end - begin) / 1e9;
  }

  /** What moves while another lock is used. */
  public enum Load {
    NOTHING,
    DATA,
    RAW_TCP
  }

  /** p99 of acquiring another lock, of both nodes the worse, while something moves; seconds. */
  public double otherLock(Load load, HandOvers raw, Duration time)
      throws IOException, InterruptedException {
    var over = new AtomicBoolean();
    var moving = CompletableFuture.completedFuture("nothing");
    switch (load) {
      case NOTHING -> {}
      case DATA -> {
        ask(0, "move", DATA);
        ask(1, "move", DATA);
      }
      case RAW_TCP -> moving = CompletableFuture.supplyAsync(() -> moveRaw(raw, over));
    }
    tell(0, "contend", "other", time.toMillis());
    tell(1, "contend", "other", time.toMillis());
    long worse = Math.max(number(0), number(1));
    over.set(true);
    moving.join();
    if (load == Load.DATA) {
      tell(0, "stay");
      tell(1, "stay");
      parties.get(0).answer(LIMIT);
      parties.get(1).answer(LIMIT);
    }
    return worse / 1e9;
  }

  private static String moveRaw(HandOvers raw, AtomicBoolean over) {
    try {
      while (!over.get()) {
        raw.run(1, Changes.ALL);
      }
      return "moved";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  /** Seconds for that many sweeps, when both compute at the same time. */
  public double compute(long sweeps) throws IOException, InterruptedException {
    tell(0, "compute", sweeps);
    tell(1, "compute", sweeps);
    return Math.max(number(0), number(1)) / 1e9;
  }

  /** Seconds for a step of the stencil. */
  public double step(int steps, Work work, boolean early) throws IOException, InterruptedException {
    for (var which : List.of("own", "other")) {
      ask(0, "queue", borderOf(0), borderOf(1), which);
      ask(1, "queue", borderOf(1), borderOf(0), which);
    }
    tell(0, "stencil", steps, work.sweeps(), work.nanos(), early);
    tell(1, "stencil", steps, work.sweeps(), work.nanos(), early);
    return Math.max(number(0), number(1)) / 1e9 / steps;
  }

  /** The data of a node's border. */
  public static String borderOf(int node) {
    return "border-" + node;
  }

  /** The data of all figures but the stencil. */
  public static String data() {
    return DATA;
  }
}
