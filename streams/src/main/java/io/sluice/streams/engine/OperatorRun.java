package io.sluice.streams.engine;

import io.sluice.protocol.scaling.Load;
import io.sluice.streams.Policies;
import io.sluice.streams.Snapshot;
import io.sluice.streams.Snapshot.Action;
import io.sluice.streams.engine.measure.Meter.Counts;
import io.sluice.streams.engine.measure.Rates;
import io.sluice.streams.graph.Instances;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.watch.ScalingEvent;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An operator that runs: its instances, and what is known about all of them together. */
final class OperatorRun {

  private static final Logger LOG = LoggerFactory.getLogger(OperatorRun.class);

  private static final int REMEMBERED = 16;

  /** In how many steps the most is looked for that the operator received. */
  private static final int PEAK_STEPS = 20;

  private static final long SHORTEST_PATIENCE = 2 * Decider.STEP;
  private static final long LONGEST_PATIENCE = 32 * Decider.STEP;

  private final int index;
  private final Operator operator;
  private final Engine engine;
  private final Rates rates = new Rates();
  private final AtomicLong watermark = new AtomicLong(Output.NO_TIME);

  // Guarded by this.

  /** The active instances, the keeper first, then in the order of their birth. */
  private final List<Instance> active = new ArrayList<>();

  /** How many of them are about to delete themselves. */
  private int leaving;

  /** How many have been reserved and are not active yet. */
  private int coming;

  private Counts ofFormer = Counts.NONE;
  private final ArrayDeque<Action> actions = new ArrayDeque<>();
  private long births;
  private long deaths;
  private Optional<Goal> goal = Optional.empty();
  private boolean over;
  private final TreeMap<Long, Double> peaks = new TreeMap<>();
  private Load.Trend trend = Load.Trend.STEADY;
  private long sharedIn = Long.MIN_VALUE;
  private int sharing = 1;

  /** Until when an operator with a full inbox does not grow again, and how long that was. */
  private long patientUntil = System.nanoTime();

  private long patience = SHORTEST_PATIENCE;

  /** A number of instances that it was told to have. */
  private record Goal(int instances, CompletableFuture<Void> reached) {}

  OperatorRun(int index, Operator operator, Engine engine) {
    this.index = index;
    this.operator = operator;
    this.engine = engine;
  }

  int index() {
    return index;
  }

  Operator operator() {
    return operator;
  }

  Deciding decider() {
    var policy = operator.policy().orElseGet(Policies::inTurn);
    return engine
        .graph()
        .tuning()
        .step()
        .<Deciding>map(step -> new StepDecider(this, policy, step))
        .orElseGet(() -> new Decider(this, policy));
  }

  synchronized void add(Instance founder) {
    active.add(founder);
  }

  synchronized List<Instance> active() {
    return List.copyOf(active);
  }

  /** Whether it has one instance, and nothing is under way. */
  synchronized boolean isSole() {
    return active.size() == 1 && coming == 0;
  }

  /** How many there will be when all that is under way is done. */
  synchronized int named() {
    return active.size() + coming - leaving;
  }

  /** Makes instances that are about to begin: as many as asked for, or as are allowed. */
  synchronized List<Instance> reserve(int times) {
    int allowed = Math.min(times, operator.instances().max() - named());
    if (allowed <= 0) {
      return List.of();
    }
    var newborn = engine.create(this, allowed);
    coming += newborn.size();
    return newborn;
  }

  /** Whether an instance may delete itself; then it must. The keeper never may. */
  synchronized boolean mayDelete(Instance instance) {
    boolean allowed =
        named() > operator.instances().min() && instance.number() != index && engine.begin(1);
    if (allowed) {
      leaving++;
    }
    return allowed;
  }

  /** An instance is told to duplicate or delete itself. */
  ScalingEvent event() {
    return ScalingEvent.begin(engine.graph().name(), operator.name());
  }

  /** An instance has begun. */
  void started(Instance newborn) {
    synchronized (this) {
      coming--;
      births++;
      trend = Load.Trend.GROWING;
      active.add(newborn);
    }
    engine.done(1);
    steerSoon();
  }

  /** An instance has done what it was told. */
  void done(Instance instance, Order order) {
    switch (order) {
      case Order.Duplication duplication when duplication.isStarted() ->
          remember(Snapshot.Kind.DUPLICATED, duplication.newborn().size(), order);
      case Order.Duplication duplication -> {
        synchronized (this) {
          coming -= duplication.newborn().size();
        }
        duplication.newborn().forEach(Instance::cancel);
        engine.done(duplication.newborn().size());
      }
      case Order.Deletion _ -> {
        synchronized (this) {
          active.remove(instance);
          leaving--;
          deaths++;
          trend = Load.Trend.SHRINKING;
          ofFormer = ofFormer.plus(instance.meter().counts());
        }
        remember(Snapshot.Kind.DELETED, 1, order);
        engine.done(1);
      }
    }
    steerSoon();
  }

  private synchronized void remember(Snapshot.Kind kind, int instances, Order order) {
    double millis = order.end(kind, instances);
    LOG.debug(
        "pipeline '{}': operator '{}' {} {} in {} ms, now {}",
        engine.graph().name(),
        operator.name(),
        kind,
        instances,
        millis,
        active.size());
    if (actions.size() == REMEMBERED) {
      actions.remove();
    }
    actions.add(new Action(Instant.now(), kind, instances, millis, order.cause()));
  }

