package io.sluice.cli.text;

import io.sluice.cli.option.Entries;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.TraceJson;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.lab.layout.LayoutSpec;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sluice check --json} prints. */
public final class CheckJson {

  private CheckJson() {}

  public static ObjectNode of(Scope<?, ?> scope, Result result) {
    var json = Json.object();
    putScope(json, scope);
    json.put("verdict", result.verdict().word());
    json.put("states", result.worlds());
    json.put("seconds", Json.rounded(result.seconds()));
    json.set(
        "trace",
        result
            .trace()
            .map(trace -> TraceJson.write(trace, scope.layout()))
            .orElseGet(json::arrayNode));
    json.set("layout", LayoutJson.write(LayoutSpec.of(scope.layout())));
    json.put("transitions", result.transitions());
    json.put("depth", result.depth());
    json.put("what", result.what());
    var judged = json.putArray("judged");
    result.coverage().judged().forEach(judged::add);
    var notJudged = json.putArray("notJudged");
    result.coverage().notJudged().forEach(gap -> notJudged.add(gap.property()));
    json.put("bytesPerWorld", Json.rounded((double) result.bytes() / result.worlds()));
    json.put("diskBytesPerWorld", Json.rounded((double) result.diskBytes() / result.worlds()));
    json.put("missedWorldProbability", result.missed());
    return json;
  }

  /** Protocol, nodes and entries, which every object about a search begins with. */
  public static void putScope(ObjectNode json, Scope<?, ?> scope) {
    json.put("protocol", scope.algorithm().name());
    json.put("nodes", scope.layout().size());
    if (scope.entries() == Scope.UNBOUNDED) {
      json.put("entries", Entries.UNBOUNDED);
    } else {
      json.put("entries", scope.entries());
    }
  }
}
