package io.sluice.lab.report.page;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The whole report: {@link ReportPage} makes it a page, {@link ReportWriter} a directory.
 *
 * <pre>{@code
 * Section traffic =
 *     Section.named("gme-traffic-nodes", "Traffic against nodes")
 *         .paper("Ten entries per node, 6 to 24 nodes in two groups (Fig. 7).")
 *         .parameter("entries per node", "10", "paper")
 *         .figure(Figure.of(chart, ""))
 *         .compare("Fig. 7", Comparison.of("2-FGME, n = 12", 2065, 2071, ""))
 *         .build();
 * new ReportWriter(Path.of("report")).write(new Report("Sluice lab", "", List.of(traffic)));
 * }</pre>
 *
 * @param introduction a paragraph before the first section; may be empty
 */
public record Report(String title, String introduction, List<Section> sections) {
  public Report {
    Objects.requireNonNull(title);
    Objects.requireNonNull(introduction);
    sections = List.copyOf(sections);
    requireDistinct(sections);
  }

  /** Sections and figures share one directory and one page, hence one space of names. */
  private static void requireDistinct(List<Section> sections) {
    Set<String> sectionNames = new HashSet<>();
    Set<String> figureNames = new HashSet<>(Set.of("index"));
    for (Section section : sections) {
      requireNew(sectionNames, section.name());
      for (Figure figure : section.figures()) {
        requireNew(figureNames, figure.name());
      }
    }
  }

  private static void requireNew(Set<String> names, String name) {
    if (!names.add(name)) {
      throw new IllegalArgumentException("two parts of the report are named \"" + name + "\"");
    }
  }
}
