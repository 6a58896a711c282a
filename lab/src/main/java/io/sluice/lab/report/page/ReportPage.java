package io.sluice.lab.report.page;

import io.sluice.lab.report.svg.Markup;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A report as one self-contained HTML page: styles and pictures are inline, so it can be mailed,
 * opened from disk and printed. All text is escaped.
 */
final class ReportPage {
  private final StringBuilder out = new StringBuilder();
  private final Set<String> files;

  private ReportPage(Set<String> files) {
    this.files = files;
  }

  /** Renders the page, with links to the given files beside it. */
  static String render(Report report, Set<String> files) {
    var page = new ReportPage(files);
    page.head(report);
    page.contents(report.sections());
    page.add("<main>\n" + ReportSummary.render(report));
    report.sections().forEach(page::section);
    page.add("</main>\n</body>\n</html>\n");
    return page.out.toString();
  }

  private void head(Report report) {
    String title = Markup.escape(report.title());
    add(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>%s</title>
        <style>
        %s</style>
        </head>
        <body>
        <header>
        <h1>%s</h1>
        """
            .formatted(title, ReportStyle.CSS, title));
    paragraph(report.introduction());
    add("</header>\n");
  }

  private void contents(List<Section> sections) {
    add("<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n");
    for (Section section : sections) {
      add("<li><a href=\"#" + section.name() + "\">");
      add(Markup.escape(section.title()) + "</a></li>\n");
    }
    add("</ol>\n</nav>\n");
  }

  private void section(Section section) {
    String name = section.name();
    add("<section aria-labelledby=\"" + name + "\">\n");
    add("<h2 id=\"" + name + "\">" + Markup.escape(section.title()) + "</h2>\n");
    add("<p class=\"command\"><code>sluice lab run " + name + "</code></p>\n");
    headed("What the paper did", section.paper());
    headed("What is measured", section.about());
    parameters(section.parameters());
    section.figures().forEach(this::figure);
    for (int i = 0; i < section.comparisons().size(); i++) {
      comparison(section.comparisons().get(i), ReportSummary.anchor(section, i));
    }
    section.tables().forEach(this::table);
    notes(section.notes());
    add("</section>\n");
  }

  private void headed(String heading, String text) {
    if (!text.isEmpty()) {
      add("<h3>" + heading + "</h3>\n");
      paragraph(text);
    }
  }

  private void parameters(List<Parameter> parameters) {
    if (parameters.isEmpty()) {
      return;
    }
    add("<h3>Parameters</h3>\n<dl>\n");
    for (Parameter parameter : parameters) {
      add("<dt>" + Markup.escape(parameter.name()) + "</dt>");
      add("<dd>" + Markup.escape(parameter.value()));
      if (!parameter.source().isEmpty()) {
        add(" <span class=\"source\">(" + Markup.escape(parameter.source()) + ")</span>");
      }
      add("</dd>\n");
    }
    add("</dl>\n");
  }

  private void figure(Figure figure) {
    Optional<String> narrow = figure.narrowSvg();
    String wide = narrow.isPresent() ? "scroll wide" : "scroll";
    add("<figure>\n<div class=\"" + wide + "\">\n" + figure.svg() + "</div>\n");
    narrow.ifPresent(svg -> add("<div class=\"narrow\">\n" + svg + "</div>\n"));
    add("<figcaption>");
    add(Markup.escape(figure.caption()));
    List<String> links =
        FigureFiles.ENDINGS.stream()
            .filter(ending -> files.contains(figure.name() + ending))
            .map(
                ending ->
                    link(figure.name() + ending, ending.substring(1).toUpperCase(Locale.ROOT)))
            .toList();
    if (!links.isEmpty()) {
      add(" <span class=\"files\">" + String.join(" · ", links) + "</span>");
    }
    add("</figcaption>\n</figure>\n");
  }

  private static String link(String file, String text) {
    return "<a href=\"" + Markup.escape(file) + "\">" + text + "</a>";
  }

  private void comparison(ComparisonTable table, String id) {
    add("<div class=\"scroll\"><table class=\"cards\" id=\"" + id + "\">\n<caption>");
    add(Markup.escape(table.caption()));
    add("</caption>\n<thead><tr><th scope=\"col\">Quantity</th>");
    for (String column : List.of(table.reference(), "Ours", "Ratio")) {
      add("<th scope=\"col\" class=\"number\">" + column + "</th>");
    }
    add("<th scope=\"col\">Agrees</th><th scope=\"col\">Remark</th></tr></thead>\n<tbody>\n");
    for (Comparison row : table.rows()) {
      add(row.differs() ? "<tr class=\"differs\">" : "<tr class=\"agrees\">");
      add("<th scope=\"row\">" + Markup.escape(row.quantity()) + "</th>");
      add(ComparisonCells.of(row, table.reference()) + "</tr>\n");
    }
    add("</tbody>\n</table></div>\n");
  }

  private void table(Table table) {
    add("<div class=\"scroll\"><table>\n<caption>" + Markup.escape(table.caption()));
    add("</caption>\n<thead><tr>");
    for (int column = 0; column < table.columns().size(); column++) {
      add(column == 0 ? "<th scope=\"col\">" : "<th scope=\"col\" class=\"number\">");
      add(Markup.escape(table.columns().get(column)) + "</th>");
    }
    add("</tr></thead>\n<tbody>\n");
    for (List<String> row : table.rows()) {
      add("<tr><th scope=\"row\">" + Markup.escape(row.getFirst()) + "</th>");
      row.stream()
          .skip(1)
          .forEach(cell -> add("<td class=\"number\">" + Markup.escape(cell) + "</td>"));
      add("</tr>\n");
    }
    add("</tbody>\n</table></div>\n");
  }

  private void notes(List<String> notes) {
    if (notes.isEmpty()) {
      return;
    }
    add("<h3>Notes</h3>\n<ul>\n");
    notes.forEach(note -> add("<li>" + Markup.escape(note) + "</li>\n"));
    add("</ul>\n");
  }

  private void paragraph(String text) {
    if (!text.isEmpty()) {
      add("<p>" + Markup.escape(text) + "</p>\n");
    }
  }

  private void add(String text) {
    out.append(text);
  }
}
