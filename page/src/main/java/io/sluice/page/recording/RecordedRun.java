package io.sluice.page.recording;

import io.sluice.cluster.recording.RecordingFile;
import io.sluice.page.recording.RecordedNode.OfMember;
import io.sluice.page.recording.RecordedNode.OfProcess;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The run of one lock in one view, from the recordings of several nodes.
 *
 * @param members the members of the view, by the number of their process
 * @param events all recorded steps in causal order
 * @param notes what was not recorded, in sentences; empty if everything was
 */
public record RecordedRun(
    String cluster,
    String lock,
    long view,
    Algorithm<?, ?> algorithm,
    Layout layout,
    List<String> members,
    List<RunEvent> events,
    List<String> notes) {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  /** Which lock, in which view of which members. */
  record Key(long view, List<OfMember> members, String lock, String protocol) {}

  /** A process, and the node that recorded it. */
  record Part(RecordedNode node, OfProcess process) {}

  /**
   * Merges what nodes have recorded.
   *
   * @param nodes all that have recorded this view, also those without a step of this lock
   * @throws IllegalArgumentException if that cannot be shown; the message says why
   */
  static RecordedRun of(Key key, List<Part> parts, List<RecordedNode> nodes, Catalogue catalogue) {
    var algorithm =
        catalogue
            .find(key.protocol())
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "the protocol '%s' is not known here: name its jar with --protocols"
                            .formatted(key.protocol())));
    var layout = Layout.plain(parts.getFirst().process().size());
    var byProcess = new TreeMap<Integer, List<RunEvent>>();
    for (var part : parts) {
      byProcess
          .computeIfAbsent(part.process().process(), _ -> new ArrayList<>())
          .addAll(Rerun.of(algorithm, part.process(), layout));
    }
    var order = CausalOrder.of(List.copyOf(byProcess.values()));
    return new RecordedRun(
        parts.getFirst().node().cluster(),
        key.lock(),
        key.view(),
        algorithm,
        layout,
        key.members().stream().map(OfMember::name).toList(),
        order.events(),
        notes(key, nodes, order.unmatched()));
  }

  private static List<String> notes(Key key, List<RecordedNode> nodes, int unmatched) {
    var notes = new ArrayList<String>();
    var recorded = nodes.stream().map(RecordedNode::name).toList();
    var missing =
        key.members().stream()
            .map(OfMember::name)
            .filter(name -> !recorded.contains(name))
            .toList();
    if (!missing.isEmpty()) {
      notes.add(
          "%s of view %d %s no recording here: %s steps are missing, and so is the order of events that only %s connected"
              .formatted(
                  String.join(" and ", missing),
                  key.view(),
                  missing.size() == 1 ? "has" : "have",
                  missing.size() == 1 ? "its" : "their",
                  missing.size() == 1 ? "it" : "they"));
    }
    nodes.forEach(node -> end(node).ifPresent(notes::add));
    if (unmatched > 0) {
      notes.add(
          "%,d message%s arrived whose sending is not in these recordings"
              .formatted(unmatched, unmatched == 1 ? "" : "s"));
    }
    return notes;
  }

  /** Why a recording ends, unless it was the usual end. */
  private static Optional<String> end(RecordedNode node) {
    String last = "the recording of %s ends at %s UTC".formatted(node.name(), time(node.lastAt()));
    if (node.ends().isEmpty()) {
      return Optional.of(last + " without a last line: the process was killed, or still runs");
    }
    return node.ends()
        .filter(why -> !why.equals(RecordingFile.CLOSED))
        .map(why -> last + ": " + why);
  }

  static String time(long micros) {
    return TIME.format(Instant.EPOCH.plusNanos(1_000 * micros));
  }

  /** How often the lock was granted. */
  public long entries() {
    return events.stream().filter(event -> event.step().granted()).count();
  }

  /** The member that a process belongs to: a semaphore has several processes for each. */
  String memberOf(int process) {
    return members.get(process % members.size());
  }
}
