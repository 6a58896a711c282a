package io.sluice.lab.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.lab.report.Examples;
import io.sluice.lab.report.Xml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  private static Section section(String name) {
    return Section.named(name, "Traffic <b>")
        .paper("Ten entries & six nodes.")
        .parameter("entries", "10", "paper")
        .figure(Figure.of(Examples.traffic(), "A \"caption\""))
        .figure(Figure.of(Examples.violation(), ""))
        .compare(
            "Fig. 7",
            Comparison.of("close", 100, 103, ""),
            Comparison.of("far", 100, 200, "because"),
            Comparison.of("unexplained", 100, 50, ""),
            new Comparison("text", Measure.text("6 of 6"), Measure.text("6 of 6"), ""))
        .table(
            Table.named("Three & one", "policy", "<steps>")
                .row("in turn", List.of(Measure.of(4.25)))
                .build())
        .note("<script>alert(1)</script>")
        .build();
  }

  private static Report report() {
    return new Report("Lab & report", "All of it.", List.of(section("traffic-run")));
  }

  @Test
  void everythingFromOutsideIsEscaped() {
    assertThat(ReportPage.render(report(), Set.of()))
        .contains(
            "Lab &amp; report", "Traffic &lt;b&gt;", "&lt;script&gt;", "A &quot;caption&quot;")
        .doesNotContain("<script");
  }

  @Test
  void thePageNeedsNothingFromOutside() {
    assertThat(ReportPage.render(report(), Set.of()).replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http")
        .doesNotContain("src=")
        .doesNotContain("<link")
        .doesNotContain("@import")
        .doesNotContain("url(");
  }

  @Test
  void aTableHasItsRowsAndColumns() {
    assertThat(ReportPage.render(report(), Set.of()))
        .contains(
            "<caption>Three &amp; one</caption>",
            "<th scope=\"col\">policy</th><th scope=\"col\" class=\"number\">&lt;steps&gt;</th>",
            "<tr><th scope=\"row\">in turn</th><td class=\"number\">4.25</td></tr>");
    assertThatThrownBy(() -> new Table("narrow", List.of("a", "b"), List.of(List.of("1"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("narrow");
  }

  @Test
  void theContentsLinkToEverySection() {
    assertThat(ReportPage.render(report(), Set.of()))
        .contains("<a href=\"#traffic-run\">", "<h2 id=\"traffic-run\">");
  }

  @Test
  void aDifferenceIsShownAndAnUnexplainedOneNamed() {
    String page = withoutSummary(ReportPage.render(report(), Set.of()));
    assertThat(page).containsOnlyOnce("differs, not explained");
    assertThat(page.split("<tr class=\"differs\">")).hasSize(3);
    assertThat(page).contains(">1.03<", ">2.00<", ">0.50<", ">–<");
  }

  private static String withoutSummary(String page) {
    return page.replace(ReportSummary.render(report()), "");
  }

  @Test
  void theSummaryHasEveryComparisonAndLinksToIt() {
    String summary = ReportSummary.render(report());
    String page = ReportPage.render(report(), Set.of());
    for (Comparison row : report().sections().getFirst().comparisons().getFirst().rows()) {
      assertThat(summary)
          .contains("<th scope=\"row\">" + row.quantity() + "</th>", row.ours().text());
    }
    assertThat(summary)
        .contains("<strong>2 of 4</strong> values that papers print agree within 5\u00a0%.")
        .contains("1 of the others are not explained", "2 of 4 agree", ">because<")
        .contains("<a href=\"#traffic-run-comparison-1\">");
    assertThat(page).contains("id=\"traffic-run-comparison-1\"");
    assertThat(page.indexOf("id=\"summary\"")).isLessThan(page.indexOf("id=\"traffic-run\""));
  }

  @Test
  void aLongTableIsCountedAndItsFurthestValueShown() {
    var rows = new Comparison[ReportSummary.LISTED + 1];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = Comparison.of("value " + i, 100, i == 7 ? 300 : i == 3 ? 110 : 100, "why " + i);
    }
    var section = Section.named("long", "Long").expect("Formula", rows).build();
    assertThat(ReportSummary.render(new Report("t", "", List.of(section))))
        .contains("<strong>11 of 13</strong> values that formulas or bounds give")
        .contains("11 of 13 agree", "furthest of 13: value 7", ">3.00<", "why 7")
        .doesNotContain("value 3");
  }

  @Test
  void aReportWithoutComparisonsHasNoSummary() {
    var bare = Section.named("bare", "Bare").about("Just a text.").build();
    assertThat(ReportPage.render(new Report("t", "", List.of(bare)), Set.of()))
        .doesNotContain("Summary")
        .contains("<h3>What is measured</h3>")
        .doesNotContain("What the paper did");
  }

  @Test
  void aRangeAgreesWithWhatItAdmits() {
    assertThat(new Comparison("in", Measure.range("2 to 4", 2, 4), Measure.of(3), "").differs())
        .isFalse();
    assertThat(new Comparison("edge", Measure.atMost(4), Measure.of(4.1), "").differs()).isFalse();
    assertThat(new Comparison("out", Measure.atMost(4), Measure.of(4.5), "").differs()).isTrue();
  }

  @Test
  void everyChartIsThereForScreensAndForTelephones() {
    assertThat(ReportPage.render(report(), Set.of()))
        .contains("id=\"traffic-title\"", "id=\"traffic-narrow-title\"")
        .containsOnlyOnce("id=\"violation-title\"");
  }

  @Test
  void writesThePageAndTheFilesOfEachFigure(@TempDir Path directory) throws IOException {
    var written = new ReportWriter(directory.resolve("new/dir")).write(report());
    String page = Files.readString(written.index());
    for (Path file : written.files()) {
      assertThat(file).isNotEmptyFile();
      boolean linked = page.contains("href=\"" + file.getFileName() + "\"");
      assertThat(linked || file.equals(written.index())).as(file.toString()).isTrue();
    }
    assertThat(written.files().stream().map(f -> f.getFileName().toString()))
        .contains("traffic.svg", "traffic.csv", "violation.svg", "violation.mmd", "index.html");
    boolean png = Files.exists(directory.resolve("new/dir/traffic.png"));
    assertThat(written.warnings().isEmpty()).isEqualTo(png);
    Xml.parse(Files.readString(directory.resolve("new/dir/traffic.svg")));
  }

  @Test
  void aDirectoryThatCannotBeMadeIsReportedInOneSentence(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "in the way");
    assertThatThrownBy(() -> new ReportWriter(file).write(report()))
        .isInstanceOf(ReportNotWritten.class)
        .hasMessage(
            "The directory %s could not be created (a file with that name exists);"
                    .formatted(file.toAbsolutePath())
                + " choose another directory with --out.");
  }

  @Test
  void aFileThatCannotBeWrittenIsReportedInOneSentence(@TempDir Path directory) throws IOException {
    Files.createDirectory(directory.resolve("traffic.svg"));
    assertThatThrownBy(() -> new ReportWriter(directory).write(report()))
        .isInstanceOf(ReportNotWritten.class)
        .hasMessageContaining("traffic.svg could not be written (Is a directory); remove it");
  }

  @Test
  void twoFiguresOfOneNameWouldOverwriteEachOther() {
    assertThatThrownBy(() -> new Report("t", "", List.of(section("one"), section("two"))))
        .hasMessage("two parts of the report are named \"traffic\"");
  }
}
