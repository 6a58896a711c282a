package io.sluice.lab.simulate.run;

import io.sluice.lab.simulate.Auditor;
import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Change;
import io.sluice.lab.simulate.DataHandover;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Outcome;
import io.sluice.lab.simulate.Outcome.End;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Simulation.Direction;
import io.sluice.lab.simulate.audit.Audit;
import io.sluice.lab.simulate.audit.ConflictAuditor;
import io.sluice.lab.simulate.audit.FenceAuditor;
import io.sluice.lab.simulate.audit.Invariants;
import io.sluice.lab.simulate.audit.Occupancy;
import io.sluice.lab.simulate.audit.SessionRecorder;
import io.sluice.lab.simulate.run.FaultInjector.FaultEvent;
import io.sluice.lab.simulate.run.Timers.Timer;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * One run of a simulation: takes events off the agenda and lets the processes step.
 *
 * <p>On the agenda a message is the {@link Receive} that the process will be given, an
 * application's step a {@link Clients.Move}, and a fault of the cluster a {@link FaultEvent}.
 */
public final class Run<S, M> {

  /** How many events pass between two looks at whether to go on: about a hundredth of a second. */
  private static final long PULSE = 1 << 16;

  /** On the agenda, the process of what concerns none in particular. */
  private static final int ANY_PROCESS = 0;

  // Each its own numbers, so that a change to one leaves the others alone.
  private static final int CLIENTS = 0;
  private static final int LINKS = 1;
  private static final int FAULTS = 2;
  private static final int DRAWS = 3;

  private final Simulation<S, M> settings;
  private final Agenda agenda = new Agenda();
  private final Release<M> release = new Release<>();
  private final Invariants<S, M> invariants;
  private final Occupancy occupancy = new Occupancy();
  private final SessionRecorder sessions;
  private final Audit<M> audit;
  private final Optional<DataHandles<S>> data;
  private final Clients clients;
  private final SimulatedNetwork<M> links;
  private final FaultInjector faults;
  private final Processes<S, M> processes;
  private final boolean overheard;

  private long now;
  private long events;
  private long nextPulse;

  /** Until then there are changes still to come, at fixed times. */
  private final long lastChange;

  /** Such a run never falls silent, and ends when every client has been served. */
  private final boolean restless;

  public Run(Simulation<S, M> settings) {
    this.settings = settings;
    restless = settings.algorithm().restless();
    invariants = new Invariants<>(settings.algorithm());
    var layout = settings.layout();
    sessions = new SessionRecorder(layout);
    audit = new Audit<M>(auditors(), settings.messageAuditors());
    overheard = audit.listens();
    var clientsChance = new Chance(settings.seed(), CLIENTS);
    data = settings.data().map(plan -> handles(plan, clientsChance));
    Stays stays =
        data.isPresent() ? data.get() : new PlainStays(settings.workload(), agenda, clientsChance);
    clients = new Clients(layout, settings.workload(), agenda, audit, clientsChance, stays);
    links = new SimulatedNetwork<>(settings.network(), agenda, new Chance(settings.seed(), LINKS));
    faults =
        new FaultInjector(
            layout.size(),
            settings.faults(),
            settings.churn(),
            agenda,
            links,
            clients,
            new Chance(settings.seed(), FAULTS),
            this::happen);
    processes =
        new Processes<>(
            settings, agenda, links, clients, audit, new Chance(settings.seed(), DRAWS), stays);
    lastChange =
        LongStream.concat(
                settings.changes().stream().mapToLong(Change::at),
                settings.directions().stream().mapToLong(Direction::until))
            .max()
            .orElse(-1);
    nextPulse = Math.min(PULSE, settings.invariantsEvery());
  }

  private DataHandles<S> handles(DataHandover<S> plan, Chance chance) {
    var platform = settings.network().platform().orElseThrow();
    return new DataHandles<>(
        plan, platform, settings.workload(), agenda, audit, chance, this::state);
  }

  private S state(int process) {
    return processes.state(process);
  }

  private List<Auditor> auditors() {
    var auditors = new ArrayList<Auditor>();
    auditors.add(new ConflictAuditor(settings.layout()));
    auditors.add(occupancy);
    if (settings.algorithm().fenced()) {
      auditors.add(new FenceAuditor(settings.layout()));
    }
    if (settings.recordsSessions()) {
      auditors.add(sessions);
    }
    auditors.addAll(settings.auditors());
    return auditors;
  }

  public Outcome run() {
    long began = System.nanoTime();
    clients.start();
    faults.start();
    for (var change : settings.changes()) {
      agenda.add(change.at(), change.process(), change);
    }
    for (var direction : settings.directions()) {
      agenda.add(direction.every(), ANY_PROCESS, direction);
    }

    var end = loop();
    if (settings.invariantsEvery() != Long.MAX_VALUE && !audit.violated()) {
      judgeInvariants();
    }
    audit.ended(now);
    double wallSeconds = Nanos.seconds(System.nanoTime() - began);
    return new Outcome(
        settings.algorithm().name(),
        settings.layout().size(),
        audit.violated() ? End.VIOLATION : end,
        clients.entries(),
        processes.messages(),
        processes.messagesByKind(),
        clients.waits(),
        occupancy.mean(),
        occupancy.most(),
        sessions.sessions(),
        now,
        events,
        wallSeconds,
        audit.violation(),
        clients.allWaiting());
  }

