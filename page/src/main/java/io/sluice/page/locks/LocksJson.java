package io.sluice.page.locks;

import io.sluice.locks.admin.LockReport;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The locks of a cluster at one moment as JSON, with the fields of {@code sluice who --json}. */
final class LocksJson {

  static final JsonMapper MAPPER = JsonMapper.builder().build();

  private LocksJson() {}

  /** A view that the cluster had, and when it was first seen. */
  record SeenView(long number, Instant at, List<String> members) {}

  static ObjectNode write(String cluster, LockReport report, List<SeenView> views, Times times) {
    var root = MAPPER.createObjectNode();
    root.put("cluster", cluster).put("view", report.view().number());
    var members = root.putArray("members");
    report.view().members().forEach(member -> members.add(member.name()));
    root.put("partial", report.partial()).put("omitted", report.omitted());
    var silent = root.putArray("silent");
    report.silent().forEach(member -> silent.add(member.name()));
    var locks = root.putArray("locks");
    report.locks().forEach(lock -> locks.add(lock(lock, times)));
    var seen = root.putArray("views");
    for (var view : views) {
      var node = seen.addObject().put("number", view.number()).put("at", view.at().toEpochMilli());
      view.members().forEach(node.putArray("members")::add);
    }
    return root;
  }

  private static ObjectNode lock(LockState lock, Times times) {
    var node = MAPPER.createObjectNode();
    node.put("name", lock.name()).put("algorithm", lock.algorithm());
    requests(node.putArray("holders"), lock.holders());
    requests(node.putArray("waiters"), lock.waiters());
    spread(node, "waited", times.waited(lock.name()));
    spread(node, "handOvers", times.handOvers(lock.name()));
    return node;
  }

  private static void spread(ObjectNode node, String name, List<Double> sorted) {
    if (!sorted.isEmpty()) {
      node.putObject(name)
          .put("number", sorted.size())
          .put("p50", sorted.get(sorted.size() / 2))
          .put("p99", sorted.get((int) (sorted.size() * 0.99)))
          .put("longest", sorted.getLast());
    }
  }

  private static void requests(ArrayNode array, List<LockRequest> requests) {
    for (var request : requests) {
      var node = array.addObject();
      node.put("member", request.member().name()).put("thread", request.thread());
      node.put("since", request.since().toString()).put("millis", request.time().toMillis());
      // As text: a browser's numbers have 53 bits.
      request.fence().ifPresent(fence -> node.put("fence", Long.toString(fence)));
      node.put("room", request.room()).put("unit", request.unit());
      node.put("priority", request.priority());
    }
  }
}
