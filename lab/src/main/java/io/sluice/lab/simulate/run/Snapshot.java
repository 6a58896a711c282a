package io.sluice.lab.simulate.run;

import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Layout;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** A run at one moment, for invariants. Messages are sorted by channel when first needed. */
final class Snapshot<S, M> implements World<S, M> {

  private record Channel(int from, int to) {}

  private record Arrival<M>(long at, int to, Receive<M> receive) {}

  private final Layout layout;
  private final IntFunction<S> states;
  private final Agenda agenda;
  private final Clients clients;
  private final FaultInjector faults;
  private final Map<Channel, List<M>> channels = new HashMap<>();
  private boolean sorted;

  Snapshot(
      Layout layout, IntFunction<S> states, Agenda agenda, Clients clients, FaultInjector faults) {
    this.layout = layout;
    this.states = states;
    this.agenda = agenda;
    this.clients = clients;
    this.faults = faults;
  }

  @Override
  public Layout layout() {
    return layout;
  }

  @Override
  public S state(int process) {
    return states.apply(process);
  }

  /** In the order in which they will arrive. */
  @Override
  public List<M> inTransit(int from, int to) {
    if (!sorted) {
      sort();
      sorted = true;
    }
    return channels.getOrDefault(new Channel(from, to), List.of());
  }

  @Override
  public boolean waiting(int process) {
    return clients.waiting(process);
  }

  @Override
  public boolean inside(int process) {
    return clients.inside(process);
  }

  @Override
  public boolean crashed(int process) {
    return faults.crashed(process);
  }

  @Override
  public boolean member(int process) {
    return clients.member(process);
  }

  @SuppressWarnings("unchecked") // Only messages of this run's protocol are ever sent.
  private void sort() {
    // What waits for a paused process has arrived before anything still on the agenda.
    for (int process = 0; process < layout.size(); process++) {
      for (var event : faults.deferred(process)) {
        if (event instanceof Receive<?> receive) {
          add(process, (Receive<M>) receive);
        }
      }
    }
    var arrivals = new ArrayList<Arrival<M>>();
    agenda.forEach(
        event -> {
          if (agenda.what(event) instanceof Receive<?> receive) {
            arrivals.add(
                new Arrival<>(agenda.time(event), agenda.process(event), (Receive<M>) receive));
          }
        });
    // A stable sort: the agenda gives what happens at the same time in its order.
    arrivals.sort(Comparator.comparingLong(Arrival::at));
    arrivals.forEach(arrival -> add(arrival.to, arrival.receive));
  }

  private void add(int to, Receive<M> receive) {
    if (!faults.crashed(to) && !faults.ignores(to, receive.from())) {
      channels
          .computeIfAbsent(new Channel(receive.from(), to), _ -> new ArrayList<>())
          .add(receive.message());
    }
  }
}