  private End loop() {
    while (!audit.violated()) {
      if (events == nextPulse && !pulse()) {
        return End.CANCELLED;
      }
      boolean silent = restless || links.inTransit() + processes.pendingDraws() == 0;
      if (clients.done() && silent && now > lastChange) {
        return End.COMPLETE;
      }
      if (agenda.size() == faults.background()) {
        return clients.anyWaiting() ? End.STALLED : End.COMPLETE;
      }
      int event = agenda.take();
      long time = agenda.time(event);
      if (time > settings.duration()) {
        now = settings.duration();
        return End.DURATION;
      }
      now = time;
      events++;
      happen(agenda.what(event), agenda.process(event));
    }
    return End.VIOLATION;
  }

  private void happen(Object what, int process) {
    if (process == FaultInjector.NO_PROCESS) {
      faults.strike(now, (FaultEvent) what);
    } else if (!faults.halted(process)) {
      act(process, what);
    } else if (!faults.crashed(process)) {
      faults.defer(process, what);
    } else {
      forget(what);
    }
  }

  @SuppressWarnings("unchecked") // Only inputs of this run's protocol are ever scheduled.
  private void act(int process, Object what) {
    if (what instanceof Receive<?> receive) {
      deliver(process, (Receive<M>) receive);
      return;
    }
    switch (what) {
      case Clients.Move.ASK -> {
        if (clients.asks(now, process)) {
          step(process, new Acquire<>(clients.ask(now, process)));
        }
      }
      case Clients.Move.RELEASE -> {
        clients.release(now, process);
        step(process, release);
      }
      case Clients.Move.DESTROY -> {
        clients.toldToDepart(now, process);
        step(process, new Depart<>());
        clients.release(now, process);
        step(process, release);
      }
      case HandleEvent event -> data.orElseThrow().happen(now, process, event);
      case Drawn<?> drawn -> {
        processes.drawnIsDue();
        step(process, (Drawn<M>) drawn);
      }
      case Timer timer -> {
        if (processes.stop(process, timer)) {
          step(process, new Expired<>(timer.name()));
        }
      }
      case Excluded<?> excluded -> {
        faults.inform(process, excluded.peer());
        step(process, (Excluded<M>) excluded);
      }
      case Clients.Impatience impatience -> {
        if (clients.givesUp(process, impatience)) {
          clients.withdraw(now, process);
          step(process, new Withdraw<>());
        }
      }
      case Change<?> change -> change(process, (Change<M>) change);
      case Direction<?, ?> direction -> direct((Direction<S, M>) direction);
      default -> throw new IllegalStateException("not an event: " + what);
    }
  }

  private void direct(Direction<S, M> direction) {
    for (var command : direction.director().orders(now, world())) {
      step(command.process(), new Order<>(command.order()));
    }
    if (now + direction.every() <= direction.until()) {
      agenda.add(now + direction.every(), ANY_PROCESS, direction);
    }
  }

  private void change(int process, Change<M> change) {
    switch (change) {
      case Change.Join<M>(_, _, var introducer) -> {
        if (clients.outside(process)) {
          clients.toldToJoin(process);
          step(process, new Join<>(introducer));
        }
      }
      case Change.Depart<M> _ -> {
        if (clients.settled(process)) {
          clients.toldToDepart(now, process);
          step(process, new Depart<>());
        }
      }
      case Change.Withdraw<M> _ -> {
        if (clients.waiting(process)) {
          clients.withdraw(now, process);
          step(process, new Withdraw<>());
        }
      }
      case Change.Retire<M> _ -> {
        boolean waiting = clients.waiting(process);
        clients.retire(now, process);
        if (waiting) {
          step(process, new Withdraw<>());
        }
      }
      case Change.Order<M>(_, _, var order) -> step(process, new Order<>(order));
    }
  }

  private void deliver(int process, Receive<M> receive) {
    links.arrived();
    if (faults.ignores(process, receive.from())) {
      return;
    }
    if (overheard) {
      audit.received(now, receive.from(), process, receive.message());
    }
    step(process, receive);
  }

  /** What would have happened to a process that has crashed. */
  private void forget(Object what) {
    switch (what) {
      case Receive<?> _ -> links.arrived();
      case Drawn<?> _ -> processes.drawnIsDue();
      default -> {}
    }
  }

  private void step(int process, Input<M> input) {
    processes.step(now, process, input);
  }

  /** Judges invariants, reports progress; returns whether to go on. */
  private boolean pulse() {
    if (events % settings.invariantsEvery() == 0) {
      judgeInvariants();
    }
    boolean goOn = !audit.violated();
    if (events % PULSE == 0) {
      settings.progress().report(events, now);
      goOn &= !settings.cancelled().getAsBoolean();
    }
    nextPulse = Math.min(following(events, PULSE), following(events, settings.invariantsEvery()));
    return goOn;
  }

  private void judgeInvariants() {
    invariants.judge(now, world()).ifPresent(audit::report);
  }

  private World<S, M> world() {
    return new Snapshot<>(settings.layout(), processes::state, agenda, clients, faults);
  }

  /** The next multiple. */
  private static long following(long events, long every) {
    return every == Long.MAX_VALUE ? every : (events / every + 1) * every;
  }
}
