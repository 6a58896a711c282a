package io.sluice.lab.explore;

import io.sluice.lab.explore.Worker.Finding;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Searches every world that a protocol can get into, breadth first, so that what it finds wrong it
 * finds on a shortest way.
 *
 * <pre>{@code
 * var scope = Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 1);
 * var result = Explorer.search(scope, Effort.full());
 * System.out.println(result.verdict().word() + ", " + result.worlds() + " worlds");
 * }</pre>
 */
public final class Explorer<S, M> implements AutoCloseable {

  private static final long BETWEEN_REPORTS = 200_000_000;

  private static final String ONLY_BY_ORDER =
      " (found with logical times known by their order alone; no run of this length with real"
          + " times shows it)";

  private final Scope<S, M> scope;
  private final Effort effort;
  private final Dictionary<S, M> dictionary;
  private final List<Worker<S, M>> workers = new ArrayList<>();
  private final Graph graph;
  private final ExecutorService threads;
  private final Optional<Commutation<S, M>> commutation;
  private final SleepSets sleepSets;
  private final long start;
  private long lastReport;

  /** How many worlds a search goes on to that has relied upon what is wrong, to find out more. */
  private long enough = Long.MAX_VALUE;

  private Explorer(
      Scope<S, M> scope,
      Effort effort,
      Dictionary<S, M> dictionary,
      Optional<Commutation<S, M>> commutation,
      SleepSets sleepSets,
      long start) {
    this.scope = scope;
    this.effort = effort;
    this.dictionary = dictionary;
    this.commutation = commutation;
    this.sleepSets = sleepSets;
    this.start = start;
    this.lastReport = start;
    for (int self = 0; self < effort.workers(); self++) {
      workers.add(new Worker<>(scope, dictionary, self, effort, commutation, sleepSets));
    }
    this.graph = new Graph(workers.stream().map(Worker::part).toList());
    this.threads =
        Executors.newFixedThreadPool(effort.workers(), Thread.ofPlatform().daemon().factory());
  }

  /** Searches the whole scope. */
  public static <S, M> Result search(Scope<S, M> scope, Effort effort) {
    long start = System.nanoTime();
    effort.check(scope);
    if (effort.reduced()) {
      var result = reducedSearch(scope, effort, start);
      if (result.isPresent()) {
        return result.get();
      }
    }
    var dictionary = new Dictionary<>(scope);
    for (var sleepSets = SleepSets.of(scope, effort); ; sleepSets = SleepSets.unused(scope)) {
      try (var explorer =
          new Explorer<>(scope, effort, dictionary, Optional.empty(), sleepSets, start)) {
        var result = explorer.searchInMemory();
        if (!explorer.hasSleptTooMuch()) {
          return result;
        }
      }
    }
  }

  /** Some way to a world was found after moves of that world had been left out. */
  private boolean hasSleptTooMuch() {
    return sleepSets.areUsed() && !leadsOnward();
  }

  /**
   * Searches one of many orders; nothing if these never end, so that all have to be looked at.
   *
   * <p>What commutes is found out on the way. A search that has relied upon what is wrong goes on
   * for a while to find out more, and then begins again.
   */
  private static <S, M> Optional<Result> reducedSearch(
      Scope<S, M> scope, Effort effort, long start) {
    var dictionary = new Dictionary<>(scope);
    var commutation = new Commutation<>(scope, dictionary);
    while (true) {
      try (var explorer =
          new Explorer<>(
              scope,
              effort,
              dictionary,
              Optional.of(commutation),
              SleepSets.unused(scope),
              start)) {
        var result = explorer.searchInMemory();
        boolean relied = explorer.hasReliedOnWhatIsWrong();
        boolean outgrown = explorer.worlds() > explorer.enough;
        if (!(relied && result.verdict() instanceof Verdict.Ok) && !outgrown) {
          boolean ended =
              !(result.verdict() instanceof Verdict.Ok)
                  || explorer.leadsOnward()
                  || explorer.graph.isAcyclic();
          return ended ? Optional.of(result) : Optional.empty();
        }
      }
    }
  }

  private Result searchInMemory() {
    try {
      return search();
    } catch (OutOfMemoryError e) {
      // The limit is a reckoning; where it was wrong, the search still ends with a sentence.
      return ended("the heap is full; ");
    }
  }

  private boolean hasReliedOnWhatIsWrong() {
    if (enough == Long.MAX_VALUE && commutation.map(Commutation::wasBroken).orElse(false)) {
      enough = 2 * worlds();
    }
    return enough < Long.MAX_VALUE;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }

  private Result search() {
    workers.forEach(Worker::seed);
    for (int level = 0; ; level++) {
      var ended = searchLevel();
      if (ended.isPresent()) {
        return ended(ended.get());
      }
      if (hasSleptTooMuch() || (hasReliedOnWhatIsWrong() && worlds() > enough)) {
        return ended("");
      }
      var standstills = findings(Worker::standstills);
      if (!standstills.isEmpty()) {
        return violation(standstills, level);
      }
      var faults = findings(Worker::faults);
      if (!faults.isEmpty()) {
        return violation(faults, level + 1);
      }
      if (workers.stream().allMatch(worker -> worker.nextSize() == 0)) {
        return searched();
      }
      workers.forEach(Worker::startLevel);
    }
  }

