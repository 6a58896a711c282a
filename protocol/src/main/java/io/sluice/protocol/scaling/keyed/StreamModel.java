package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.scaling.keyed.InstanceState.Stage;
import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;
import io.sluice.protocol.scaling.keyed.KeyedMessage.MovesState;
import io.sluice.protocol.scaling.keyed.StreamMessage.Arrive;
import io.sluice.protocol.scaling.keyed.StreamMessage.Control;
import io.sluice.protocol.scaling.keyed.StreamMessage.Copies;
import io.sluice.protocol.scaling.keyed.StreamMessage.CopyTo;
import io.sluice.protocol.scaling.keyed.StreamMessage.Emit;
import io.sluice.protocol.scaling.keyed.StreamMessage.Enter;
import io.sluice.protocol.scaling.keyed.StreamMessage.Entry;
import io.sluice.protocol.scaling.keyed.StreamMessage.Item;
import io.sluice.protocol.scaling.keyed.StreamMessage.Moved;
import io.sluice.protocol.scaling.keyed.StreamMessage.Note;
import io.sluice.protocol.scaling.keyed.StreamMessage.Resume;
import io.sluice.protocol.scaling.keyed.StreamMessage.Told;
import io.sluice.protocol.scaling.keyed.StreamState.Placed;
import io.sluice.protocol.scaling.keyed.StreamState.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * {@link KeyedScaling} with a model of the data plane around it, so that the explorer can see what
 * becomes of records and state. A live engine has a real data plane instead and runs {@link
 * KeyedScaling} itself; it must keep the rules that this model keeps:
 *
 * <ul>
 *   <li>The receiver of a record is chosen when the record goes into an inbox, never earlier.
 *   <li>A message in band goes behind the records that its receiver's inbox has, and ahead of those
 *       that wait.
 *   <li>A record is processed if its group's state is here, or in a stateless operator; otherwise
 *       it is kept, and so is everything before the start.
 *   <li>State arrives together with the message that moves it; then the kept records follow, in
 *       their order.
 *   <li>State may be copied to a newborn before anything moves. Then only what has been made since
 *       moves, if the sender still knows what that is; otherwise all of it, and the copy counts for
 *       nothing. A copy replaces an earlier one.
 *   <li>"Flushed" is said when nothing waits to be sent.
 * </ul>
 *
 * <p>That the next item goes out or arrives are choices of the explorer, so nothing orders data
 * against control. State is the list of the records that made it; so an invariant can say that none
 * was left out, doubled or overtaken.
 */
public final class StreamModel implements Protocol<StreamState, StreamMessage> {

  /** The pipeline that has no other name: the second operator is keyed, with two groups. */
  public static final Algorithm<StreamState, StreamMessage> ALGORITHM =
      algorithm(StreamOptions.USUAL);

  private final int self;
  private final Operators operators;
  private final KeyedScaling rules;

  StreamModel(int self, Operators operators) {
    this.self = self;
    this.operators = operators;
    this.rules = new KeyedScaling(self, operators);
  }

  /** The algorithm that a name such as {@code scaling-keyed:keyed=1+2:groups=3} stands for. */
  public static Optional<Algorithm<StreamState, StreamMessage>> find(String name) {
    return StreamOptions.find(name).map(StreamModel::algorithm);
  }

  static Algorithm<StreamState, StreamMessage> algorithm(StreamOptions options) {
    var events = new StreamEvents(options);
    var invariants = new StreamInvariants(options);
    var described =
        Algorithm.<StreamState, StreamMessage>of(
                options.name(),
                Family.SCALING,
                (self, layout) -> new StreamModel(self, options.operators(layout)))
            .source("this project")
            .cost("2 to 6 per neighbour, and 2 to 4")
            .tolerates(
                "neighbours and siblings that scale at once, records and control out of order")
            .clocks(Algorithm.Clocks.APART)
            .orders("duplicate", (world, process) -> events.duplications(world, process, 1))
            .orders("twins", (world, process) -> events.duplications(world, process, 2))
            .orders("delete", events::deletions)
            .orders("record", events::records)
            .happenings("emit", events::emissions)
            .happenings("arrive", events::arrivals)
            .happenings("flush", events::flushes)
            .invariant("dead", invariants::nothingGoesToTheDead)
            .invariant("state", invariants::everyGroupIsInOnePlace)
            .invariant("records", invariants::noRecordIsLostOrDoubled)
            .invariant("order", invariants::sendersAreFollowed)
            .invariant("key-order", invariants::keysAreFollowed)
            .invariant("tables", invariants::tablesAgree)
            .invariant("unfinished", invariants::everyOrderIsCarriedOut)
            .invariant("neighbours", invariants::neighboursDoNotChangeTogether);
    if (options.ahead()) {
      described = described.orders("copy", events::copies).orders("resume", events::resumptions);
    }
    return described.build();
  }

  @Override
  public StreamState initial() {
    return StreamState.of(rules.initial());
  }

