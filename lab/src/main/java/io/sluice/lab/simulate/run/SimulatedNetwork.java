package io.sluice.lab.simulate.run;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Fault;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Platform;
import io.sluice.protocol.Input.Receive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The network of a run: decides when, whether and how often a message arrives. */
final class SimulatedNetwork<M> {

  private final Network network;
  private final Optional<Platform> platform;
  private final Agenda agenda;
  private final Chance chance;
  private final ChannelClocks clocks = new ChannelClocks();
  private final List<Fault.Partition> partitions = new ArrayList<>();
  private long inTransit;

  SimulatedNetwork(Network network, Agenda agenda, Chance chance) {
    this.network = network;
    this.platform = network.platform();
    this.agenda = agenda;
    this.chance = chance;
  }

  /** Takes a message on its way. */
  void send(long now, int to, Receive<M> message) {
    if (network.loss() > 0 && chance.strikes(network.loss())) {
      return;
    }
    long departure = partitions.isEmpty() ? now : departure(now, message.from(), to);
    if (departure < now) {
      return;
    }
    transmit(now, departure, to, message);
    if (network.duplication() > 0 && chance.strikes(network.duplication())) {
      transmit(now, departure, to, message);
    }
  }

  /** How many messages are on their way. */
  long inTransit() {
    return inTransit;
  }

  /** One message less is on its way. */
  void arrived() {
    inTransit--;
  }

  void split(Fault.Partition partition) {
    partitions.add(partition);
  }

  void heal(Fault.Partition partition) {
    partitions.remove(partition);
  }

  private void transmit(long now, long departure, int to, Receive<M> message) {
    long arrival = departure + latency(message.from(), to);
    if (network.fifo()) {
      arrival = clocks.inOrder(message.from(), to, arrival, now);
    }
    inTransit++;
    agenda.add(arrival, to, message);
  }

  private long latency(int from, int to) {
    return platform.isPresent()
        ? platform.get().latency(from, to)
        : network.latency().sample(chance);
  }

  /** When a message may leave: at the latest healing of all partitions in its way, or never: -1. */
  private long departure(long now, int from, int to) {
    long departure = now;
    for (var partition : partitions) {
      if (partition.separates(from, to)) {
        switch (partition.crossing()) {
          case HELD -> departure = Math.max(departure, partition.until());
          case DROPPED -> {
            return -1;
          }
        }
      }
    }
    return departure;
  }
}
