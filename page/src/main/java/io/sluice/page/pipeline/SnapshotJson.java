package io.sluice.page.pipeline;

import io.sluice.streams.Snapshot;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a pipeline is doing at one moment, as JSON. */
final class SnapshotJson {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private SnapshotJson() {}

  static ObjectNode write(Snapshot now, Optional<Load> load) {
    var root = MAPPER.createObjectNode();
    root.put("pipeline", now.pipeline());
    root.put("state", now.state().name().toLowerCase(Locale.ROOT));
    root.put("seconds", now.seconds());
    root.put("recordsIn", now.recordsIn());
    root.put("recordsOut", now.recordsOut());
    root.put("longestGapMillis", now.longestGapMillis());
    root.put("actions", now.actions());
    var operators = root.putArray("operators");
    now.operators().forEach(each -> operators.add(operator(each)));
    load.ifPresent(chosen -> load(root.putObject("load"), chosen));
    return root;
  }

  private static ObjectNode operator(Snapshot.OfOperator operator) {
    var node = MAPPER.createObjectNode();
    node.put("name", operator.name());
    var receivers = node.putArray("receivers");
    operator.receivers().forEach(receivers::add);
    node.put("keyed", operator.keyed());
    node.put("min", operator.min()).put("max", operator.max());
    node.put("instances", operator.instances());
    node.put("records", operator.records());
    node.put("rate", operator.rate());
    node.put("waiting", operator.waiting());
    node.put("busy", operator.busy());
    node.put("blocked", operator.blocked());
    var each = node.putArray("each");
    for (var instance : operator.each()) {
      each.addObject()
          .put("number", instance.number())
          .put("records", instance.records())
          .put("worked", instance.workedSeconds())
          .put("waiting", instance.waiting())
          .put("inside", instance.inside());
    }
    var actions = node.putArray("last");
    for (var action : operator.last()) {
      actions
          .addObject()
          .put("at", action.at().toEpochMilli())
          .put("kind", action.kind().name().toLowerCase(Locale.ROOT))
          .put("instances", action.instances())
          .put("millis", action.millis())
          .put("cause", action.cause());
    }
    return node;
  }

  private static void load(ObjectNode node, Load load) {
    var found = load.found();
    node.put("factor", load.factor());
    node.put("lost", found.lost());
    node.put("doubled", found.doubled());
    node.put("outOfOrder", found.outOfOrder());
    node.put("crashes", load.crashes());
    load.workers().forEach(node.putArray("workers")::add);
  }
}
