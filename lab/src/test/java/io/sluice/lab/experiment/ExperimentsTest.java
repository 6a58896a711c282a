package io.sluice.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.report.Labels;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Section;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
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
    return section.figures().stream().map(ExperimentsTest::table).toList();
  }

  private static String table(Figure figure) {
    return switch (figure) {
      case Figure.Plot plot -> plot.data().text();
      case Figure.Multiples multiples -> multiples.data().text();
      case Figure.Run run -> run.name();
    };
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

  /** A class that is not listed would compile, and no user would ever see it. */
  @Test
  void everyExperimentIsListed() throws IOException, URISyntaxException {
    var listed = Experiments.named().stream().<Class<?>>map(Experiment::getClass).toList();
    assertThat(experimentClasses())
        .isNotEmpty()
        .allSatisfy(
            type ->
                assertThat(listed)
                    .withFailMessage(
                        "%s implements Experiment but is not listed: add it to ALL or LONG in"
                            + " Experiments",
                        type.getName())
                    .contains(type));
  }

  @Test
  void everyNameBeginsWithItsFamily() {
    assertThat(Experiments.named())
        .allSatisfy(
            experiment -> {
              String family = experiment.getClass().getPackageName().replaceFirst(".*\\.", "");
              // Data handover objects are a paper of the family of mobile processes.
              String prefix = family.equals("mobile") ? "(mobile|dho)" : family;
              assertThat(experiment.name())
                  .withFailMessage(
                      "the name '%s' should begin with '%s', its family: rename it, or move %s into"
                          + " the package of its family",
                      experiment.name(), family, experiment.getClass().getSimpleName())
                  .matches(prefix + "(-.*)?");
            });
  }

  private static List<? extends Class<?>> experimentClasses()
      throws IOException, URISyntaxException {
    var root =
        Path.of(Experiment.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (var files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace(File.separatorChar, '.'))
          .filter(name -> name.startsWith(Experiment.class.getPackageName() + "."))
          .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
          .map(name -> type(name.substring(0, name.length() - ".class".length())))
          .filter(Experiment.class::isAssignableFrom)
          .filter(type -> !Modifier.isAbstract(type.getModifiers()))
          .toList();
    }
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
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
    assertThat(section.paper() + section.about()).isNotBlank();
    assertThat(section.figures()).isNotEmpty();
    assertThat(section.parameters())
        .isNotEmpty()
        .allSatisfy(parameter -> assertThat(parameter.source()).isNotBlank());
    assertThat(section.comparisons().size() + section.tables().size()).isPositive();
    assertThat(section.comparisons().stream().flatMap(table -> table.rows().stream()))
        .allSatisfy(row -> assertThat(row.differs() && row.remark().isEmpty()).isFalse());
    assertThat(section.notes()).isNotEmpty();
    for (var figure : section.figures()) {
      assertThat(Labels.overlapping(figure.svg())).as(figure.name()).isEmpty();
      assertThat(Labels.overlapping(figure.narrowSvg().orElseThrow())).as(figure.name()).isEmpty();
    }
    assertThat(fractions).isSorted().endsWith(1.0);

    var again = experiment.run(ONE_SEED, Progress.SILENT);
    assertThat(tables(again)).isEqualTo(tables(section));
    assertThat(again.comparisons()).isEqualTo(section.comparisons());
    assertThat(again.notes()).isEqualTo(section.notes());
  }
}
