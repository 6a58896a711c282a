package io.sluice.lab.experiment.mobile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.report.page.Comparison;
import io.sluice.lab.report.page.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sections 6.1 and 6.2 of the paper. */
class DhoCyclesTest {

  private static final Options ONE_SEED = new Options(1, () -> false);

  private static List<Comparison> rows(Section section, String reference) {
    return section.comparisons().stream()
        .filter(table -> table.reference().equals(reference))
        .flatMap(table -> table.rows().stream())
        .toList();
  }

  /** In the first of six rounds a peer waits for half of the others: 8 % of the mean. */
  @Test
  void writersTakeTurns() {
    var section = new DhoAsync().quick().run(ONE_SEED, Progress.SILENT);
    assertThat(rows(section, "Expected"))
        .hasSize(9)
        .allSatisfy(
            row ->
                assertThat(row.ratio().orElseThrow())
                    .isBetween(row.quantity().contains("delta") ? 0.83 : 0.91, 1.0));
    assertThat(rows(section, "Printed"))
        .hasSize(3)
        .first()
        .satisfies(row -> assertThat(row.ratio().orElseThrow()).isCloseTo(1, within(0.1)));
  }

  /** More than with readers that cost nothing beside the first, less than with each alone. */
  @Test
  void readersShareTheirTime() {
    var section = new DhoShared().quick().run(ONE_SEED, Progress.SILENT);
    assertThat(rows(section, "Expected"))
        .hasSize(3)
        .allSatisfy(row -> assertThat(row.ratio().orElseThrow()).isBetween(0.85, 1.1));
    assertThat(rows(section, "Printed"))
        .filteredOn(row -> row.ratio().isPresent())
        .hasSize(2)
        .allSatisfy(row -> assertThat(row.ratio().orElseThrow()).isBetween(0.7, 1.0));
  }
}
