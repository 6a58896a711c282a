package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ExperimentsTest {

  private static final Options ONE_SEED = new Options(1, () -> false);

  static Stream<Experiment> experiments() {
    return Experiments.all().stream().map(Experiment::quick);
  }

  private static List<String> tables(Section section) {
    return section.figures().stream().map(figure -> ((Figure.Plot) figure).data().text()).toList();
  }

  @Test
  void eachIsFoundByItsName() {
    assertThat(Experiments.all()).extracting(Experiment::name).doesNotHaveDuplicates();
    for (var experiment : Experiments.all()) {
      assertThat(Experiments.find(experiment.name())).containsSame(experiment);
    }
    for (var experiment : Experiments.onRequest()) {
      assertThat(Experiments.find(experiment.name())).containsSame(experiment);
      assertThat(Experiments.all()).doesNotContain(experiment);
    }
    assertThat(Experiments.find("gme")).isEmpty();
  }

  @Test
  void noSeedsMeansTheExperimentsOwnNumber() {
    assertThat(Options.DEFAULT.seedsOr(20)).isEqualTo(20);
    assertThat(ONE_SEED.seedsOr(20)).isEqualTo(1);
    assertThatIllegalArgumentException().isThrownBy(() -> new Options(-1, () -> false));
  }

  @ParameterizedTest
  @MethodSource("experiments")
  void aSectionIsCompleteAndTheSameEveryTime(Experiment experiment) {
    var fractions = new ArrayList<Double>();
    var section = experiment.run(ONE_SEED, (_, fraction) -> fractions.add(fraction));

    assertThat(section.name()).isEqualTo(experiment.name());
    assertThat(section.title()).isEqualTo(experiment.title());
    assertThat(section.paper()).isNotBlank();
    assertThat(section.figures()).isNotEmpty();
    assertThat(section.parameters())
        .isNotEmpty()
        .allSatisfy(parameter -> assertThat(parameter.source()).isNotBlank());
    assertThat(section.comparisons()).isNotEmpty();
    assertThat(section.comparisons().stream().flatMap(table -> table.rows().stream()))
        .allSatisfy(row -> assertThat(row.differs() && row.remark().isEmpty()).isFalse());
    assertThat(section.notes()).isNotEmpty();
    assertThat(fractions).isSorted().endsWith(1.0);

    var again = experiment.run(ONE_SEED, Progress.SILENT);
    assertThat(tables(again)).isEqualTo(tables(section));
    assertThat(again.comparisons()).isEqualTo(section.comparisons());
    assertThat(again.notes()).isEqualTo(section.notes());
  }
}
