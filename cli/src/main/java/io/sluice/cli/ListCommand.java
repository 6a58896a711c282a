package io.sluice.cli;

import io.sluice.protocol.catalogue.Catalogue;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice list}: every protocol. */
@Command(
    name = "list",
    header = "List every protocol.",
    description = "With its family, its source, what an entry costs, and what it tolerates.",
    footer = {"  sluice list", "  sluice list --json"})
final class ListCommand extends Subcommand {

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (json) {
      printJson();
    } else {
      // Together with the gaps at most 100 columns.
      var table =
          new Table(16, 9, 27, 15, 25)
              .row("name", "family", "source", "messages/entry", "tolerates");
      for (var algorithm : Catalogue.all()) {
        table.row(
            algorithm.name(),
            algorithm.family().name().toLowerCase(Locale.ROOT),
            algorithm.source(),
            algorithm.cost(),
            algorithm.tolerates());
      }
      out().print(table.render());
      out().flush();
    }
    return Exit.FINE;
  }

  private void printJson() {
    var root = Json.object();
    var protocols = root.putArray("protocols");
    for (var algorithm : Catalogue.all()) {
      protocols
          .addObject()
          .put("name", algorithm.name())
          .put("family", algorithm.family().name().toLowerCase(Locale.ROOT))
          .put("source", algorithm.source())
          .put("cost", algorithm.cost())
          .put("tolerates", algorithm.tolerates());
    }
    Json.print(root, out());
  }
}
