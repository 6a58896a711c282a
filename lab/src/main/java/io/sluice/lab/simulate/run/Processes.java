package io.sluice.lab.simulate.run;

import static java.util.Objects.requireNonNull;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Violation;
import io.sluice.lab.simulate.audit.Audit;
import io.sluice.lab.simulate.run.Timers.Timer;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import java.util.SortedMap;

/** The processes of a run: steps them, and carries out what they write. */
final class Processes<S, M> {

  private final Layout layout;
  private final Protocol<S, M>[] processes;
  private final S[] states;
  private final Agenda agenda;
  private final SimulatedNetwork<M> links;
  private final Clients clients;
  private final Audit<M> audit;
  private final boolean overheard;
  private final Chance draws;
  private final Stays stays;
  private final Timers timers = new Timers();
  private final Tally tally = new Tally();
  private final Effects effects = new Effects();
  private long messages;
  private int pendingDraws;

  @SuppressWarnings("unchecked") // Arrays of a type parameter.
  Processes(
      Simulation<S, M> settings,
      Agenda agenda,
      SimulatedNetwork<M> links,
      Clients clients,
      Audit<M> audit,
      Chance draws,
      Stays stays) {
    this.layout = settings.layout();
    this.agenda = agenda;
    this.links = links;
    this.clients = clients;
    this.audit = audit;
    this.overheard = audit.listens();
    this.draws = draws;
    this.stays = stays;
    processes = (Protocol<S, M>[]) new Protocol<?, ?>[layout.size()];
    states = (S[]) new Object[layout.size()];
    for (int process = 0; process < layout.size(); process++) {
      processes[process] = settings.algorithm().process(process, layout);
      states[process] = processes[process].initial();
    }
  }

  S state(int process) {
    return states[process];
  }

  /** How many messages they have sent. */
  long messages() {
    return messages;
  }

  SortedMap<String, Long> messagesByKind() {
    return tally.byKind();
  }

  /** How many draws have an outcome that is still to be told. */
  int pendingDraws() {
    return pendingDraws;
  }

  /** The outcome of a draw is told now, or never. */
  void drawnIsDue() {
    pendingDraws--;
  }

  /** A timer's time has come; returns whether it was still running. */
  boolean stop(int process, Timer timer) {
    return timers.stop(process, timer);
  }

  void step(long now, int process, Input<M> input) {
    effects.now = now;
    effects.self = process;
    try {
      S next = processes[process].on(states[process], input, effects);
      states[process] = requireNonNull(next, "a step returned null instead of the next state");
    } catch (RuntimeException | AssertionError thrown) {
      audit.fail(
          Violation.of(
              Finding.failed(input, thrown, layout).of(layout.name(process)), now, process));
      return;
    }
    stays.stepped(now, process);
  }

  /** Carries out what the stepping process writes. */
  private final class Effects implements Outbox<M> {
    private long now;
    private int self;

    @Override
    public void send(int to, M message) {
      post(to, new Receive<>(self, message));
    }

    @Override
    public void send(ProcessSet to, M message) {
      var receive = new Receive<>(self, message);
      to.forEach(peer -> post(peer, receive));
    }

    private void post(int to, Receive<M> receive) {
      if (to < 0 || to >= processes.length || to == self) {
        throw new IllegalArgumentException(
            "a message goes to another process, not from " + self + " to " + to);
      }
      messages++;
      tally.count(receive.message());
      if (overheard) {
        audit.sent(now, self, to, receive.message());
      }
      links.send(now, to, receive);
    }

    @Override
    public void granted(int unit, long fence) {
      clients.enter(now, self, unit, fence);
    }

    @Override
    public void joined() {
      clients.joined(now, self);
    }

    @Override
    public void departed() {
      clients.departed(now, self);
    }

    @Override
    public void timer(String name, long delayMillis) {
      long delay = Nanos.checked("a timer", Math.multiplyExact(delayMillis, 1_000_000));
      agenda.add(now + delay, self, timers.start(self, name));
    }

    @Override
    public void draw(String name, int bound) {
      if (bound < 1) {
        throw new IllegalArgumentException("a draw has at least one outcome, not " + bound);
      }
      pendingDraws++;
      agenda.add(now, self, new Drawn<>(name, (int) draws.below(bound)));
    }
  }
}
