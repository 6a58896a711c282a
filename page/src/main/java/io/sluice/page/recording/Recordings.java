package io.sluice.page.recording;

import io.sluice.lab.verdict.Finding;
import io.sluice.page.server.Query;
import io.sluice.page.server.Refused;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Recordings that were opened together, as runs: one for each lock and view. */
public final class Recordings {

  /** As many steps are shown at once; more make a page slow. */
  static final int STEPS_OF_PART = 400;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final List<RecordedRun> runs;
  private final List<Optional<Wrong>> wrong;
  private final List<String> unreadable;

  /** What is wrong in a run, and after which step. */
  private record Wrong(int step, Finding finding) {}

  private Recordings(List<RecordedRun> runs, List<String> unreadable) {
    this.runs = runs;
    this.unreadable = unreadable;
    this.wrong = runs.stream().map(Recordings::judge).toList();
  }

  /** Whether a text is a recording, and not a trace. */
  public static boolean isRecording(String text) {
    return RecordingReader.isRecording(text);
  }

  /**
   * Reads recordings.
   *
   * @param texts the texts of the files
   * @throws IllegalArgumentException if one holds no recording, or there is no step in them; the
   *     message says why
   */
  public static Recordings read(List<String> texts, Catalogue catalogue) {
    var nodes = texts.stream().flatMap(text -> RecordingReader.read(text).stream()).toList();
    var parts = new LinkedHashMap<RecordedRun.Key, List<RecordedRun.Part>>();
    for (var node : nodes) {
      for (var process : node.processes()) {
        var members = node.views().getOrDefault(process.view(), List.of());
        if (!members.isEmpty() && !process.steps().isEmpty()) {
          var key =
              new RecordedRun.Key(process.view(), members, process.lock(), process.protocol());
          parts
              .computeIfAbsent(key, _ -> new ArrayList<>())
              .add(new RecordedRun.Part(node, process));
        }
      }
    }
    var runs = new ArrayList<RecordedRun>();
    var unreadable = new ArrayList<String>();
    parts.forEach(
        (key, of) -> {
          try {
            runs.add(RecordedRun.of(key, of, witnesses(nodes, key), catalogue));
          } catch (IllegalArgumentException e) {
            unreadable.add(
                "lock '%s', view %d: %s".formatted(key.lock(), key.view(), e.getMessage()));
          }
        });
    if (runs.isEmpty()) {
      throw new IllegalArgumentException(
          unreadable.isEmpty()
              ? "no step of a lock is recorded there: were locks asked for while it was recorded?"
              : String.join("; ", unreadable));
    }
    runs.sort(
        Comparator.comparing(RecordedRun::lock)
            .thenComparingLong(RecordedRun::view)
            .thenComparing(run -> run.members().toString()));
    return new Recordings(runs, unreadable);
  }

  private static List<RecordedNode> witnesses(List<RecordedNode> nodes, RecordedRun.Key key) {
    return nodes.stream()
        .filter(node -> key.members().equals(node.views().get(key.view())))
        .toList();
  }

  /** What nodes have recorded, a run for each lock and view. */
  public List<RecordedRun> runs() {
    return runs;
  }

  private static Optional<Wrong> judge(RecordedRun run) {
    var worlds = new RunWorlds(run);
    for (int step = 1; worlds.hasNext(); step++) {
      worlds.advance();
      if (worlds.finding().isPresent()) {
        return Optional.of(new Wrong(step, worlds.finding().get()));
      }
    }
    return Optional.empty();
  }

  /** What is wrong in a run, in a sentence; empty if nothing is. */
  public Optional<String> finding(RecordedRun run) {
    return wrong.get(runs.indexOf(run)).map(found -> found.finding.what());
  }

  /** The list of runs. */
  ObjectNode overview() {
    var root = MAPPER.createObjectNode();
    var list = root.putArray("runs");
    for (int k = 0; k < runs.size(); k++) {
      list.add(summary(k));
    }
    unreadable.forEach(root.putArray("unreadable")::add);
    return root;
  }

  private ObjectNode summary(int number) {
    var run = runs.get(number);
    var node = MAPPER.createObjectNode();
    node.put("run", number).put("cluster", run.cluster());
    node.put("lock", run.lock()).put("view", run.view());
    node.put("protocol", run.algorithm().name());
    run.members().forEach(node.putArray("members")::add);
    node.put("events", run.events().size()).put("entries", run.entries());
    node.put("from", RecordedRun.time(run.events().getFirst().at()));
    node.put("to", RecordedRun.time(run.events().getLast().at()));
    node.put("what", wrong.get(number).map(found -> found.finding.what()).orElse(""));
    node.put("wrongAt", wrong.get(number).map(Wrong::step).orElse(0));
    run.notes().forEach(node.putArray("notes")::add);
    return node;
  }

  /** The part of a run that has a step, and the world before its first step. */
  ObjectNode part(Query query) {
    int number = query.number("run", 0);
    if (number >= runs.size()) {
      throw new Refused(404, "there are %d runs".formatted(runs.size()));
    }
    var run = runs.get(number);
    int parts = Math.ceilDiv(run.events().size(), STEPS_OF_PART);
    int step = Math.max(1, query.number("step", 0));
    int part = Math.min((step - 1) / STEPS_OF_PART, parts - 1);
    var root = summary(number);
    root.put("part", part).put("parts", parts).put("steps", STEPS_OF_PART);
    root.put("first", part * STEPS_OF_PART);
    var shown = new RunWorlds(run);
    root.set("scope", scope(run, shown.lanes()));
    var worlds = root.putArray("worlds");
    for (int k = 0; k < part * STEPS_OF_PART; k++) {
      shown.advance();
    }
    worlds.add(shown.write());
    for (int k = 0; k < STEPS_OF_PART && shown.hasNext(); k++) {
      shown.advance();
      worlds.add(shown.write());
    }
    return root;
  }

  private static ObjectNode scope(RecordedRun run, List<Integer> lanes) {
    var algorithm = run.algorithm();
    var node = MAPPER.createObjectNode();
    node.put("protocol", algorithm.name());
    node.put("source", algorithm.source()).put("tolerates", algorithm.tolerates());
    node.put("flaw", algorithm.flaw().orElse(""));
    node.putArray("captions");
    node.putObject("faults");
    var processes = node.putArray("processes");
    for (int process : lanes) {
      processes
          .addObject()
          .put("name", run.layout().name(process))
          .put("node", run.memberOf(process))
          .put("group", 0);
    }
    return node;
  }
}
