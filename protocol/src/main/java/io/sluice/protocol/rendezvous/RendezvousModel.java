package io.sluice.protocol.rendezvous;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Name;
import io.sluice.protocol.World;
import io.sluice.protocol.rendezvous.Rendezvous.Doing;
import io.sluice.protocol.rendezvous.Rendezvous.Message;
import io.sluice.protocol.rendezvous.Rendezvous.State;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** What latches and barriers promise, and what their applications may do. */
final class RendezvousModel {

  private RendezvousModel() {}

  /** Begins the description of a latch or barrier. */
  static Algorithm.Builder<State, Message> algorithm(String name, Rule rule) {
    return Algorithm.of(
            name, Family.RENDEZVOUS, (self, layout) -> new Rendezvous(self, layout, rule))
        .source("this project; views of replicas as in Birman and Joseph, SOSP 1987")
        .cost("3(n-1) or 3(n-1)+1 for each arrival")
        .tolerates("crashes")
        .invariant("complete", world -> complete(world, rule))
        .invariant("once", RendezvousModel::once)
        .invariant("agreed", RendezvousModel::agreed)
        .invariant("kept", RendezvousModel::kept)
        .settled(world -> settled(world, rule))
        .legacy(State::legacy);
  }

  /** The number of a name such as {@code latch:count=3}, if it is one. */
  static OptionalInt number(String name, String head, String key) {
    var parts = Name.of(name);
    if (!parts.head().equals(head) || parts.options().size() != 1) {
      return OptionalInt.empty();
    }
    var number = Name.number(parts.options().getFirst(), key);
    return number.isPresent() && number.getAsInt() <= Rule.MOST ? number : OptionalInt.empty();
  }

  /** An application that does nothing may arrive. */
  static List<Message> arrivals(World<State, Message> world, int process) {
    var state = world.state(process);
    return state.doing() == Doing.IDLE
        ? List.of(new Message.Ask(new Change.Arrive(new Ticket(process, state.calls() + 1))))
        : List.of();
  }

  /** An application that waits may give up. */
  static List<Message> surrenders(World<State, Message> world, int process) {
    var state = world.state(process);
    return state.doing() == Doing.WAITING
        ? List.of(new Message.Ask(new Change.GiveUp(new Ticket(process, state.calls()))))
        : List.of();
  }

  private static IntStream processes(World<State, Message> world) {
    return IntStream.range(0, world.layout().size());
  }

  private static IntStream living(World<State, Message> world) {
    return processes(world).filter(process -> !world.crashed(process));
  }

  /** A generation is complete only when all its parties have arrived, each by its own ticket. */
  private static boolean complete(World<State, Message> world, Rule rule) {
    return processes(world)
        .mapToObj(process -> world.state(process).outcomes())
        .flatMap(List::stream)
        .filter(Outcome::complete)
        .allMatch(
            outcome ->
                outcome.tickets().size() == rule.needed()
                    && new HashSet<>(outcome.tickets()).size() == rule.needed()
                    && outcome.tickets().stream().allMatch(each -> hasArrived(world, each)));
  }

  private static boolean hasArrived(World<State, Message> world, Ticket ticket) {
    return world.state((int) ticket.node()).calls() >= ticket.number();
  }

  /** No ticket counts in two generations. */
  private static boolean once(World<State, Message> world) {
    return processes(world)
        .mapToObj(process -> world.state(process).outcomes())
        .allMatch(
            outcomes ->
                outcomes.stream().flatMap(each -> each.tickets().stream()).distinct().count()
                    == outcomes.stream().mapToLong(each -> each.tickets().size()).sum());
  }

  /** No two processes are told different things of a generation, crashed ones included. */
  private static boolean agreed(World<State, Message> world) {
    List<Outcome> longest =
        processes(world)
            .mapToObj(process -> world.state(process).outcomes())
            .max((one, other) -> Integer.compare(one.size(), other.size()))
            .orElse(List.of());
    return processes(world)
        .mapToObj(process -> world.state(process).outcomes())
        .allMatch(some -> some.equals(longest.subList(0, some.size())));
  }

  /** What has been applied anywhere, also at a crashed process, is known to all that live. */
  private static boolean kept(World<State, Message> world) {
    long applied =
        processes(world).mapToLong(each -> world.state(each).replica().index()).max().orElse(0);
    return living(world).allMatch(each -> world.state(each).replica().end() >= applied);
  }

  /**
   * All that live have the same tally, and wait only at a barrier at which a party is missing: none
   * of those that have arrived is gone or has given up.
   */
  private static boolean settled(World<State, Message> world, Rule rule) {
    var tallies =
        living(world).mapToObj(each -> world.state(each).replica().tally()).distinct().toList();
    return tallies.size() == 1
        && living(world)
            .allMatch(process -> isAtRest(world.state(process), process, tallies.getFirst(), rule))
        && (rule.kind() == Rule.Kind.LATCH
            || tallies.getFirst().tickets().stream()
                .noneMatch(ticket -> world.crashed((int) ticket.node())));
  }

  private static boolean isAtRest(State state, int process, Tally tally, Rule rule) {
    var replica = state.replica();
    boolean quiet = replica.log().isEmpty() && replica.own().isEmpty();
    return quiet
        && switch (state.doing()) {
          case IDLE -> true;
          case WAITING ->
              rule.kind() == Rule.Kind.BARRIER
                  && tally.tickets().contains(new Ticket(process, state.calls()));
          case GIVING_UP -> false;
        };
  }

  /** The algorithm of a configured name. */
  static Optional<Algorithm<State, Message>> find(
      OptionalInt number, IntFunction<Algorithm<State, Message>> algorithm) {
    return number.isPresent() ? Optional.of(algorithm.apply(number.getAsInt())) : Optional.empty();
  }
}
