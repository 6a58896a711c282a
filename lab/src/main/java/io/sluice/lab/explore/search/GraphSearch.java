package io.sluice.lab.explore.search;

import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.search.GraphWorker.WrongWorld;
import io.sluice.lab.explore.table.Graph;
import io.sluice.lab.explore.trace.CycleFinder.Closing;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.Tracer;
import io.sluice.lab.verdict.Verdict;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A search that writes down where each move leads, so that it can judge runs without end and show
 * the way to what it finds wrong.
 */
public sealed class GraphSearch<S, M> extends Search<S, M> permits FateSearch {

  private static final String ONLY_BY_ORDER =
      " (found with logical times known by their order alone; no run of this length with real"
          + " times shows it)";

  private static final String REPEATS_BY_ORDER =
      " (that the circle repeats is concluded from the order of the logical times alone)";

  private final Scope<S, M> scope;
  final List<GraphWorker<S, M>> workers = new ArrayList<>();
  final Graph graph;

  public GraphSearch(SearchTask<S, M> task) {
    super(task);
    this.scope = task.scope();
    for (int self = 0; self < task.effort().workers(); self++) {
      workers.add(new GraphWorker<>(task, self));
    }
    this.graph = new Graph(workers.stream().map(GraphWorker::part).toList());
    workers.forEach(GraphWorker::seed);
  }

  @Override
  Optional<String> searchLevel() {
    int size = workers.stream().mapToInt(GraphWorker::levelSize).max().orElseThrow();
    for (int from = 0; from < size; from += GraphWorker.BATCH) {
      int first = from;
      together(worker -> workers.get(worker).expand(first, first + GraphWorker.BATCH));
      together(worker -> workers.get(worker).collect(workers));
      var why = limit();
      if (why.isPresent()) {
        return why;
      }
    }
    together(worker -> workers.get(worker).writeDown());
    graph.parts().forEach(Graph.Part::endLevel);
    return Optional.empty();
  }

  @Override
  boolean isInVain() {
    return false;
  }

  @Override
  Optional<Result> wrong() {
    var standstills = wrongWorlds(GraphWorker::standstills);
    if (!standstills.isEmpty()) {
      return Optional.of(violation(standstills, levels() - 1));
    }
    var broken = wrongWorlds(GraphWorker::wrong);
    return broken.isEmpty() ? Optional.empty() : Optional.of(violation(broken, levels()));
  }

  @Override
  boolean startLevel() {
    if (frontier() == 0) {
      return false;
    }
    workers.forEach(GraphWorker::startLevel);
    return true;
  }

  /**
   * A reduced search in which some run may have no end does not show whether processes are served:
   * on such a run it may put off a move without end.
   */
  @Override
  public boolean isConclusive(Result result) {
    boolean aboutProgress =
        result.verdict() instanceof Verdict.Ok || result.verdict() instanceof Verdict.Stuck;
    return task.commutation().isEmpty() || !aboutProgress || leadsOnward() || graph.isAcyclic();
  }

  /** The good happens where every run ends: those ends were judged. */
  @Override
  Result searched() {
    if (scope.algorithm().settled().isPresent() || !leadsOnward()) {
      var served = new BitSet();
      workers.forEach(worker -> served.or(worker.served()));
      var hopeful = graph.thatCanReach(served, worlds());
      if (hopeful.cardinality() < worlds()) {
        return stuck(hopeful);
      }
    }
    if (scope.unbounded()) {
      var starvation = starvation();
      if (starvation.isPresent()) {
        return starvation.get();
      }
    }
    return sound();
  }

  private boolean leadsOnward() {
    return workers.stream().allMatch(GraphWorker::leadsOnward);
  }

  private Result stuck(BitSet hopeful) {
    int level = 0;
    while (graph.outside(hopeful, level).isEmpty()) {
      level++;
    }
    var tracer = new Tracer<>(scope, task.dictionary());
    boolean shown = tracer.follow(graph.waysTo(graph.outside(hopeful, level), level), this::number);
    String never =
        scope.algorithm().settled().isPresent()
            ? "the processes never settle, although nothing more fails"
            : "whatever happens, some process is never served";
    return result(
        new Verdict.Stuck(),
        (level == 0 ? "from the beginning on, " : "from row %d on, ".formatted(level)) + never,
        shown ? Optional.of(tracer.goRound()) : Optional.empty());
  }

  private Optional<Result> starvation() {
    return starving().map(this::starved);
  }

  /** A process that can wait forever, and the worlds between which it does. */
  final Optional<Starvation.Starving> starving() {
    var search =
        new Starvation(
            graph,
            world -> workers.get(world % workers.size()).waiting(world),
            scope.layout().size(),
            numbers());
    return search.find();
  }

  /** One more than the highest number of a world. */
  final int numbers() {
    return workers.stream().mapToInt(worker -> worker.table().limit()).max().orElseThrow();
  }

  private Result starved(Starvation.Starving starving) {
    var component = starving.component();
    var tracer = new Tracer<>(scope, task.dictionary());
    var entries = graph.inside(component, starving.level());
    var _ = tracer.follow(graph.waysTo(entries, starving.level()), this::number);
    var circle = tracer.circle(component::get, this::number);
    String rests =
        circle
            .map(found -> found.closing() == Closing.SAME ? "" : REPEATS_BY_ORDER)
            .orElse(ONLY_BY_ORDER);
    return result(
        new Verdict.Starvation(),
        "%s can wait forever although every message arrives and every holder releases%s"
            .formatted(scope.layout().name(starving.process()), rests),
        circle.map(Tracer.Circle::trace));
  }

  private Result violation(List<WrongWorld> found, int level) {
    var worlds = new BitSet();
    found.forEach(wrong -> worlds.set(wrong.number()));
    var tracer = new Tracer<>(scope, task.dictionary());
    int depth = wrongWorlds(GraphWorker::wrong).isEmpty() ? depthSoFar() : levels() + 1;
    if (tracer.followToError(graph.waysTo(worlds, level), this::number)) {
      var finding = tracer.finding().orElseThrow();
      var trace = Trace.of(tracer.steps());
      return result(finding.verdict(), finding.what(), depth, Optional.of(trace));
    }
    var finding = found.getFirst().finding();
    return result(finding.verdict(), finding.what() + ONLY_BY_ORDER, depth, Optional.empty());
  }

  /** The number of a world, or -1. */
  final int number(long fingerprint) {
    int owner = GraphWorker.owner(fingerprint, workers.size());
    return workers.get(owner).table().find(fingerprint);
  }

  final List<WrongWorld> wrongWorlds(Function<GraphWorker<S, M>, List<WrongWorld>> which) {
    return workers.stream().flatMap(worker -> which.apply(worker).stream()).toList();
  }

  @Override
  long worlds() {
    return workers.stream().mapToLong(worker -> worker.table().size()).sum();
  }

  @Override
  long transitions() {
    return 1 + workers.stream().mapToLong(GraphWorker::transitions).sum();
  }

  @Override
  long frontier() {
    return workers.stream().mapToLong(GraphWorker::nextSize).sum();
  }

  @Override
  long bytes() {
    return graph.bytes() + task.bytes() + workers.stream().mapToLong(GraphWorker::bytes).sum();
  }

  @Override
  long growing() {
    return 2 * workers.stream().mapToLong(worker -> worker.table().bytes()).sum();
  }
}
