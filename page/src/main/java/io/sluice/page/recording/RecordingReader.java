package io.sluice.page.recording;

import io.sluice.cluster.recording.RecordingFile;
import io.sluice.lab.layout.JsonField;
import io.sluice.page.recording.RecordedNode.OfMember;
import io.sluice.page.recording.RecordedNode.OfProcess;
import io.sluice.page.recording.RecordedNode.Sent;
import io.sluice.page.recording.RecordedNode.Step;
import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads the lines of recordings. A line that a kill has cut off is passed over. */
final class RecordingReader {

  private static final String FIRST = "sluiceRecording";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** Far more processes than a view has members. */
  private static final int MOST_PROCESSES = 100_000;

  private final List<RecordedNode> nodes = new ArrayList<>();
  private Optional<Open> open = Optional.empty();

  /** The node whose lines are being read. */
  private static final class Open {
    private final String cluster;
    private final String name;
    private final Map<Long, List<OfMember>> views = new HashMap<>();
    private final Map<Integer, OfProcess> processes = new HashMap<>();
    private final List<OfProcess> inOrder = new ArrayList<>();
    private Optional<String> ends = Optional.empty();
    private long lastAt;

    Open(String cluster, String name) {
      this.cluster = cluster;
      this.name = name;
    }

    RecordedNode node() {
      return new RecordedNode(cluster, name, views, inOrder, ends, lastAt);
    }
  }

  private RecordingReader() {}

  /** Whether a text looks like a recording. */
  static boolean isRecording(String text) {
    return text.stripLeading().startsWith("{\"" + FIRST + "\"");
  }

  /**
   * Reads one or several recordings that follow each other.
   *
   * @throws IllegalArgumentException if a line is not one of a recording; the message says which
   */
  static List<RecordedNode> read(String text) {
    var reader = new RecordingReader();
    var lines = text.split("\n", -1);
    for (int k = 0; k < lines.length; k++) {
      boolean cutOff = k == lines.length - 1 || lines[k + 1].startsWith("{\"" + FIRST + "\"");
      if (!lines[k].isBlank()) {
        reader.line(lines[k], k + 1, cutOff);
      }
    }
    reader.end();
    return reader.nodes;
  }

  private void line(String line, int number, boolean mayBeCutOff) {
    JsonField root;
    try {
      root = JsonField.root(MAPPER.readTree(line));
    } catch (JacksonException e) {
      if (mayBeCutOff) {
        return;
      }
      throw new IllegalArgumentException("line %d is no line of a recording".formatted(number), e);
    }
    try {
      take(root);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("line %d: %s".formatted(number, e.getMessage()), e);
    }
  }

  private void take(JsonField line) {
    if (line.has(FIRST)) {
      var version = line.field(FIRST);
      if (version.number(0, Integer.MAX_VALUE) != RecordingFile.VERSION) {
        throw version.wrong("this version reads recordings of format " + RecordingFile.VERSION);
      }
      end();
      open = Optional.of(new Open(line.field("cluster").text(), line.field("node").text()));
      return;
    }
    var node =
        open.orElseThrow(() -> new IllegalArgumentException("a recording begins with " + FIRST));
    if (line.has("at")) {
      node.lastAt = number(line.field("at"));
    }
    if (line.has("of")) {
      step(node, line);
    } else if (line.has("begins")) {
      begin(node, line);
    } else if (line.has("members")) {
      node.views.put(number(line.field("view")), members(line));
    } else {
      node.ends = Optional.of(line.field("ends").text());
    }
  }

  private static List<OfMember> members(JsonField line) {
    return line.field("members").items().stream()
        .map(each -> new OfMember(each.field("id").text(), each.field("name").text()))
        .toList();
  }

  private static void begin(Open node, JsonField line) {
    int size = line.field("processes").number(1, MOST_PROCESSES);
    var process =
        new OfProcess(
            number(line.field("view")),
            line.field("lock").text(),
            line.field("protocol").text(),
            line.field("process").number(0, size - 1),
            size,
            new ArrayList<>());
    node.processes.put(line.field("begins").number(0, Integer.MAX_VALUE), process);
    node.inOrder.add(process);
  }

  private static void step(Open node, JsonField line) {
    var of = line.field("of");
    var process =
        Optional.ofNullable(node.processes.get(of.number(0, Integer.MAX_VALUE)))
            .orElseThrow(() -> of.wrong("no such process has begun"));
    int last = process.size() - 1;
    process
        .steps()
        .add(
            new Step(
                number(line.field("at")),
                line.field("event").text(),
                line.has("peer") ? line.field("peer").number(0, last) : -1,
                line.has("text") ? line.field("text").text() : "",
                line.has("message") ? line.field("message").text() : "",
                numberOf(line),
                claim(line),
                sent(line, last),
                line.field("granted").flag()
                    ? Optional.of(line.field("unit").number(0, Integer.MAX_VALUE))
                    : Optional.empty(),
                line.has("failed") ? line.field("failed").text() : ""));
  }

  private static long numberOf(JsonField line) {
    if (line.has("outcome")) {
      return number(line.field("outcome"));
    }
    return line.has("now") ? number(line.field("now")) : 0;
  }

  private static Claim claim(JsonField line) {
    return line.has("room")
        ? new Claim(
            line.field("room").text(),
            line.field("priority").number(Integer.MIN_VALUE, Integer.MAX_VALUE),
            line.field("wantedUnit").number(Claim.ANY_UNIT, Integer.MAX_VALUE))
        : Claim.EXCLUSIVE;
  }

  private static List<Sent> sent(JsonField line, int last) {
    return line.field("sent").items().stream()
        .map(each -> new Sent(each.field("to").number(0, last), each.field("message").text()))
        .toList();
  }

  private static long number(JsonField field) {
    if (!field.node().isIntegralNumber()) {
      throw field.wrong("expected a whole number");
    }
    return field.node().longValue();
  }

  private void end() {
    open.ifPresent(node -> nodes.add(node.node()));
    open = Optional.empty();
  }
}
