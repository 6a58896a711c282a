package io.sluice.lab.simulate;

import io.sluice.lab.simulate.run.Run;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Orders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A simulation to run: a protocol, its processes, and everything around them.
 *
 * <pre>{@code
 * var outcome =
 *     Simulation.of(RicartAgrawala.ALGORITHM, Layout.plain(12))
 *         .workload(Workload.entries(10).think(Delay.parse("1s")).hold(Delay.parse("1s")))
 *         .network(Network.of(Delay.parse("1ms..5ms")))
 *         .seed(7)
 *         .run();
 * }</pre>
 *
 * <p>Equal settings and seeds give equal outcomes, on every machine. Every entry is judged by the
 * conflict rule, and by its fencing number if the algorithm has them.
 */
public final class Simulation<S, M> {

  private final Algorithm<S, M> algorithm;
  private final Layout layout;
  private Workload workload = Workload.entries(10);
  private Network network = Network.DEFAULT;
  private Faults faults = Faults.NONE;
  private Churn churn = Churn.NONE;
  private Optional<DataHandover<S>> data = Optional.empty();
  private final List<Change<M>> changes = new ArrayList<>();
  private final List<Direction<S, M>> directions = new ArrayList<>();
  private long seed = 1;
  private long duration = Long.MAX_VALUE;
  private boolean sessions;
  private long invariantsEvery = Long.MAX_VALUE;
  private Progress progress = (_, _) -> {};
  private BooleanSupplier cancelled = () -> Thread.currentThread().isInterrupted();
  private final List<Auditor> auditors = new ArrayList<>();
  private final List<MessageAuditor<? super M>> messageAuditors = new ArrayList<>();

  /** When a director looks at the world. */
  public record Direction<S, M>(long every, long until, Director<S, M> director) {}

  private Simulation(Algorithm<S, M> algorithm, Layout layout) {
    this.algorithm = algorithm;
    this.layout = layout;
  }

  /** Ten entries each, a reliable network of 1 to 5 ms, no faults, seed 1. */
  public static <S, M> Simulation<S, M> of(Algorithm<S, M> algorithm, Layout layout) {
    if (algorithm.horizon().isPresent()) {
      throw new IllegalArgumentException(
          algorithm.name() + " reads a clock, which the simulator has none of: search it instead");
    }
    return new Simulation<>(algorithm, layout);
  }

  /**
   * Whether a protocol can be simulated: not if the environment does something to it at any moment
   * and any pace.
   */
  public static boolean suits(Algorithm<?, ?> algorithm) {
    return algorithm.horizon().isEmpty() && algorithm.orders().stream().noneMatch(Orders::free);
  }

  public Simulation<S, M> workload(Workload all) {
    workload = all;
    return this;
  }

  public Simulation<S, M> network(Network between) {
    network = between;
    return this;
  }

  /**
   * Sets what goes wrong.
   *
   * @throws IllegalArgumentException if a fault concerns a process that there is not
   */
  public Simulation<S, M> faults(Faults all) {
    for (var fault : all.scheduled()) {
      switch (fault) {
        case Fault.Crash(_, var process) -> checkProcess(process);
        case Fault.Pause(_, var process, _) -> checkProcess(process);
        case Fault.Partition partition -> partition.side().forEach(this::checkProcess);
      }
    }
    faults = all;
    return this;
  }

  /**
   * Has members replaced at random.
   *
   * @throws IllegalArgumentException if there are no newcomers
   */
  public Simulation<S, M> churn(Churn random) {
    if (random.rate() > 0 && layout.newcomers().isEmpty()) {
      throw new IllegalArgumentException("no member can be replaced: the layout has no newcomers");
    }
    churn = random;
    return this;
  }

  /**
   * Has data move with the lock. It needs a network with a platform, and cannot be combined with
   * faults or churn.
   */
  public Simulation<S, M> data(DataHandover<S> moved) {
    data = Optional.of(moved);
    return this;
  }

  /**
   * Has a process told something at a fixed time.
   *
   * @throws IllegalArgumentException if there is no such process
   */
  public Simulation<S, M> change(Change<M> change) {
    checkProcess(change.process());
    changes.add(change);
    return this;
  }

  /**
   * Has a director look at the world and give orders.
   *
   * @param every the time between two looks, in nanoseconds
   * @param until the time after which there are no more
   */
  public Simulation<S, M> directed(long every, long until, Director<S, M> director) {
    if (every < 1) {
      throw new IllegalArgumentException("time must pass between two looks at the world");
    }
    directions.add(new Direction<>(every, Nanos.checked("the last look", until), director));
    return this;
  }

