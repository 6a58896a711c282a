package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import io.sluice.protocol.group.Forks;
import java.util.List;
import java.util.Map;

/** What instances of operators tell each other to scale, and what they are told from outside. */
public sealed interface KeyedMessage {

  /** What comes from the environment of an instance. */
  sealed interface Command extends KeyedMessage {}

  /** Duplicate yourself: these instances are to begin. */
  record Duplicate(ProcessSet newborn) implements Command {}

  /** Delete yourself. */
  record Delete() implements Command {}

  /**
   * Everything that this instance made of its input so far is in its receivers' inboxes. Given once
   * after {@link InstanceState#awaitsFlush} has become true.
   */
  record Flushed() implements Command {}

  /**
   * A message that travels with the records instead of beside them: behind every record that its
   * sender has put into the receiver's inbox, and ahead of every record that still waits at the
   * sender.
   */
  sealed interface InBand extends KeyedMessage {}

  /** I send you no more records of the groups that you give away. */
  record Mark() implements InBand {}

  /** I send you nothing more, since you delete yourself. */
  record End() implements InBand {}

  /** I send you nothing more, since I delete myself. */
  record Bye() implements InBand {}

  /**
   * A message with which the state of some key groups moves; the environment of the sender attaches
   * the state itself, and that of the receiver installs it with this step.
   */
  sealed interface MovesState extends KeyedMessage {
    KeyGroups groups();
  }

  /**
   * To a newborn: begin.
   *
   * @param operator the operator that the newborn is an instance of
   * @param preds the instances that send to it
   * @param routes where it sends
   * @param groups the key groups that it owns
   * @param clock a logical time to begin with
   */
  record Start(
      int operator, ProcessSet preds, List<Route> routes, KeyGroups groups, @Time int clock)
      implements MovesState {
    public Start {
      routes = List.copyOf(routes);
    }
  }

  /** To the heir of an instance that deletes itself: these groups are yours. */
  record Inheritance(KeyGroups groups) implements MovesState {}

  /** To predecessors: send to the newborn too, and these groups to these owners from now on. */
  record Birth(int operator, ProcessSet newborn, Map<Integer, Integer> moves)
      implements KeyedMessage {
    public Birth {
      moves = Map.copyOf(moves);
    }
  }

  /** To successors: the newborn will send to you too. */
  record NewSender(ProcessSet newborn) implements KeyedMessage {}

  /** To predecessors: send me nothing more, and what is for my groups to the heir. */
  record Death(@ProcessId int heir) implements KeyedMessage {}

  /** To predecessors: all of you have ended; forget the fork that we share. */
  record Gone() implements KeyedMessage {}

  /** The answer to {@link Birth}, {@link NewSender}, {@link Gone} and {@link Bye}: done. */
  record Ack() implements KeyedMessage {}

  /** To the operator's keeper: I am an instance now. */
  record Here() implements KeyedMessage {}

  /** To the keeper: I delete myself. Which instance inherits my groups? */
  record MayLeave() implements KeyedMessage {}

  /** From the keeper: this one. It stays until it has inherited. */
  record Heir(@ProcessId int heir) implements KeyedMessage {}

  /** To the keeper: I have inherited. */
  record Inherited() implements KeyedMessage {}

  /** A message of the guard that keeps neighbouring operators from scaling at the same time. */
  record Guard(Forks.Message message) implements KeyedMessage {

    @Override
    public String toString() {
      return message.toString();
    }
  }
}
