package io.sluice.protocol.scaling.keyed;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.scaling.keyed.StreamMessage.Entry;
import io.sluice.protocol.scaling.keyed.StreamMessage.Item;
import io.sluice.protocol.scaling.keyed.StreamMessage.Moved;
import io.sluice.protocol.scaling.keyed.StreamMessage.Note;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An instance in a pipeline with a modelled data plane.
 *
 * @param control what the protocol knows
 * @param made the state of the key groups owned here: the records that made it, in their order
 * @param kept records that wait here for the state of their group, or for the start
 * @param out what waits to be sent; the receiver of a record is chosen when it goes
 * @param done the records that a stateless last operator is done with
 * @param entered how many records came into the pipeline here
 * @param sent by receiver, everything that was ever put into its inbox
 * @param read by sender, how many of its items were taken from the own inbox
 * @param ahead what was copied before it moves
 */
public record StreamState(
    InstanceState control,
    Map<Integer, List<Entry>> made,
    List<Entry> kept,
    List<Waiting> out,
    List<Entry> done,
    int entered,
    Map<Integer, List<Placed>> sent,
    Map<Integer, Integer> read,
    Ahead ahead) {

  /** Something that waits to be sent. */
  public sealed interface Waiting {
    /** A record for an operator. */
    record OfEntry(int operator, Entry entry) implements Waiting {}

    /** A message of the protocol for an instance. */
    record OfNote(@ProcessId int to, Note note) implements Waiting {}
  }

  /**
   * Copies of state. A copy counts for nothing until the message that moves its group has come.
   *
   * @param sent by group, the copy that was sent last and is known to be so
   * @param taken by group, the copy that has come last
   */
  public record Ahead(Map<Integer, Copy> sent, Map<Integer, List<Entry>> taken) {
    static final Ahead NONE = new Ahead(Map.of(), Map.of());

    Ahead sending(Map<Integer, Copy> copies) {
      return new Ahead(copies, taken);
    }

    Ahead taking(Map<Integer, List<Entry>> copies) {
      var all = new TreeMap<>(taken);
      all.putAll(copies);
      return new Ahead(sent, all);
    }

    /** What has changed since a copy was made is known in memory only. */
    Ahead forgetting() {
      return new Ahead(Map.of(), taken);
    }
  }

  /**
   * A copy of the state of a group.
   *
   * @param to the instance that it was sent to
   * @param size how many records had made the state by then
   */
  public record Copy(@ProcessId int to, int size) {}

  /** Something in an inbox, and how many items were put there before it. */
  public record Placed(int place, Item item) {}

  static StreamState of(InstanceState control) {
    var made = new TreeMap<Integer, List<Entry>>();
    control.owned().forEach(group -> made.put(group, List.of()));
    return new StreamState(
        control, made, List.of(), List.of(), List.of(), 0, Map.of(), Map.of(), Ahead.NONE);
  }

  /** The instance that something which waits goes to, as the routes are now. */
  int target(Waiting waiting) {
    return switch (waiting) {
      case Waiting.OfNote(int to, _) -> to;
      case Waiting.OfEntry(int operator, var entry) -> target(route(operator), entry.group());
    };
  }

  private Route route(int operator) {
    return control.routes().stream()
        .filter(route -> route.operator() == operator)
        .findFirst()
        .orElseThrow();
  }

  /** A stateless operator's instances get the groups in turn, so that each is tried. */
  private static int target(Route route, int group) {
    if (route.keyed()) {
      return route.owners().get(group);
    }
    var rest = route.instances();
    for (int k = group % rest.size(); k > 0; k--) {
      rest = rest.minus(rest.least());
    }
    return rest.least();
  }

  StreamState with(InstanceState next) {
    return new StreamState(next, made, kept, out, done, entered, sent, read, ahead);
  }

  StreamState enteringOne() {
    return new StreamState(control, made, kept, out, done, entered + 1, sent, read, ahead);
  }

  StreamState keeping(Entry entry) {
    return new StreamState(control, made, plus(kept, entry), out, done, entered, sent, read, ahead);
  }

  StreamState making(Entry entry) {
    var more = new TreeMap<>(made);
    more.put(entry.group(), plus(made.getOrDefault(entry.group(), List.of()), entry));
    return new StreamState(control, more, kept, out, done, entered, sent, read, ahead);
  }

  StreamState doneWith(Entry entry) {
    return new StreamState(control, made, kept, out, plus(done, entry), entered, sent, read, ahead);
  }

  StreamState waiting(Waiting last) {
    return new StreamState(control, made, kept, plus(out, last), done, entered, sent, read, ahead);
  }

  /** Notes go ahead of the records that wait, since these will go by the new routes. */
  StreamState waiting(int to, Note note) {
    int notes = (int) out.stream().filter(Waiting.OfNote.class::isInstance).count();
    var next = new ArrayList<>(out);
    next.add(notes, new Waiting.OfNote(to, note));
    return new StreamState(
        control, made, kept, List.copyOf(next), done, entered, sent, read, ahead);
  }

  /** The first that waits is in the receiver's inbox. */
  StreamState sending(int to, Placed placed) {
    var next = new TreeMap<>(sent);
    next.put(to, plus(sent.getOrDefault(to, List.of()), placed));
    return new StreamState(
        control, made, kept, out.subList(1, out.size()), done, entered, next, read, ahead);
  }

  StreamState reading(int from) {
    var next = new TreeMap<>(read);
    next.merge(from, 1, Integer::sum);
    return new StreamState(control, made, kept, out, done, entered, sent, next, ahead);
  }

  /** Without the state of some groups, which moves away. */
  StreamState giving(KeyGroups groups) {
    var rest = new TreeMap<>(made);
    rest.keySet().removeAll(groups.numbers());
    return new StreamState(control, rest, kept, out, done, entered, sent, read, ahead);
  }

  /** With the state of some groups, and nothing kept. */
  StreamState installing(Map<Integer, List<Entry>> state) {
    var more = new TreeMap<>(made);
    more.putAll(state);
    return new StreamState(control, more, List.of(), out, done, entered, sent, read, ahead);
  }

  StreamState with(Ahead next) {
    return new StreamState(control, made, kept, out, done, entered, sent, read, next);
  }

  /** What has been made of a group since its copy for an instance; everything if it has none. */
  Moved moving(int group, int to) {
    var all = made.getOrDefault(group, List.of());
    var copy = ahead.sent().get(group);
    if (copy == null || copy.to() != to) {
      return new Moved(false, all);
    }
    return new Moved(true, all.subList(copy.size(), all.size()));
  }

  /** How many records of a group this instance has sent to an operator. */
  int sentTo(int operator, int group) {
    return (int)
        sent.values().stream()
            .flatMap(List::stream)
            .filter(
                placed ->
                    placed.item() instanceof Entry entry
                        && entry.group() == group
                        && entry.path().getLast() == operator)
            .count();
  }

  /** The identities of the records that came in here. */
  static List<Integer> ids(int process, int entered) {
    return IntStream.range(0, entered).mapToObj(k -> id(process, k)).toList();
  }

  static int id(int process, int nth) {
    return 8 * process + nth;
  }

  static <T> List<T> plus(List<T> list, T last) {
    var more = new ArrayList<>(list);
    more.add(last);
    return Collections.unmodifiableList(more);
  }
}
