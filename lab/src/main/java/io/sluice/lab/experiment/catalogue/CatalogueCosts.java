package io.sluice.lab.experiment.catalogue;

import static java.util.Objects.requireNonNull;

import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Statistics;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.Workload.Start;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;

/**
 * Measures what an entry costs with each protocol of the catalogue.
 *
 * <p>All messages take the same time, so a delay divided by it is the number of messages in
 * sequence.
 */
public final class CatalogueCosts {

  static final int SEEDS = 2;

  /** How long every message takes. */
  static final long LATENCY = 1_000;

  static final Network NETWORK = Network.of(new Delay.Constant(LATENCY));

  /** Long enough that hundreds of requests rarely overlap. */
  private static final long QUIET_SPAN = 100_000_000_000_000L;

  private static final int QUIET_ROUNDS = 6;
  private static final int QUIET_ENTRIES = 120;

  /** More than {@code token-queue} takes to reach its steady state. */
  private static final int BUSY_ENTRIES = 10;

  private static final int PAIRS = 10;

  private record Cell(Formula formula, int nodes) {}

  /**
   * One cost: measured, and by formula.
   *
   * @param mean the mean over all measured entries
   * @param min the smallest of any entry; for messages when all nodes ask, of any run
   * @param max likewise the largest
   */
  public record Cost(
      String algorithm,
      int nodes,
      Quantity quantity,
      double mean,
      double min,
      double max,
      Law law) {

    /** Whether the formula holds. */
    public boolean lawful() {
      return law.admits(nodes, min, mean, max);
    }
  }

  private CatalogueCosts() {}

  /** All quantities of all protocols for each number of nodes; quantities vary fastest. */
  public static List<Cost> measure(List<Integer> sizes, Options options, Progress progress) {
    for (int nodes : sizes) {
      if (nodes < 3) {
        throw new IllegalArgumentException("costs need at least 3 nodes, not " + nodes);
      }
    }
    var cells = new ArrayList<Cell>();
    for (int nodes : sizes) {
      Formula.ALL.forEach(formula -> cells.add(new Cell(formula, nodes)));
    }
    int seeds = options.seedsOr(SEEDS);
    var longestFirst =
        cells.stream().sorted(Comparator.comparingInt(Cell::nodes).reversed()).toList();
    var results =
        Grid.run(
            "catalogue",
            longestFirst,
            _ -> seeds,
            (cell, seed) -> measure(cell, seed, options),
            options,
            progress);
    return cells.stream()
        .flatMap(cell -> costs(cell, requireNonNull(results.get(cell))).stream())
        .toList();
  }

  private static List<Cost> costs(Cell cell, List<Map<Quantity, List<Double>>> ofSeeds) {
    var costs = new ArrayList<Cost>();
    cell.formula
        .laws()
        .forEach(
            (quantity, law) -> {
              var all =
                  Statistics.of(
                      ofSeeds.stream()
                          .flatMap(m -> requireNonNull(m.get(quantity)).stream())
                          .toList());
              costs.add(
                  new Cost(
                      cell.formula.name(),
                      cell.nodes,
                      quantity,
                      all.mean(),
                      all.min(),
                      all.max(),
                      law));
            });
    return costs;
  }

  private static Map<Quantity, List<Double>> measure(Cell cell, long seed, Options options) {
    var measured = new EnumMap<Quantity, List<Double>>(Quantity.class);
    var quiet = quiet(cell, seed, options);
    measured.put(Quantity.MESSAGES, quiet.stream().map(e -> (double) e.messages()).toList());
    measured.put(Quantity.CLIENT_DELAY, quiet.stream().map(e -> inMessages(e.waited())).toList());
    var laws = cell.formula.laws();
    if (laws.containsKey(Quantity.MESSAGES_BUSY)) {
      // Such a run is deterministic: another seed would only repeat it.
      measured.put(
          Quantity.MESSAGES_BUSY, seed == 1 ? List.of(busy(cell, seed, options)) : List.of());
    }
    if (laws.containsKey(Quantity.SYNCHRONISATION_DELAY)) {
      measured.put(Quantity.SYNCHRONISATION_DELAY, handovers(cell, seed, options));
    }
    return measured;
  }

