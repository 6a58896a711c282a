package io.sluice.bench.data;

import io.sluice.bench.data.exchange.Changes;
import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.data.measure.HandOvers;
import io.sluice.bench.data.measure.LimitedLinks;
import io.sluice.bench.data.measure.SluiceFigures;
import io.sluice.bench.data.measure.SluiceFigures.Load;
import io.sluice.bench.data.measure.SluiceFigures.Lone;
import io.sluice.bench.data.measure.Work;
import io.sluice.bench.process.Children;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures one figure after the other. */
record DataMeasurement(
    DataPlan plan, List<Exchanges> exchanges, DataResults results, Consumer<String> progress) {

  static final String DECLARED = "declared";
  static final String COMPARED = "found by comparing";
  static final String UNCHANGED = "unchanged read";
  static final String NOT_LOOKED_AT = "unchanged read, not looked at";
  static final String ARENA = "a shared arena of Java alone";
  static final String LOCK = "lock alone";
  static final String COMPUTE = "compute alone";
  static final String TRANSFER = "transfer alone";
  static final String OVERLAPPED = "overlapped";
  static final String IN_SEQUENCE = "in sequence";
  static final String TRANSFER_CPU = "processor time of both during a transfer alone";
  static final String ON_A_DEVICE = "overlapped, computing elsewhere: the processes only wait";
  static final String ONE = "1 reader";
  static final String EIGHT = "8 readers";

  private static final int READERS = 8;
  private static final int MEGABITS = 1_000;
  private static final long BORDER = 16 * DataPlan.MIB;
  private static final long READ_BY_MANY = 32 * DataPlan.MIB;
  private static final long LARGE = 512 * DataPlan.MIB;

  /** A measurement, which may fail. */
  @FunctionalInterface
  private interface Step {
    void run(Children children) throws Exception;
  }

  void measure(Figure figure) {
    progress.accept(figure.label() + " ...");
    switch (figure) {
      case SIZE -> plan.sizes().forEach(size -> guarded("size " + size, each -> size(size, each)));
      case SHARE -> guarded("share", this::share);
      case READ -> guarded("read", this::read);
      case OVERLAP -> limited("overlap", this::overlap, 2);
      case READERS -> limited("readers", this::readers, READERS + 1);
      case OTHER -> guarded("other", this::other);
    }
  }

  /** A failure becomes a note, so that the rest is still measured. */
  private void guarded(String what, Step step) {
    try (var children = new Children()) {
      step.run(children);
    } catch (Exception failure) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      progress.accept(what + " failed: " + failure);
      results.failed(what, failure);
    }
  }

  /** A measurement on links with a limited rate. */
  @FunctionalInterface
  private interface OnLinks {
    void run(Children children, LimitedLinks links) throws Exception;
  }

  private void limited(String what, OnLinks step, int hosts) {
    var obstacle = LimitedLinks.obstacle();
    if (obstacle.isPresent()) {
      results.skipped(what, obstacle.get());
      return;
    }
    guarded(
        what,
        children -> {
          try (var links = new LimitedLinks(hosts, MEGABITS)) {
            step.run(children, links);
          }
        });
  }

  private void size(long size, Children children) throws Exception {
    var open = new ArrayList<HandOvers>();
    for (var exchange : exchanges) {
      if (exchange.isPeer() && size > DataPlan.LARGEST_OF_PEERS) {
        continue;
      }
      if (exchange.missing().isPresent()) {
        results.skipped(exchange.label(), exchange.missing().get());
        continue;
      }
      var each = new HandOvers(exchange, size, children);
      each.run(warmUp(exchange, size), Changes.ALL);
      open.add(each);
    }
    for (int round = 0; round < plan.rounds(); round++) {
      for (var each : open) {
        int turns = each.exchange().pauses() ? 10 : plan.turns(size);
        double median = each.median(turns, Changes.ALL);
        results.add(Figure.SIZE, each.exchange().label(), (double) size, median);
        progress.accept(line("%s, %,d bytes".formatted(each.exchange().label(), size), median));
      }
    }
  }

  /** Peers wait for servers and pauses most of the time, so fewer turns take as long. */
  private int warmUp(Exchanges exchange, long size) {
    int usual = plan.warmUp(size);
    return exchange.pauses() ? Math.min(usual, 200) : usual;
  }

  private void share(Children children) throws Exception {
    var handOvers = new HandOvers(Exchanges.SLUICE, DataPlan.SHARED_SIZE, children);
    int turns = plan.turns(DataPlan.SHARED_SIZE);
    handOvers.run(plan.warmUp(DataPlan.SHARED_SIZE), Changes.ALL);
    for (int round = 0; round < plan.rounds(); round++) {
      for (double share : DataPlan.SHARES) {
        for (boolean declared : List.of(true, false)) {
          var changes = new Changes(share, declared);
          // The other blocks of both sides' memory settle first.
          handOvers.run(4, changes);
          double median = handOvers.median(turns, changes);
          var variant = declared ? DECLARED : COMPARED;
          results.add(Figure.SHARE, variant, share, median);
          progress.accept(line("%s %s".formatted(share, variant), median));
        }
      }
    }
  }

  private void read(Children children) throws Exception {
    var nodes =
        new SluiceFigures(
            children, 3, Optional.empty(), List.of(SluiceFigures.data()), DataPlan.SHARED_SIZE);
    int times = plan.scaled(20_000);
    for (var what : Lone.values()) {
      nodes.lone(what, 2 * times);
    }
    for (int round = 0; round < plan.rounds(); round++) {
      for (var what : Lone.values()) {
        add(Figure.READ, label(what), nodes.lone(what, times));
      }
    }
  }

  private void overlap(Children children, LimitedLinks links) throws Exception {
    var names = List.of(SluiceFigures.borderOf(0), SluiceFigures.borderOf(1));
    var nodes = new SluiceFigures(children, 2, Optional.of(links), names, BORDER);
    int steps = plan.scaled(20);
    nodes.compute(100_000);
    nodes.step(steps, Work.NONE, false);
    nodes.step(steps, Work.sweeps(1_000), true);
    double transfer = nodes.step(steps, Work.NONE, false);
    long probe = 50_000;
    long sweeps = Math.round(transfer / nodes.compute(probe) * probe);
    for (int round = 0; round < plan.rounds(); round++) {
      add(Figure.OVERLAP, COMPUTE, nodes.compute(steps * sweeps) / steps);
      double before = children.cpuSeconds();
      double alone = nodes.step(steps, Work.NONE, false);
      add(Figure.OVERLAP, TRANSFER, alone);
      add(Figure.OVERLAP, TRANSFER_CPU, (children.cpuSeconds() - before) / steps);
      add(Figure.OVERLAP, OVERLAPPED, nodes.step(steps, Work.sweeps(sweeps), false));
      add(Figure.OVERLAP, IN_SEQUENCE, nodes.step(steps, Work.sweeps(sweeps), true));
      add(Figure.OVERLAP, ON_A_DEVICE, nodes.step(steps, Work.elsewhere(alone), false));
    }
  }

  private void readers(Children children, LimitedLinks links) throws Exception {
    var names = List.of(SluiceFigures.data());
    var nodes = new SluiceFigures(children, READERS + 1, Optional.of(links), names, READ_BY_MANY);
    nodes.readers(READERS);
    for (int round = 0; round < plan.rounds(); round++) {
      add(Figure.READERS, ONE, nodes.readers(1));
      add(Figure.READERS, EIGHT, nodes.readers(READERS));
    }
  }

  private void other(Children children) throws Exception {
    var raw = new HandOvers(Exchanges.TCP, LARGE, children);
    var names = List.of(SluiceFigures.data());
    var nodes = new SluiceFigures(children, 3, Optional.empty(), names, LARGE);
    var time = Duration.ofMillis(plan.scaled(4_000));
    nodes.otherLock(Load.NOTHING, raw, time);
    nodes.otherLock(Load.DATA, raw, time);
    for (int round = 0; round < plan.rounds(); round++) {
      for (var load : Load.values()) {
        add(Figure.OTHER, label(load), nodes.otherLock(load, raw, time));
      }
    }
  }

  private static String label(Lone what) {
    return switch (what) {
      case READS -> UNCHANGED;
      case VIEWS -> NOT_LOOKED_AT;
      case LOCKS -> LOCK;
      case ARENAS -> ARENA;
    };
  }

  static String label(Load load) {
    return load.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private void add(Figure figure, String variant, double seconds) {
    results.add(figure, variant, 0, seconds);
    progress.accept(line(variant, seconds));
  }

  private static String line(String what, double seconds) {
    return String.format(Locale.ROOT, "%s: %,.3f ms", what, 1e3 * seconds);
  }
}