  public Simulation<S, M> seed(long number) {
    seed = number;
    return this;
  }

  /**
   * Ends the run at a simulated time. A protocol whose timers never cease needs it, because such a
   * run never runs out of events.
   */
  public Simulation<S, M> duration(long nanos) {
    duration = Nanos.checked("the duration", nanos);
    return this;
  }

  /** Records the sessions, which takes memory for each. */
  public Simulation<S, M> sessions() {
    sessions = true;
    return this;
  }

  /** Has the protocol's own invariants judged after every {@code events} events, and at the end. */
  public Simulation<S, M> invariantsEvery(long events) {
    if (events < 1) {
      throw new IllegalArgumentException("invariants are judged every 1 or more events");
    }
    invariantsEvery = events;
    return this;
  }

  /** Has another auditor watch. It serves one run. */
  public Simulation<S, M> audit(Auditor auditor) {
    auditors.add(auditor);
    return this;
  }

  /** Has an auditor watch that hears the messages too. It serves one run. */
  public Simulation<S, M> auditMessages(MessageAuditor<? super M> auditor) {
    auditors.add(auditor);
    messageAuditors.add(auditor);
    return this;
  }

  public Simulation<S, M> progress(Progress listener) {
    progress = listener;
    return this;
  }

  /** Ends the run soon after this turns true; by default, after the thread is interrupted. */
  public Simulation<S, M> cancelledWhen(BooleanSupplier condition) {
    cancelled = condition;
    return this;
  }

  public Algorithm<S, M> algorithm() {
    return algorithm;
  }

  public Layout layout() {
    return layout;
  }

  public Workload workload() {
    return workload;
  }

  public Network network() {
    return network;
  }

  public Faults faults() {
    return faults;
  }

  public Churn churn() {
    return churn;
  }

  public Optional<DataHandover<S>> data() {
    return data;
  }

  /** What processes are told at fixed times. */
  public List<Change<M>> changes() {
    return List.copyOf(changes);
  }

  public List<Direction<S, M>> directions() {
    return List.copyOf(directions);
  }

  public long seed() {
    return seed;
  }

  /** Whether the outcome has the sessions. */
  public boolean recordsSessions() {
    return sessions;
  }

  /** How many events pass between two judgements of the invariants. */
  public long invariantsEvery() {
    return invariantsEvery;
  }

  public Progress progress() {
    return progress;
  }

  /** All auditors, those of messages included. */
  public List<Auditor> auditors() {
    return List.copyOf(auditors);
  }

  public List<MessageAuditor<? super M>> messageAuditors() {
    return List.copyOf(messageAuditors);
  }

  /** When the run ends at the latest, in nanoseconds from its start. */
  public long duration() {
    return duration;
  }

  /** Turns true when the result is no longer wanted. */
  public BooleanSupplier cancelled() {
    return cancelled;
  }

  /**
   * Runs it.
   *
   * @throws IllegalArgumentException if the protocol cannot run on the layout, or nothing would end
   *     the run
   */
  public Outcome run() {
    if (workload.entries() == Workload.UNLIMITED && duration == Long.MAX_VALUE) {
      throw new IllegalArgumentException(
          "processes that ask without end need a duration; set one, or a number of entries");
    }
    if (!suits(algorithm)) {
      throw new IllegalArgumentException(
          algorithm.name()
              + " cannot be simulated: what happens around it has no pace; search it with"
              + " 'sluice check'");
    }
    checkPlatform();
    return new Run<>(this).run();
  }

  private void checkPlatform() {
    var platform = network.platform();
    if (platform.isPresent() && platform.get().size() < layout.size()) {
      throw new IllegalArgumentException(
          "%d processes do not fit on a platform for %d; add a cluster, or processes to one"
              .formatted(layout.size(), platform.get().size()));
    }
    if (data.isEmpty()) {
      return;
    }
    if (platform.isEmpty()) {
      throw new IllegalArgumentException(
          "data needs links to move over; set a network with a platform");
    }
    if (!faults.equals(Faults.NONE) || !churn.equals(Churn.NONE)) {
      throw new IllegalArgumentException(
          "data is simulated without faults and churn; leave them out");
    }
  }

  private void checkProcess(int process) {
    if (process < 0 || process >= layout.size()) {
      throw new IllegalArgumentException(
          "there is no process %d, only processes 0 to %d".formatted(process, layout.size() - 1));
    }
  }
}