  // By hand

  CompletableFuture<Void> scale(int instances) {
    var reached = new CompletableFuture<Void>();
    synchronized (this) {
      var limits = operator.instances();
      if (instances < limits.min() || instances > limits.max()) {
        throw new IllegalArgumentException(
            "operator '%s' has from %d to %d instances, not %d"
                .formatted(operator.name(), limits.min(), limits.max(), instances));
      }
      goal.ifPresent(before -> before.reached().cancel(false));
      goal = Optional.of(new Goal(instances, reached));
      if (over) {
        end();
      }
    }
    steerSoon();
    return reached;
  }

  synchronized void release() {
    goal.ifPresent(before -> before.reached().cancel(false));
    goal = Optional.empty();
  }

  /** Lets the load decide from now on, if it may. */
  void releaseUnlessFixed() {
    if (!operator.instances().isFixed()) {
      release();
    }
  }

  private synchronized boolean isSteered() {
    return goal.isPresent();
  }

  /** Whether the load does not decide how many instances there are. */
  boolean isSettledByHand() {
    return operator.instances().isFixed() || isSteered();
  }

  private void steerSoon() {
    if (isSteered()) {
      engine.instance(index).post(new Control.Steer());
    }
  }

  /** Orders what is still lacking; called by the keeper. */
  void steer() {
    synchronized (this) {
      if (goal.isEmpty()) {
        return;
      }
      int wanted = goal.get().instances();
      if (coming > 0 || leaving > 0) {
        return; // It will be called again when that is done.
      }
      int lacking = wanted - active.size();
      if (lacking == 0) {
        goal.get().reached().complete(null);
      } else if (lacking > 0) {
        // The one with most key groups, so that they get spread.
        active.stream()
            .max(Comparator.comparingInt(each -> each.scaling().ownedGroups()))
            .orElseThrow()
            .post(new Control.Duplicate(lacking));
      } else {
        active.reversed().stream()
            .limit(-lacking)
            .forEach(instance -> instance.post(new Control.Delete()));
      }
    }
  }

  /** The operator will not change any more. */
  synchronized void end() {
    over = true;
    goal.ifPresent(
        each ->
            each.reached()
                .completeExceptionally(new IllegalStateException("the pipeline has ended")));
  }

  // For those that decide

  /** What an instance knows of the instances of its operator; see {@link Load}. */
  record Siblings(int sharing, int named, int rank, Load.Trend trend) {}

  synchronized Siblings siblings(Instance self) {
    return new Siblings(
        Math.max(1, active.size()), named(), Math.max(0, active.indexOf(self)), trend);
  }

  /**
   * How many instances were active when the step began: if one of them has begun others since, what
   * the next one has measured is its share among the former.
   */
  synchronized int sharingAtBeginOf(long step) {
    if (step != sharedIn) {
      sharedIn = step;
      sharing = Math.max(1, active.size());
    }
    return sharing;
  }

  /**
   * The most that the operator received in one of the last steps, as far as its instances have
   * measured it.
   *
   * @param received what one of them says about the present step
   */
  synchronized double peak(long step, double received) {
    peaks.merge(step, received, Math::max);
    peaks.headMap(step - PEAK_STEPS).clear();
    return peaks.values().stream().mapToDouble(Double::doubleValue).max().orElse(received);
  }

  boolean areProcessorsUsedUp() {
    return engine.processors().areUsedUp();
  }

  /** Whether an instance may duplicate itself now; if the inbox is full, not too soon again. */
  synchronized boolean mayGrow(long now, boolean full) {
    if (coming > 0 || leaving > 0) {
      return false;
    }
    if (now - patientUntil < 0) {
      return false;
    }
    boolean longAgo = now - patientUntil > LONGEST_PATIENCE;
    patience = longAgo ? SHORTEST_PATIENCE : Math.min(2 * patience, LONGEST_PATIENCE);
    patientUntil = now + patience;
    return true;
  }

  /** How many instances may be added at once while it is not known how many are needed. */
  synchronized int mostAtOnce(int wanted) {
    return Math.min(wanted, Math.max(1, active.size() / 2));
  }

  void sample(Instance by, long now) {
    if (by.number() == index) {
      rates.sample(now, counts());
    }
  }

  // Watching

  Rates.Rate rate() {
    return rates.rate(System.nanoTime(), counts(), active().size());
  }

  /** A sink's records are the pipeline's output. */
  void processed(int records, long now) {
    if (operator.logic() instanceof Logic.Writing && records > 0) {
      engine.wrote(now);
    }
  }

  void advanced(long to) {
    watermark.set(to);
  }

  synchronized Counts counts() {
    return active.stream().map(each -> each.meter().counts()).reduce(ofFormer, Counts::plus);
  }

  synchronized long actionCount() {
    return births + deaths;
  }

  synchronized List<Action> lastActions() {
    return List.copyOf(actions);
  }

  /** About how many records wait for this operator. */
  long waiting() {
    return active().stream().mapToLong(each -> each.inbox().records()).sum();
  }

  long watermark() {
    return watermark.get();
  }

  Instances limits() {
    return operator.instances();
  }
}