  private static double inMessages(long nanos) {
    return (double) nanos / LATENCY;
  }

  /** Every node asks now and then, and no two requests overlap. The first third is left out. */
  private static List<EntryMeter.Entry> quiet(Cell cell, long seed, Options options) {
    var meter = new EntryMeter(0);
    Trial.runSound(
        simulation(cell)
            .workload(cell.formula.algorithm().restless() ? patrolled(cell) : leisurely(cell))
            .auditMessages(meter),
        seed,
        options);
    var entries = meter.entries();
    return entries.subList(entries.size() / 3, entries.size());
  }

  private static Workload leisurely(Cell cell) {
    return Workload.entries(Math.max(QUIET_ROUNDS, QUIET_ENTRIES / cell.nodes))
        .think(new Delay.Uniform(0, QUIET_SPAN))
        .hold(new Delay.Constant(LATENCY))
        .asks(cell.formula::asks);
  }

  /**
   * For a token that never rests, which would circulate forever without requests. One node asks, at
   * a whole number of message times after its last exit, so that the token may be anywhere.
   */
  private static Workload patrolled(Cell cell) {
    var thinks = LongStream.rangeClosed(1, cell.nodes).map(k -> k * LATENCY).boxed().toList();
    return Workload.entries(QUIET_ENTRIES)
        .think(new Delay.Empirical(thinks))
        .hold(new Delay.Constant(LATENCY))
        .asks(node -> node == cell.nodes / 2);
  }

  /**
   * All nodes ask all the time. The cost of additional entries, so that neither the beginning nor
   * the end counts.
   */
  private static double busy(Cell cell, long seed, Options options) {
    var few = busy(cell, BUSY_ENTRIES, seed, options);
    var more = busy(cell, 2 * BUSY_ENTRIES, seed, options);
    return (double) (more.messages() - few.messages()) / (more.entries() - few.entries());
  }

  private static Outcome busy(Cell cell, int entries, long seed, Options options) {
    var restless =
        Workload.entries(entries)
            .think(Delay.NONE)
            .hold(new Delay.Constant(10 * LATENCY))
            .start(Start.TOGETHER)
            .asks(cell.formula::asks);
    return Trial.runSound(simulation(cell).workload(restless), seed, options);
  }

  /** Messages per entry if every node enters once and all ask at the same instant. */
  static double stampede(Formula formula, int nodes, Options options) {
    return busy(new Cell(formula, nodes), 1, 1, options).messagesPerEntry();
  }

  /** Two nodes take turns; the waiting node asks long before the other releases. */
  private static List<Double> handovers(Cell cell, long seed, Options options) {
    var random = new SplittableRandom(seed);
    var all = new ArrayList<Double>();
    int first = cell.formula.asks(0) ? 0 : 1;
    for (int pair = 0; pair < PAIRS; pair++) {
      int one = random.nextInt(first, cell.nodes);
      int step = random.nextInt(1, cell.nodes - first);
      int other = first + (one - first + step) % (cell.nodes - first);
      var meter = new HandoverMeter();
      long hold = 10L * cell.nodes * LATENCY;
      var turns =
          Workload.entries(2)
              .think(new Delay.Constant(hold / 2))
              .hold(new Delay.Constant(hold))
              .start(Start.TOGETHER)
              .asks(node -> node == one || node == other);
      Trial.runSound(simulation(cell).workload(turns).audit(meter), seed, options);
      meter.handovers().forEach(nanos -> all.add(inMessages(nanos)));
    }
    return all;
  }

  private static Simulation<?, ?> simulation(Cell cell) {
    return Simulation.of(cell.formula.algorithm(), Layout.plain(cell.nodes)).network(NETWORK);
  }
}
