package io.sluice.page.recording;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.client.ClientState.Action;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.EventText;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.StateFields;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.layout.JsonField;
import io.sluice.lab.verdict.Finding;
import io.sluice.lab.verdict.Verdict;
import io.sluice.page.theatre.StepJson;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The worlds of a recorded run, one after the other: the states that the processes were in, the
 * messages on their way, and what is wrong. A world offers one choice, which is what happened next.
 */
final class RunWorlds {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private record Channel(int from, int to) {}

  /** What is known of a process after the steps so far. */
  private static final class OfProcess {
    private Object state;
    private ClientState client = ClientState.THINKING;
    private Claim claim = Claim.EXCLUSIVE;

    OfProcess(Object state) {
      this.state = state;
    }
  }

  private final RecordedRun run;
  private final Layout layout;
  private final List<Integer> lanes;
  private final List<OfProcess> processes = new ArrayList<>();
  private final Map<Channel, List<Object>> channels = new LinkedHashMap<>();
  private Optional<Finding> finding = Optional.empty();
  private int next;

  /** Begins with the world in which nothing has happened. */
  RunWorlds(RecordedRun run) {
    this.run = run;
    this.layout = run.layout();
    this.lanes = lanes(run);
    for (int process : lanes) {
      processes.add(new OfProcess(Rerun.initial(run.algorithm(), process, layout)));
    }
  }

  /** The first process of each member, and every other that has sent or got a message. */
  private static List<Integer> lanes(RecordedRun run) {
    var shown = new TreeSet<Integer>();
    for (int process = 0; process < run.members().size(); process++) {
      shown.add(process);
    }
    for (var event : run.events()) {
      shown.add(event.process());
      event.step().sent().forEach(sent -> shown.add(sent.to()));
      if (event.step().event() instanceof Event.Receive(_, int from, _)) {
        shown.add(from);
      }
    }
    return List.copyOf(shown);
  }

  List<Integer> lanes() {
    return lanes;
  }

  /** Whether there is another step. */
  boolean hasNext() {
    return next < run.events().size();
  }

  Optional<Finding> finding() {
    return finding;
  }

  /** Goes on by one step. */
  void advance() {
    var event = run.events().get(next++);
    var process = processes.get(lane(event.process()));
    finding = Optional.empty();
    happen(process, event);
    for (var sent : event.step().sent()) {
      channels
          .computeIfAbsent(new Channel(event.process(), sent.to()), _ -> new ArrayList<>())
          .add(sent.message());
    }
    process.state = event.step().state();
    finding = finding.or(this::exclusion);
  }

  private void happen(OfProcess process, RunEvent event) {
    switch (event.step().event()) {
      case Event.Ask(_, var claim) -> {
        process.claim = claim;
        process.client = process.client.next(Action.ASK).orElse(ClientState.WAITING);
      }
      case Event.Release _ -> process.client = ClientState.THINKING;
      case Event.Withdraw _ -> process.client = ClientState.THINKING;
      case Event.Receive(int to, int from, var message) ->
          channels.getOrDefault(new Channel(from, to), new ArrayList<>()).remove(message);
      default -> {}
    }
    if (!event.failed().isEmpty()) {
      process.client = ClientState.CRASHED;
      finding =
          Optional.of(
              new Finding(new Verdict.Failed(), name(event) + " failed: " + event.failed()));
    } else if (event.step().granted()) {
      if (!process.client.permits(Action.GRANTED)) {
        finding = Optional.of(process.client.objection(Action.GRANTED).of(name(event)));
      }
      process.client = ClientState.INSIDE;
      process.claim = process.claim.toUnit(event.unit());
    }
  }

  private String name(RunEvent event) {
    return layout.name(event.process());
  }

  private Optional<Finding> exclusion() {
    for (int one = 1; one < processes.size(); one++) {
      for (int other = 0; other < one; other++) {
        if (processes.get(one).client.isInside()
            && processes.get(other).client.isInside()
            && !layout.compatible(
                lanes.get(one), processes.get(one).claim,
                lanes.get(other), processes.get(other).claim)) {
          return Optional.of(
              new Finding(
                  new Verdict.Exclusion(),
                  "%s and %s are inside together"
                      .formatted(layout.name(lanes.get(other)), layout.name(lanes.get(one)))));
        }
      }
    }
    return Optional.empty();
  }

  private int lane(int process) {
    return lanes.indexOf(process);
  }

  /** This world, as the theatre shows worlds. */
  ObjectNode write() {
    var root = MAPPER.createObjectNode();
    var shown = root.putArray("processes");
    processes.forEach(process -> shown.add(process(process)));
    var ways = root.putArray("channels");
    channels.forEach(
        (channel, messages) -> {
          if (!messages.isEmpty()) {
            var way = ways.addObject();
            way.put("from", lane(channel.from)).put("to", lane(channel.to));
            var labels = way.putArray("messages");
            messages.forEach(message -> labels.add(StateFields.label(message, layout)));
          }
        });
    var choices = root.putArray("choices");
    if (hasNext()) {
      choices.add(choice(run.events().get(next)));
    }
    root.putArray("refusals");
    root.putObject("verdict")
        .put("word", finding.map(found -> found.verdict().word()).orElse("ok"))
        .put("what", finding.map(Finding::what).orElse(""));
    return root;
  }

  private ObjectNode process(OfProcess process) {
    var node = MAPPER.createObjectNode();
    node.put("client", process.client.name().toLowerCase(Locale.ROOT).replace('_', ' '));
    boolean engaged = process.client == ClientState.WAITING || process.client.isInside();
    node.put("claim", engaged ? process.claim.words() : "");
    var fields = node.putArray("fields");
    StateFields.of(process.state, layout)
        .forEach((name, value) -> fields.addArray().add(name).add(value));
    return node;
  }

  private ObjectNode choice(RunEvent event) {
    var saved = SavedStep.of(event.step());
    var node = MAPPER.createObjectNode();
    node.put("token", String.valueOf(next + 1));
    node.put("kind", JsonField.word(saved.kind()));
    node.put("process", lane(event.process()));
    node.put("peer", saved.peer() < 0 ? saved.peer() : lane(saved.peer()));
    node.put("position", position(event.step()));
    node.put("optional", false);
    node.put("words", EventText.of(event.step(), layout));
    node.put("at", RecordedRun.time(event.at()));
    node.set("step", StepJson.of(event.step(), layout, this::lane));
    return node;
  }

  private int position(TraceStep step) {
    return step.event() instanceof Event.Receive(int to, int from, var message)
        ? Math.max(0, channels.getOrDefault(new Channel(from, to), List.of()).indexOf(message))
        : 0;
  }
}
