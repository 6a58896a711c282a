package io.sluice.page.theatre;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.search.Fates;
import io.sluice.lab.explore.search.Fates.Fate;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.walk.Choice;
import io.sluice.lab.explore.walk.Refusal;
import io.sluice.lab.explore.walk.Walk;
import io.sluice.protocol.Layout;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The world of a walk as JSON: processes with their state, messages on their way, what can happen
 * next, what cannot and why, and what is wrong.
 */
final class WorldJson {

  static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Walk<?, ?> walk;
  private final Scope<?, ?> scope;
  private final Layout layout;
  private final Optional<Fates> fates;

  WorldJson(Walk<?, ?> walk, Optional<Fates> fates) {
    this.walk = walk;
    this.scope = walk.scope();
    this.layout = scope.layout();
    this.fates = fates;
  }

  ObjectNode write() {
    var root = MAPPER.createObjectNode();
    var processes = root.putArray("processes");
    var channels = root.putArray("channels");
    for (int process = 0; process < layout.size(); process++) {
      processes.add(process(process));
      for (int to = 0; to < layout.size(); to++) {
        channel(process, to).ifPresent(channels::add);
      }
    }
    var choices = root.putArray("choices");
    walk.choices().forEach(choice -> choices.add(choice(choice)));
    var refusals = root.putArray("refusals");
    walk.refusals().forEach(refusal -> refusals.add(refusal(refusal)));
    root.set("verdict", verdict());
    root.put("seal", walk.seal());
    fates.ifPresent(known -> fate(root, known, walk.fingerprint()));
    return root;
  }

  ObjectNode process(int process) {
    var node = MAPPER.createObjectNode();
    node.put("client", walk.client(process).name().toLowerCase(Locale.ROOT).replace('_', ' '));
    node.put("claim", walk.claim(process));
    var fields = node.putArray("fields");
    walk.state(process).forEach((name, value) -> fields.addArray().add(name).add(value));
    if (!walk.timers(process).isEmpty()) {
      fields.addArray().add("timers").add(String.join(" ", walk.timers(process)));
    }
    return node;
  }

  Optional<ObjectNode> channel(int from, int to) {
    var messages = walk.inTransit(from, to);
    if (messages.isEmpty()) {
      return Optional.empty();
    }
    var node = MAPPER.createObjectNode();
    node.put("from", from).put("to", to);
    var labels = node.putArray("messages");
    messages.forEach(labels::add);
    return Optional.of(node);
  }

  ObjectNode choice(Choice choice) {
    var node = MAPPER.createObjectNode();
    node.put("token", choice.token());
    put(node, choice.kind(), choice.process(), choice.peer(), choice.position());
    node.put("optional", choice.optional());
    node.put("words", choice.words());
    node.set("step", StepJson.of(choice.step(), layout));
    fates.ifPresent(known -> fate(node, known, choice.fingerprint()));
    return node;
  }

  private static void put(
      ObjectNode node, SavedStep.Kind kind, int process, int peer, int position) {
    node.put("kind", kind.name().toLowerCase(Locale.ROOT));
    node.put("process", process).put("peer", peer).put("position", position);
  }

  ObjectNode refusal(Refusal refusal) {
    var node = MAPPER.createObjectNode();
    put(node, refusal.kind(), refusal.process(), refusal.peer(), refusal.position());
    return node.put("why", refusal.why());
  }

  ObjectNode verdict() {
    var node = MAPPER.createObjectNode();
    var finding = walk.finding();
    node.put("word", finding.map(found -> found.verdict().word()).orElse("ok"));
    return node.put("what", finding.map(found -> found.what()).orElse(""));
  }

  static void fate(ObjectNode node, Fates fates, long fingerprint) {
    var fate = fates.of(fingerprint);
    if (fate != Fate.UNKNOWN) {
      node.put("fate", fate.name().toLowerCase(Locale.ROOT));
      int distance = fates.distance(fingerprint);
      if (distance != Fates.NEVER) {
        node.put("distance", distance);
      }
    }
  }
}
