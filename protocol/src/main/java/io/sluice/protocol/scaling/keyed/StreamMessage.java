package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What happens in a pipeline with a modelled data plane, {@link StreamModel}. */
public sealed interface StreamMessage {

  /**
   * A message between instances on their control channel.
   *
   * @param state the state that moves with it, by key group
   */
  record Control(KeyedMessage message, Map<Integer, Moved> state) implements StreamMessage {

    @Override
    public String toString() {
      return message.toString();
    }
  }

  /**
   * The state of a group on its way.
   *
   * @param onCopy whether it follows a copy that was sent before
   * @param made the records that made it, or those that made it of the copy
   */
  record Moved(boolean onCopy, List<Entry> made) {
    public Moved {
      made = List.copyOf(made);
    }

    /** The whole state, with the copy that has come before it. */
    List<Entry> on(List<Entry> copy) {
      var all = new ArrayList<>(onCopy ? copy : List.of());
      all.addAll(made);
      return List.copyOf(all);
    }
  }

  /** To an instance that has yet to begin: copies of the state of groups that will be its own. */
  record Copies(Map<Integer, List<Entry>> state) implements StreamMessage {
    @Override
    public String toString() {
      return "Copies of groups " + state.keySet();
    }
  }

  /** An instance sends copies of the groups that it would give to this one. */
  record CopyTo(@ProcessId int newborn) implements StreamMessage {}

  /** An instance crashes and is resumed: what it has not committed is lost. */
  record Resume() implements StreamMessage {}

  /** What travels from inbox to inbox. */
  sealed interface Item {}

  /**
   * A record.
   *
   * @param group its key group
   * @param id which record it is
   * @param path the operators it has come through and the one it goes to; where an operator sends
   *     to several others, each gets a copy
   * @param from the instance that sent it, or {@link #OUTSIDE}
   * @param nth how many of this group its sender had sent to the operator before it
   */
  record Entry(int group, int id, List<Integer> path, @ProcessId int from, int nth)
      implements Item {

    static final int OUTSIDE = -1;

    public Entry {
      path = List.copyOf(path);
    }

    /** Short, for traces: {@code #8 of group 1}. */
    @Override
    public String toString() {
      return "#" + id + " of group " + group;
    }
  }

  /** A message of the protocol among the records. */
  record Note(KeyedMessage.InBand message) implements Item {

    @Override
    public String toString() {
      return message.toString();
    }
  }

  /** An instance is told to scale, or that everything it made is out. */
  record Told(KeyedMessage.Command command) implements StreamMessage {

    @Override
    public String toString() {
      return command.toString();
    }
  }

  /** A record of this group comes into the pipeline. */
  record Enter(int group) implements StreamMessage {}

  /**
   * The oldest item that waits at the instance goes into its receiver's inbox.
   *
   * @param place how many items any instance had put there before, if senders share an inbox
   */
  record Emit(int place) implements StreamMessage {}

  /** The instance takes the next item of a sender from its inbox. */
  record Arrive(@ProcessId int from, Item item) implements StreamMessage {}
}
