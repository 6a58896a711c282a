package io.sluice.protocol.exclusive;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Rare;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.World;
import io.sluice.protocol.exclusive.Election.Message;
import io.sluice.protocol.exclusive.Election.Message.Follow;
import io.sluice.protocol.exclusive.Election.Message.Stand;
import io.sluice.protocol.exclusive.Election.State;
import java.util.ArrayList;
import java.util.List;

/**
 * Garcia-Molina, <em>Elections in a distributed computing system</em>, IEEE Transactions on
 * Computers 31(1), 1982: the bully algorithm, with a view that reports crashes.
 *
 * <p>The survivor with the lowest number leads. In the paper a candidate finds out by timeouts that
 * all lower-numbered processes are silent; here the view says so. What remains is to make sure that
 * all other survivors know it too. So the candidate stands, and leads once every other survivor
 * follows; and a process follows only after the view has told it that all lower-numbered ones have
 * crashed. When a process leads, therefore, no survivor obeys, or will receive anything from, an
 * earlier leader. The leader's number is the epoch: each is higher than the one before.
 *
 * <p>Costs 2 messages for each survivor but the new leader, and none until the first leader,
 * process 0, crashes. Needs reliable channels, in any order, and of the view: only crashed
 * processes are excluded, every survivor is told of each eventually, in any order and at any time,
 * and it receives nothing more from the crashed process afterwards. Tolerates the crash of all
 * processes but one.
 *
 * <p>By itself it answers which process leads: a grant is the answer, so all processes may be
 * inside together, and no two compete. Within another protocol, {@link View} is the part of the
 * state that belongs to the election.
 */
public final class Election implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("election", Family.ELECTION, Election::new)
          .source("Garcia-Molina, IEEE TC 31(1), 1982")
          .cost("0, and 2(n-1) after the leader's crash")
          .tolerates("messages in any order, crashes")
          .invariant("one-leader", Election::oneLeader)
          .invariant("followed", Election::followed)
          .invariant("settled", Election::settled)
          .build();

  public sealed interface Message {
    /** To all others in the view: all before me have crashed; follow me. */
    record Stand() implements Message {}

    /** To a candidate: all before you are gone for me too; I do. */
    record Follow() implements Message {}
  }

  /** Sends a message to another process. */
  @FunctionalInterface
  public interface Sender {
    void send(int to, Message message);
  }

  /**
   * What one process knows of the election.
   *
   * @param members the processes that are not excluded, this one included
   * @param heard the processes that have stood, and those that follow this process
   */
  public record View(@ProcessId int self, ProcessSet members, ProcessSet heard) {

    /** No process has crashed, and all follow process 0. */
    public static View first(int self, int nodes) {
      return new View(
          self,
          ProcessSet.range(0, nodes),
          self == 0 ? ProcessSet.range(1, nodes) : ProcessSet.of(0));
    }

    /** The process that leads, or will lead. */
    public int head() {
      return members.least();
    }

    /** Whether this process is the one to lead, be it elected yet or not. */
    public boolean stands() {
      return head() == self;
    }

    /** Whether this process leads. */
    public boolean leads() {
      return stands() && heard.containsAll(members.minus(self));
    }

    /** Whether this process follows the head of its view, or is that and leads. */
    public boolean settled() {
      return stands() ? leads() : heard.contains(head());
    }

    /** A peer has been excluded. */
    public View without(int peer, Sender sender) {
      var view = new View(self, members.minus(peer), heard.minus(peer));
      if (view.head() != head()) {
        if (view.stands()) {
          view.members.minus(self).forEach(other -> sender.send(other, new Stand()));
        } else if (view.settled()) {
          sender.send(view.head(), new Follow());
        }
      }
      return view;
    }

    /** A peer has stood, or follows. */
    public View on(int from, Message message, Sender sender) {
      // A candidate that stands while lower-numbered processes are in this view gets its answer
      // when they are excluded.
      if (message instanceof Stand && from == head()) {
        sender.send(from, new Follow());
      }
      return new View(self, members, heard.plus(from));
    }
  }

  /**
   * @param asked whether the application waits for the name of the leader
   */
  public record State(View view, boolean asked) {}

  private final View first;

  public Election(int self, Layout layout) {
    this.first = View.first(self, layout.size());
  }

  @Override
  public State initial() {
    return new State(first, false);
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Acquire(_) -> tell(new State(s.view, true), out);
      case Release() -> s;
      case Receive(var from, var message) ->
          tell(new State(s.view.on(from, message, out::send), s.asked), out);
      case Excluded(var peer) -> tell(new State(s.view.without(peer, out::send), s.asked), out);
      case Rare<Message> _ -> s;
    };
  }

  private static State tell(State s, Outbox<Message> out) {
    if (!s.asked || !s.view.settled()) {
      return s;
    }
    out.granted();
    return new State(s.view, false);
  }

  private static List<View> living(World<State, Message> world) {
    var views = new ArrayList<View>();
    for (int node = 0; node < world.layout().size(); node++) {
      if (!world.crashed(node)) {
        views.add(world.state(node).view);
      }
    }
    return views;
  }

  private static boolean oneLeader(World<State, Message> world) {
    return living(world).stream().filter(View::leads).count() <= 1;
  }

  /** Every survivor follows the process that leads. */
  private static boolean followed(World<State, Message> world) {
    var living = living(world);
    return living.stream()
        .filter(View::leads)
        .allMatch(
            leader ->
                living.stream().allMatch(view -> view.settled() && view.head() == leader.self));
  }

  /** Once no message is in transit and every survivor knows of every crash, a process leads. */
  private static boolean settled(World<State, Message> world) {
    var living = living(world);
    var survivors = ProcessSet.of(living.stream().mapToInt(View::self).toArray());
    boolean known = living.stream().allMatch(view -> view.members.equals(survivors));
    return !known || !silent(world) || living.stream().anyMatch(View::leads);
  }

  private static boolean silent(World<State, Message> world) {
    int n = world.layout().size();
    for (int channel = 0; channel < n * n; channel++) {
      if (!world.inTransit(channel / n, channel % n).isEmpty()) {
        return false;
      }
    }
    return true;
  }
}
