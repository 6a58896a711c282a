package io.sluice.cli.text;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.catalogue.CatalogueCosts;
import io.sluice.lab.experiment.catalogue.CatalogueCosts.Cost;
import io.sluice.lab.experiment.catalogue.Quantity;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sluice list --measured} prints: measured costs beside the formulas. */
public record MeasuredCosts(List<Cost> costs) {

  private static final List<Integer> NODES = List.of(4, 16, 100);

  public static MeasuredCosts of(
      List<Integer> nodes, BooleanSupplier cancelled, ProgressLine line) {
    return new MeasuredCosts(
        CatalogueCosts.measure(
            nodes.isEmpty() ? NODES : nodes.stream().distinct().toList(),
            new Options(Options.DEFAULT.seeds(), cancelled),
            (what, fraction) -> line.at(() -> ProgressLine.bar(fraction, what))));
  }

  /** Together with the gaps at most 100 columns. */
  public String text() {
    var table =
        new TextTable(24, 4, 16, 16, 16, 14)
            .row("name", "N", "messages, alone", "messages, all", "client delay", "sync delay");
    for (var row : rows()) {
      table.row(
          row.getFirst().algorithm(),
          Integer.toString(row.getFirst().nodes()),
          cell(row, Quantity.MESSAGES),
          cell(row, Quantity.MESSAGES_BUSY),
          cell(row, Quantity.CLIENT_DELAY),
          cell(row, Quantity.SYNCHRONISATION_DELAY));
    }
    return table.render()
        + """

        Each cell: the measured mean, and in parentheses the formula's value for this N. Messages
        per entry: alone without competition, all when all nodes ask all the time. Delays are
        messages in sequence: before an entry without competition, and from an exit to the next
        entry when one node waits. * does not match its formula; - is not measured.
        """;
  }

  public ObjectNode json() {
    var root = Json.object();
    var all = root.putArray("costs");
    for (var cost : costs) {
      all.addObject()
          .put("name", cost.algorithm())
          .put("nodes", cost.nodes())
          .put("quantity", cost.quantity().name().toLowerCase(Locale.ROOT).replace('_', '-'))
          .put("mean", Json.rounded(cost.mean()))
          .put("min", Json.rounded(cost.min()))
          .put("max", Json.rounded(cost.max()))
          .put("formula", cost.law().text())
          .put("expected", cost.law().at(cost.nodes()))
          .put("holds", cost.lawful());
    }
    return root;
  }

  /** The costs of one protocol for one number of nodes, grouped. */
  private List<List<Cost>> rows() {
    var keys = costs.stream().map(MeasuredCosts::key).distinct().toList();
    return keys.stream()
        .map(key -> costs.stream().filter(cost -> key(cost).equals(key)).toList())
        .toList();
  }

  private static String key(Cost cost) {
    return cost.algorithm() + " " + cost.nodes();
  }

  private static String cell(List<Cost> row, Quantity quantity) {
    return row.stream()
        .filter(cost -> cost.quantity() == quantity)
        .findFirst()
        .map(MeasuredCosts::cell)
        .orElse("-");
  }

  private static String cell(Cost cost) {
    boolean whole = cost.mean() == Math.rint(cost.mean());
    String mean = String.format(Locale.ROOT, whole ? "%.0f" : "%.2f", cost.mean());
    String formula = cost.law().at(cost.nodes()).replace(" to ", "-").replace(" or more", "+");
    return mean + (cost.lawful() ? "" : "*") + " (" + formula + ")";
  }
}
