package io.sluice.lab.experiment.gme;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pseudo-code of 2-FGME as the paper prints it, 20 seeds. */
class GmeAsPrintedTest {

  private static final List<Comparison> ROWS = rows();

  private static List<Comparison> rows() {
    var section = Section.named("test", "");
    GmeAsPrinted.report(section, 20, "test", Options.DEFAULT, Progress.SILENT);
    return section.build().comparisons().getFirst().rows();
  }

  private static Comparison row(String quantity) {
    return ROWS.stream().filter(row -> row.quantity().equals(quantity)).findFirst().orElseThrow();
  }

  @Test
  void deadlocksWhenAllAskAtTheStart() {
    var row = row("as printed, P = 1 s, all first requests within 5 ms");
    assertThat(row.ours().number()).hasValue(0);
    assertThat(row.remark()).startsWith("20 deadlocked after ");
  }

  @Test
  void deadlocksWhenAllAskAgainAtOnce() {
    assertThat(row("as printed, P = 0").ours().number()).hasValue(0);
  }

  @Test
  void breaksExclusionForSomeSeedWithTheLinesExchanged() {
    assertThat(row("lines exchanged, P = 0").remark()).contains("broke exclusion");
  }
}
