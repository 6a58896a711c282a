package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.ProtocolsOption;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.MeasuredCosts;
import io.sluice.cli.text.TextTable;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice list}: every protocol. */
@Command(
    name = "list",
    header = "List every protocol.",
    description = {
      "Prints each protocol with its family, source, cost per entry, and the faults it"
          + " tolerates.",
      "With --measured, prints the cost of an entry measured in the simulator, beside the"
          + " formula."
    },
    footer = {"  sluice list", "  sluice list --json", "  sluice list --measured --nodes 16,49"})
public final class ListCommand extends Subcommand {

  /** With fewer nodes, some quantities cannot be measured. */
  private static final int FEWEST_NODES = 3;

  /** The time of many protocols grows with the square of the number of nodes. */
  private static final int MOST_NODES = 1_000;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(
      names = "--measured",
      description = "Measure messages per entry, client delay and synchronisation delay.")
  private boolean measured;

  @Option(
      names = "--nodes",
      split = ",",
      paramLabel = "<n>",
      description = "For --measured: the numbers of nodes (default: 4,16,100).")
  private List<Integer> nodes = List.of();

  @Mixin private ProtocolsOption protocols;

  @Override
  public Integer call() {
    if (!measured && !nodes.isEmpty()) {
      throw new IllegalArgumentException("--nodes has an effect only with --measured; add it");
    }
    for (int number : nodes) {
      if (number < FEWEST_NODES || number > MOST_NODES) {
        throw new IllegalArgumentException(
            "--nodes %d: write %d to %,d".formatted(number, FEWEST_NODES, MOST_NODES));
      }
    }
    if (measured) {
      printMeasured();
    } else if (json) {
      printJson(protocols.catalogue());
    } else {
      printTable(protocols.catalogue());
    }
    return Exit.FINE;
  }

  private void printMeasured() {
    MeasuredCosts costs;
    try (var line = progress(json)) {
      costs = MeasuredCosts.of(nodes, interrupt(), line);
    }
    if (json) {
      Json.print(costs.json(), out());
    } else {
      out().print(costs.text());
      out().flush();
    }
  }

  private void printTable(Catalogue catalogue) {
    // Together with the gaps at most 100 columns.
    var table =
        new TextTable(24, 10, 23, 14, 21)
            .row("name", "family", "source", "messages/entry", "tolerates");
    for (var algorithm : catalogue.all()) {
      table.row(
          algorithm.name(),
          algorithm.family().name().toLowerCase(Locale.ROOT),
          algorithm.source(),
          algorithm.cost(),
          algorithm.tolerates());
    }
    out().print(table.render());
    out().println();
    out().println("Protocols that take options in their name, one or more after colons:");
    var names = new TextTable(38, 60);
    catalogue.configured().forEach(each -> names.row(each.form(), each.meaning()));
    out().print(names.render());
    out().flush();
  }

  private void printJson(Catalogue catalogue) {
    var root = Json.object();
    var protocols = root.putArray("protocols");
    for (var algorithm : catalogue.all()) {
      protocols
          .addObject()
          .put("name", algorithm.name())
          .put("family", algorithm.family().name().toLowerCase(Locale.ROOT))
          .put("source", algorithm.source())
          .put("cost", algorithm.cost())
          .put("tolerates", algorithm.tolerates());
    }
    var configured = root.putArray("configured");
    for (var each : catalogue.configured()) {
      configured.addObject().put("form", each.form()).put("meaning", each.meaning());
    }
    Json.print(root, out());
  }
}