  @Override
  public StreamState on(StreamState s, Input<StreamMessage> input, Outbox<StreamMessage> out) {
    return switch (input) {
      case Order<StreamMessage>(Told(var command)) -> step(s, new Order<>(command), out);
      case Order<StreamMessage>(Enter(int group)) -> {
        int id = StreamState.id(self, s.entered());
        var path = List.of(s.control().operator());
        yield process(s.enteringOne(), new Entry(group, id, path, Entry.OUTSIDE, 0));
      }
      case Order<StreamMessage>(Emit(int place)) -> emit(s, place);
      case Order<StreamMessage>(Arrive(int from, var item)) -> take(s, from, item, out);
      case Order<StreamMessage>(CopyTo(int newborn)) -> copy(s, newborn, out);
      case Order<StreamMessage>(Resume()) -> s.with(s.ahead().forgetting());
      case Receive<StreamMessage>(_, Copies(var state)) -> s.with(s.ahead().taking(state));
      case Receive<StreamMessage>(int from, Control(var message, var state)) -> {
        var next = step(s, new Receive<>(from, message), out);
        yield message instanceof MovesState ? install(next, state) : next;
      }
      default -> throw new ImpossibleInput(self, input, "a pipeline has no such input");
    };
  }

  private StreamState take(StreamState s, int from, Item item, Outbox<StreamMessage> out) {
    if (s.control().stage() == Stage.DEAD) {
      throw new ImpossibleInput(self, item, "it has deleted itself");
    }
    var next = s.reading(from);
    return switch (item) {
      case Entry entry -> processOrKeep(next, entry);
      case Note(var message) -> step(next, new Receive<>(from, message), out);
    };
  }

  private StreamState processOrKeep(StreamState s, Entry entry) {
    boolean owned = s.made().containsKey(entry.group());
    return s.control().active() && (owned || !keyed(s)) ? process(s, entry) : s.keeping(entry);
  }

  private boolean keyed(StreamState s) {
    return operators.isKeyed(s.control().operator());
  }

  private StreamState process(StreamState s, Entry entry) {
    var next = keyed(s) ? s.making(entry) : s;
    var routes = s.control().routes();
    for (var route : routes) {
      var path = StreamState.plus(entry.path(), route.operator());
      var copy = new Entry(entry.group(), entry.id(), path, self, 0);
      next = next.waiting(new Waiting.OfEntry(route.operator(), copy));
    }
    return routes.isEmpty() && !keyed(s) ? next.doneWith(entry) : next;
  }

  /** The routes are asked only now: they may have changed while the record waited. */
  private StreamState emit(StreamState s, int place) {
    var first = s.out().getFirst();
    Item item =
        switch (first) {
          case Waiting.OfNote(_, var note) -> note;
          case Waiting.OfEntry(int operator, var e) ->
              new Entry(e.group(), e.id(), e.path(), self, s.sentTo(operator, e.group()));
        };
    return s.sending(s.target(first), new Placed(place, item));
  }

  /** Copies what would move now; what is made of it from now on will follow. */
  private StreamState copy(StreamState s, int newborn, Outbox<StreamMessage> out) {
    var copies = new TreeMap<Integer, List<Entry>>();
    var sent = new TreeMap<Integer, StreamState.Copy>();
    for (int group : rules.moves(s.control(), ProcessSet.of(newborn)).keySet()) {
      var made = s.made().getOrDefault(group, List.of());
      copies.put(group, made);
      sent.put(group, new StreamState.Copy(newborn, made.size()));
    }
    out.send(newborn, new Copies(copies));
    return s.with(s.ahead().sending(sent));
  }

  private StreamState install(StreamState s, Map<Integer, Moved> state) {
    var whole = new TreeMap<Integer, List<Entry>>();
    state.forEach(
        (group, moved) ->
            whole.put(group, moved.on(s.ahead().taken().getOrDefault(group, List.of()))));
    var next = s.installing(whole).with(StreamState.Ahead.NONE);
    for (var entry : s.kept()) {
      next = processOrKeep(next, entry);
    }
    return next;
  }

  /** A step of the protocol, and what it does to the data plane. */
  private StreamState step(StreamState s, Input<KeyedMessage> input, Outbox<StreamMessage> out) {
    var effects = new Effects(s, out);
    var control = rules.on(s.control(), input, effects);
    return effects.carriedOut().with(control);
  }

  /** Takes the effects of one step: messages in band wait with the records. */
  private static final class Effects implements SendOnly<KeyedMessage> {
    private final Outbox<StreamMessage> control;
    private final List<Waiting.OfNote> notes = new ArrayList<>();
    private StreamState state;

    Effects(StreamState before, Outbox<StreamMessage> control) {
      this.state = before;
      this.control = control;
    }

    StreamState carriedOut() {
      for (var note : notes) {
        state = state.waiting(note.to(), note.note());
      }
      return state;
    }

    @Override
    public void send(int to, KeyedMessage message) {
      switch (message) {
        case InBand note -> notes.add(new Waiting.OfNote(to, new Note(note)));
        case MovesState moves -> {
          var moving = new TreeMap<Integer, Moved>();
          var before = state;
          moves.groups().forEach(group -> moving.put(group, before.moving(group, to)));
          moving.keySet().retainAll(state.made().keySet());
          state = state.giving(moves.groups());
          control.send(to, new Control(message, moving));
        }
        default -> control.send(to, new Control(message, Map.of()));
      }
    }
  }
}