  /** Looks at all worlds of a level; says why if it could not. */
  private Optional<String> searchLevel() {
    int size = workers.stream().mapToInt(Worker::levelSize).max().orElseThrow();
    for (int from = 0; from < size; from += Worker.BATCH) {
      int first = from;
      together(worker -> worker.expand(first, first + Worker.BATCH));
      together(worker -> worker.collect(workers));
      report();
      if (effort.cancelled().getAsBoolean()) {
        return Optional.of("the search was cancelled; ");
      }
      if (bytes() + growing() > effort.memory()) {
        return Optional.of(
            "the memory limit of %,d MiB is reached: give it more, or ask for less; "
                .formatted(effort.memory() >> 20));
      }
    }
    together(Worker::writeDown);
    graph.parts().forEach(Graph.Part::endLevel);
    return Optional.empty();
  }

  private Result ended(String why) {
    String covered =
        "no error within the first %,d steps of any run, %,d worlds"
            .formatted(graph.levels(), worlds());
    return result(new Verdict.Incomplete(), why + covered, Optional.empty());
  }

  private void together(Consumer<Worker<S, M>> phase) {
    var others = new ArrayList<Future<?>>();
    for (var worker : workers.subList(1, workers.size())) {
      others.add(threads.submit(() -> phase.accept(worker)));
    }
    phase.accept(workers.getFirst());
    try {
      for (var other : others) {
        other.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in the middle of a search", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException("a worker failed", e);
    }
  }

  /**
   * Everything was seen, and nothing bad happens. What is left is whether the good does. It does
   * where every run ends: those ends were judged.
   */
  private Result searched() {
    if (!leadsOnward()) {
      var served = new BitSet();
      workers.forEach(worker -> served.or(worker.served()));
      var hopeful = graph.thatCanReach(served, worlds());
      if (hopeful.cardinality() < worlds()) {
        return stuck(hopeful);
      }
    }
    if (scope.unbounded() && scope.channels() == Scope.Channels.FIFO) {
      var starvation = starvation();
      if (starvation.isPresent()) {
        return starvation.get();
      }
    }
    boolean invariants = commutation.isEmpty() || scope.algorithm().invariants().isEmpty();
    String what =
        invariants
            ? "every property holds in every world"
            : "every property holds in every world; the protocol's own invariants were not judged";
    return result(new Verdict.Ok(), what, Optional.empty());
  }

  private boolean leadsOnward() {
    return workers.stream().allMatch(Worker::leadsOnward);
  }

  private Result stuck(BitSet hopeful) {
    int level = 0;
    while (graph.outside(hopeful, level).isEmpty()) {
      level++;
    }
    var tracer = new Tracer<>(scope, dictionary);
    boolean shown = tracer.follow(graph.waysTo(graph.outside(hopeful, level), level), this::number);
    return result(
        new Verdict.Stuck(),
        "from here on, whatever happens, somebody is never served",
        shown ? Optional.of(new Trace(tracer.events(), Trace.NO_CYCLE)) : Optional.empty());
  }

  private Optional<Result> starvation() {
    int limit = workers.stream().mapToInt(worker -> worker.table().limit()).max().orElseThrow();
    var search =
        new Starvation(
            graph,
            world -> workers.get(world % workers.size()).waiting(world),
            scope.layout().size(),
            limit);
    return search.find().map(this::starved);
  }

  private Result starved(Starvation.Lasso lasso) {
    var entry = new BitSet();
    entry.set(lasso.entry());
    var tracer = new Tracer<>(scope, dictionary);
    boolean shown =
        tracer.follow(graph.waysTo(entry, lasso.level()), this::number)
            && tracer.take(lasso.cycle());
    return result(
        new Verdict.Starvation(),
        "%s can wait for ever although every message arrives and everybody leaves"
            .formatted(scope.layout().name(lasso.process())),
        shown ? Optional.of(new Trace(tracer.events(), lasso.level())) : Optional.empty());
  }

  private Result violation(List<Finding> findings, int level) {
    var worlds = new BitSet();
    findings.forEach(finding -> worlds.set(finding.world()));
    var tracer = new Tracer<>(scope, dictionary);
    if (tracer.follow(graph.waysTo(worlds, level), this::number)) {
      var fault = tracer.fault().orElseThrow();
      return result(
          fault.verdict(), fault.what(), Optional.of(new Trace(tracer.events(), Trace.NO_CYCLE)));
    }
    var fault = findings.getFirst().fault();
    return result(fault.verdict(), fault.what() + ONLY_BY_ORDER, Optional.empty());
  }

  private int number(long fingerprint) {
    int owner = Worker.owner(fingerprint, workers.size());
    return workers.get(owner).table().find(fingerprint);
  }

  private List<Finding> findings(Function<Worker<S, M>, List<Finding>> which) {
    return workers.stream().flatMap(worker -> which.apply(worker).stream()).toList();
  }

  private long worlds() {
    return workers.stream().mapToLong(worker -> worker.table().size()).sum();
  }

  private long transitions() {
    return 1 + workers.stream().mapToLong(Worker::transitions).sum();
  }

  private long bytes() {
    return graph.bytes()
        + dictionary.bytes(workers.size())
        + commutation.map(Commutation::bytes).orElse(0L)
        + workers.stream().mapToLong(Worker::bytes).sum();
  }

  /** What is needed for a moment while the tables double. */
  private long growing() {
    return 2 * workers.stream().mapToLong(worker -> worker.table().bytes()).sum();
  }

  private double seconds() {
    return (System.nanoTime() - start) / 1e9;
  }

  private void report() {
    if (System.nanoTime() - lastReport > BETWEEN_REPORTS) {
      lastReport = System.nanoTime();
      long frontier = workers.stream().mapToLong(Worker::nextSize).sum();
      effort.progress().at(worlds(), transitions(), frontier, graph.levels(), seconds());
    }
  }

  private Result result(Verdict verdict, String what, Optional<Trace> trace) {
    return new Result(
        verdict, what, worlds(), transitions(), graph.levels(), seconds(), bytes(), trace);
  }
}
