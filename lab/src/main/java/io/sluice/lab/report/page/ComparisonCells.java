package io.sluice.lab.report.page;

import io.sluice.lab.report.svg.Markup;
import io.sluice.lab.report.svg.Numbers;

/** The cells of a comparison in a table: reference, ours, ratio, whether it agrees, and why not. */
final class ComparisonCells {

  private ComparisonCells() {}

  /** Each cell says what it is, for pages too narrow for columns. */
  static String of(Comparison row, String reference) {
    String ratio = row.ratio().stream().mapToObj(r -> Numbers.fixed(r, 2)).findFirst().orElse("–");
    boolean unexplained = row.differs() && row.remark().isEmpty();
    return value(reference, row.printed())
        + value("Ours", row.ours())
        + cell("Ratio", ratio, "number ratio")
        + "<td class=\"verdict\">"
        + (row.differs() ? "differs" : "agrees")
        + "</td>"
        + (unexplained
            ? "<td class=\"unexplained\">differs, not explained</td>"
            : "<td class=\"remark\">" + Markup.escape(row.remark()) + "</td>");
  }

  /** Numbers stay on one line; words may break. */
  private static String value(String label, Measure measure) {
    return cell(label, measure.text(), measure.number().isPresent() ? "number" : "number words");
  }

  private static String cell(String label, String text, String cssClass) {
    return "<td class=\"%s\" data-label=\"%s\">%s</td>"
        .formatted(cssClass, Markup.escape(label), Markup.escape(text));
  }
}
