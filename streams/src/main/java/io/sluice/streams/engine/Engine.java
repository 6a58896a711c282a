package io.sluice.streams.engine;

import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.keyed.Operators;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running.State;
import io.sluice.streams.engine.measure.Processors;
import io.sluice.streams.engine.work.Killed;
import io.sluice.streams.graph.Graph;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A pipeline that runs in this JVM: its operators, its instances, and how it ends. */
final class Engine {

  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  private final Graph graph;
  private final boolean timed;
  private final Operators operators;
  private final List<OperatorRun> runs;
  private final Sections sections;
  private final Processors processors = new Processors();
  private final CarrierThreads threads;
  private final AtomicReferenceArray<Instance> instances;
  private final CountDownLatch over = new CountDownLatch(1);
  private final long begin = System.nanoTime();
  private final AtomicLong lastWrite = new AtomicLong();
  private final AtomicLong longestGap = new AtomicLong();
  private volatile boolean killed;
  private volatile State state = State.RUNNING;
  private volatile long end;

  // Guarded by this.

  /** The numbers in use. A number is used again after the death of its instance. */
  private final BitSet numbers = new BitSet();

  private int sourcesReading;

  private int underWay;

  private boolean closing;
  private Optional<PipelineFailedException> failure = Optional.empty();

  Engine(Graph graph) {
    this.graph = graph;
    this.timed = graph.isTimed();
    int founders = graph.operators().size();
    int most = graph.operators().stream().mapToInt(each -> each.instances().max()).sum();
    // Those that are about to go still have their numbers when others begin.
    int pool = 2 * most;
    this.operators = new Operators(layout(graph).plusPool(pool), keyed(graph), graph.keyGroups());
    this.instances = new AtomicReferenceArray<>(founders + pool);
    this.sections = new Sections(graph);
    this.threads = new CarrierThreads(graph.name());
    this.runs =
        IntStream.range(0, founders)
            .mapToObj(index -> new OperatorRun(index, graph.operators().get(index), this))
            .toList();
  }

  /** One founder for each operator: its keeper. Neighbours compete. */
  private static Layout layout(Graph graph) {
    int size = graph.operators().size();
    var sections = new Sections(graph);
    var competitors =
        IntStream.range(0, size)
            .mapToObj(
                index ->
                    ProcessSet.of(
                        sections.neighbours(index).stream().mapToInt(Integer::intValue).toArray()))
            .toList();
    var names = graph.operators().stream().map(operator -> operator.name()).toList();
    return Layout.graph(names, competitors);
  }

  private static ProcessSet keyed(Graph graph) {
    return ProcessSet.of(
        IntStream.range(0, graph.operators().size())
            .filter(index -> graph.operators().get(index).isKeyed())
            .toArray());
  }

  synchronized void start() {
    for (var run : runs) {
      var founder = new Instance(run.index(), run, this);
      numbers.set(run.index());
      instances.set(run.index(), founder);
      run.add(founder);
      if (run.operator().isSource()) {
        sourcesReading++;
      }
    }
    runs.forEach(run -> instance(run.index()).scaling().found());
    runs.forEach(run -> instance(run.index()).start());
    runs.forEach(
        run -> {
          if (run.limits().min() > 1) {
            var _ = run.scale(run.limits().min()).thenRun(run::releaseUnlessFixed);
          }
        });
  }

  Graph graph() {
    return graph;
  }

  boolean isTimed() {
    return timed;
  }

  Operators operators() {
    return operators;
  }

  Sections sections() {
    return sections;
  }

  List<OperatorRun> runs() {
    return runs;
  }

  /** The instance that has this number now. */
  Instance instance(int number) {
    return instances.get(number);
  }

  Processors processors() {
    return processors;
  }

  // Instances that come and go

  /** Makes instances, to be started soon; none if the pipeline is about to end. */
  synchronized List<Instance> create(OperatorRun run, int number) {
    var made = new ArrayList<Instance>();
    if (!begin(number)) {
      return made;
    }
    for (int k = 0; k < number; k++) {
      int free = numbers.nextClearBit(0);
      numbers.set(free);
      var instance = new Instance(free, run, this);
      instances.set(free, instance);
      made.add(instance);
    }
    return made;
  }

  /** Some instances are about to begin or to end, unless the pipeline is. */
  synchronized boolean begin(int number) {
    if (closing) {
      return false;
    }
    underWay += number;
    return true;
  }

  /** How many instances are about to begin or to end. */
  synchronized int underWay() {
    return underWay;
  }

  /** Some have begun or ended, or will not. */
  synchronized void done(int number) {
    underWay -= number;
    finishIfQuiet();
  }

  /** The thread of an instance ends. */
  synchronized void gone(Instance instance) {
    numbers.clear(instance.number());
    if (numbers.isEmpty()) {
      end = System.nanoTime();
      if (state == State.RUNNING || state == State.DRAINING) {
        state = killed ? State.KILLED : State.DONE;
      }
      runs.forEach(OperatorRun::end);
      threads.end();
      over.countDown();
    }
  }

  // The end

  /** A source reads no more. */
  synchronized void ended() {
    sourcesReading--;
    if (sourcesReading == 0) {
      drain();
    }
  }

  /** Stops the sources. */
  void stop() {
    runs.stream()
        .filter(run -> run.operator().isSource())
        .forEach(run -> instance(run.index()).post(new Control.StopReading()));
  }

  private void drain() {
    closing = true;
    if (state == State.RUNNING) {
      state = State.DRAINING;
    }
    finishIfQuiet();
  }

  /** The end may be said when no instance is about to begin or end: each must hear of it. */
  private void finishIfQuiet() {
    if (closing && underWay == 0) {
      runs.stream()
          .filter(run -> run.operator().isSource())
          .forEach(run -> instance(run.index()).post(new Control.Finish()));
    }
  }

  void kill() {
    killed = true;
    synchronized (this) {
      closing = true;
    }
    threads.interrupt();
  }

  boolean isKilled() {
    return killed;
  }

  void checkAlive() {
    if (killed) {
      throw new Killed();
    }
  }

  void fail(Instance instance, Throwable why) {
    synchronized (this) {
      if (failure.isEmpty() && !killed) {
        var reason =
            why instanceof PipelineFailedException failed
                ? failed
                : PipelineFailedException.without(
                    "", graph.name(), instance.operator().operator().name(), why);
        failure = Optional.of(reason);
        state = State.FAILED;
        LOG.error("{}", reason.getMessage(), reason);
      }
    }
    kill();
  }

  void suppressed(Exception e) {
    LOG.warn("pipeline '{}': a task could not be closed", graph.name(), e);
  }

  synchronized Optional<PipelineFailedException> failure() {
    return failure;
  }

  State state() {
    return state;
  }

  CountDownLatch over() {
    return over;
  }

  CarrierThreads threads() {
    return threads;
  }

  // Watching

  double seconds() {
    return ((end == 0 ? System.nanoTime() : end) - begin) / 1e9;
  }

  void wrote(long now) {
    long before = lastWrite.getAndSet(now);
    if (before != 0 && now - before > longestGap.get()) {
      longestGap.accumulateAndGet(now - before, Math::max);
    }
  }

  long longestGapNanos() {
    return longestGap.get();
  }
}
