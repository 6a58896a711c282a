package io.sluice.page.theatre;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.protocol.catalogue.Catalogue;
import tools.jackson.databind.node.ObjectNode;

/** What the page shows of a scope as a whole. */
final class ScopeJson {

  private ScopeJson() {}

  static ObjectNode write(Scope<?, ?> scope, Catalogue catalogue) {
    var algorithm = scope.algorithm();
    var layout = scope.layout();
    var root = WorldJson.MAPPER.createObjectNode();
    root.put("query", ScopeQuery.write(scope, catalogue));
    root.put("protocol", algorithm.name());
    root.put("family", algorithm.family().title());
    root.put("source", algorithm.source());
    root.put("tolerates", algorithm.tolerates());
    root.put("flaw", algorithm.flaw().orElse(""));
    var captions = root.putArray("captions");
    Captions.of(algorithm.name()).forEach(captions::add);
    root.put("layout", LayoutSpec.of(layout).words());
    root.put("entries", scope.unbounded() ? "unbounded" : String.valueOf(scope.entries()));
    root.put("fifo", scope.channels() == Scope.Channels.FIFO);
    var processes = root.putArray("processes");
    for (int process = 0; process < layout.size(); process++) {
      processes
          .addObject()
          .put("name", layout.name(process))
          .put("group", layout.groups() > 1 ? layout.group(process) : 0)
          .put("asks", !scope.claims().apply(process).isEmpty());
    }
    var faults = root.putObject("faults");
    faults.put("crashes", scope.faults().crashes());
    faults.put("losses", scope.faults().losses());
    faults.put("duplicates", scope.faults().duplicates());
    return root;
  }
}
