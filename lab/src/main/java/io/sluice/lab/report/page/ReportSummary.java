package io.sluice.lab.report.page;

import io.sluice.lab.report.svg.Markup;
import io.sluice.lab.report.svg.Numbers;
import java.util.Comparator;
import java.util.List;

/**
 * The head of the report: how many values agree, and one table of all comparisons with links to
 * their sections. A table with many rows is one line here, which counts them and shows the value
 * that is furthest off.
 */
final class ReportSummary {

  /** Tables with more rows are counted, not listed. */
  static final int LISTED = 12;

  private static final int COLUMNS = 6;

  private final StringBuilder out = new StringBuilder();

  private ReportSummary() {}

  /** The summary as HTML; empty if the report compares nothing. */
  static String render(Report report) {
    if (report.sections().stream().allMatch(section -> section.comparisons().isEmpty())) {
      return "";
    }
    var summary = new ReportSummary();
    summary.write(report);
    return summary.out.toString();
  }

  /** Where the page has a comparison table. */
  static String anchor(Section section, int table) {
    return section.name() + "-comparison-" + (table + 1);
  }

  private void write(Report report) {
    add("<section class=\"summary\" aria-labelledby=\"summary\">\n");
    add("<h2 id=\"summary\">Summary</h2>\n");
    counts(report);
    // Without scripts: the table's rows follow the choice by CSS alone.
    add("<div class=\"choice\"><input type=\"radio\" name=\"rows\" id=\"rows-all\" checked>");
    add("<label for=\"rows-all\">all values</label>");
    add("<input type=\"radio\" name=\"rows\" id=\"rows-differ\">");
    add("<label for=\"rows-differ\">only those that differ</label></div>\n");
    add("<div class=\"scroll\"><table class=\"cards\">\n<thead><tr>");
    add("<th scope=\"col\">Quantity</th><th scope=\"col\" class=\"number\">Reference</th>");
    add("<th scope=\"col\" class=\"number\">Ours</th>");
    add("<th scope=\"col\" class=\"number\">Ratio</th>");
    add("<th scope=\"col\">Agrees</th><th scope=\"col\">Why not</th></tr></thead>\n");
    for (Section section : report.sections()) {
      for (int i = 0; i < section.comparisons().size(); i++) {
        table(section, i);
      }
    }
    add("</table></div>\n</section>\n");
  }

  private void counts(Report report) {
    add("<ul class=\"counts\">\n");
    count(report, ComparisonTable.PRINTED, "values that papers print");
    count(report, ComparisonTable.EXPECTED, "values that formulas or bounds give");
    add("</ul>\n");
  }

  private void count(Report report, String reference, String what) {
    List<Comparison> rows =
        report.sections().stream()
            .flatMap(section -> section.comparisons().stream())
            .filter(table -> table.reference().equals(reference))
            .flatMap(table -> table.rows().stream())
            .toList();
    if (rows.isEmpty()) {
      return;
    }
    long agree = agreeing(rows);
    long unexplained = rows.stream().filter(row -> row.differs() && row.remark().isEmpty()).count();
    add(
        "<li><strong>%,d of %,d</strong> %s agree within %s\u00a0%%."
            .formatted(agree, rows.size(), what, Numbers.label(100 * Comparison.TOLERANCE, 0)));
    if (agree < rows.size()) {
      add(
          unexplained == 0
              ? " Each of the other %,d says why not.".formatted(rows.size() - agree)
              : " %,d of the others are not explained.".formatted(unexplained));
    }
    add("</li>\n");
  }

  private static long agreeing(List<Comparison> rows) {
    return rows.stream().filter(row -> !row.differs()).count();
  }

  private void table(Section section, int index) {
    ComparisonTable table = section.comparisons().get(index);
    long agree = agreeing(table.rows());
    boolean all = agree == table.rows().size();
    add("<tbody class=\"" + (all ? "agrees" : "some") + "\">\n");
    add("<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"" + COLUMNS + "\">");
    add("<a href=\"#" + anchor(section, index) + "\">" + Markup.escape(section.title()) + "</a>");
    add(" <span class=\"figure\">" + Markup.escape(table.caption()) + "</span>");
    add(" <span class=\"tally\">%,d of %,d agree</span>".formatted(agree, table.rows().size()));
    add("</th></tr>\n");
    if (table.rows().size() <= LISTED) {
      table.rows().forEach(row -> row(row, Markup.escape(row.quantity()), table.reference()));
    } else {
      Comparison worst =
          table.rows().stream().max(Comparator.comparingDouble(ReportSummary::distance)).get();
      String quantity =
          "furthest of %,d: %s".formatted(table.rows().size(), Markup.escape(worst.quantity()));
      row(worst, quantity, table.reference());
    }
    add("</tbody>\n");
  }

  /** How far a value is off: those that agree first, then those without a ratio, then by ratio. */
  private static double distance(Comparison row) {
    double ratio = row.ratio().isPresent() ? Math.abs(row.ratio().getAsDouble() - 1) : 0;
    return row.differs() ? 1 + ratio : ratio / (1 + ratio);
  }

  private void row(Comparison row, String quantity, String reference) {
    add("<tr class=\"" + (row.differs() ? "differs" : "agrees") + "\">");
    add("<th scope=\"row\">" + quantity + "</th>");
    add(ComparisonCells.of(row, reference));
    add("</tr>\n");
  }

  private void add(String text) {
    out.append(text);
  }
}
