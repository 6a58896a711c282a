package io.sluice.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.report.page.Report;
import io.sluice.lab.report.page.ReportNotWritten;
import io.sluice.lab.report.page.ReportWriter;
import io.sluice.lab.report.page.Section;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page and the lab's report look alike. */
class LookTest {

  private static final Pattern COLOUR = Pattern.compile("--([a-z-]+):\\s*(#[0-9a-f]{3,6})");

  /** The report's names of colours, and the page's. */
  private static final Map<String, String> SAME =
      Map.of(
          "ink", "ink", "soft", "soft", "paper", "paper", "line", "line", "tint", "tint", "link",
          "link", "warn", "doomed", "good", "safe");

  private static Map<String, String> colours(String css) {
    return COLOUR
        .matcher(css)
        .results()
        .collect(Collectors.toMap(found -> found.group(1), found -> full(found.group(2))));
  }

  /** Three digits stand for six. */
  private static String full(String colour) {
    return colour.length() == 4 ? colour.replaceAll("([0-9a-f])", "$1$1") : colour;
  }

  @Test
  void pageAndReportHaveTheSameColoursInLightAndDark(@TempDir Path directory)
      throws IOException, ReportNotWritten {
    var section = Section.named("one", "One").about("Nothing.").build();
    var written = new ReportWriter(directory).write(new Report("Look", "", List.of(section)));
    String[] report = Files.readString(written.index()).split("prefers-color-scheme:dark", 2);
    String[] page = look().split("data-look=\"dark\"", 2);
    for (int scheme = 0; scheme < 2; scheme++) {
      var ofReport = colours(report[scheme]);
      var ofPage = colours(page[scheme]);
      SAME.forEach(
          (inReport, onPage) ->
              assertThat(ofReport.get(inReport)).as(inReport).isEqualTo(ofPage.get(onPage)));
    }
  }

  private static String look() throws IOException {
    try (var css = LookTest.class.getResourceAsStream("/io/sluice/page/web/look.css")) {
      assertThat(css).isNotNull();
      return new String(css.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
