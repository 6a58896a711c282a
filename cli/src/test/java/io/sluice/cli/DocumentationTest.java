package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Experiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages under {@code docs} are complete, and their links and pictures are right. */
class DocumentationTest {

  private static final Path DOCS = Path.of("../docs");
  private static final Path ALGORITHMS = DOCS.resolve("algorithms");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)");

  /** A picture, and under it the command that draws it. */
  private static final Pattern PICTURE =
      Pattern.compile("\\]\\(([^)]+\\.svg)\\)\\R\\R`\\./sluice ([^`]+)`");

  /** A row of a table: a search, and how many worlds it has. */
  private static final Pattern COUNT =
      Pattern.compile("\\| `\\./sluice (check [^`]+)` \\| ([0-9,]+) \\|");

  /** Searches of more worlds take their time. */
  private static final long FEW_WORLDS = 20_000;

  @TempDir private Path directory;

  private static List<Path> files(Path where, String suffix) throws IOException {
    try (Stream<Path> files = Files.walk(where)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void everyExperimentIsInTheTable() {
    String page = read(DOCS.resolve("experiments.md"));
    assertThat(Experiments.named())
        .allSatisfy(
            experiment ->
                assertThat(page)
                    .withFailMessage(
                        "docs/experiments.md has no row for %1$s: add | `%1$s` | what it measures |"
                            + " source |",
                        experiment.name())
                    .contains("| `" + experiment.name() + "` |"));
  }

  @Test
  void everyPageIsInTheIndex() throws IOException {
    String index = read(DOCS.resolve("README.md"));
    assertThat(files(DOCS, ".md"))
        .filteredOn(page -> !page.endsWith("README.md"))
        .allSatisfy(page -> assertThat(index).contains("](" + unix(DOCS.relativize(page)) + ")"));
  }

  private static String unix(Path path) {
    return path.toString().replace('\\', '/');
  }

  static Stream<Path> pages() throws IOException {
    return files(DOCS, ".md").stream();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void linksLeadSomewhere(Path page) {
    assertThat(LINK.matcher(read(page)).results().map(link -> link.group(1)))
        .filteredOn(target -> !target.contains("://"))
        .allSatisfy(target -> assertThat(page.resolveSibling(target)).exists());
  }

  static Stream<Arguments> pictures() throws IOException {
    return files(ALGORITHMS, ".md").stream()
        .flatMap(page -> PICTURE.matcher(read(page)).results())
        .map(found -> Arguments.of(found.group(1), found.group(2)));
  }

  @ParameterizedTest
  @MethodSource("pictures")
  void picturesAreWhatTheCommandsBelowThemDraw(String picture, String command) throws IOException {
    Path drawn = directory.resolve("drawn.svg");
    var args = new ArrayList<>(List.of(command.split(" ", -1)));
    args.addAll(List.of("--svg", drawn.toString()));
    var said = Spoken.by(args.toArray(String[]::new));
    Path kept = ALGORITHMS.resolve(picture);
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.copy(drawn, kept, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(drawn).as(said.err()).hasSameTextualContentAs(kept);
  }

  /** What a page says of a search. */
  record Claimed(String command, long worlds) {}

  private static Stream<Claimed> counts() throws IOException {
    return files(ALGORITHMS, ".md").stream()
        .flatMap(page -> COUNT.matcher(read(page)).results())
        .map(row -> new Claimed(row.group(1), Long.parseLong(row.group(2).replace(",", ""))));
  }

  static Stream<Claimed> smallCounts() throws IOException {
    return counts().filter(count -> count.worlds <= FEW_WORLDS);
  }

  static Stream<Claimed> largeCounts() throws IOException {
    return counts().filter(count -> count.worlds > FEW_WORLDS);
  }

  @ParameterizedTest
  @MethodSource("smallCounts")
  void countsOfWorldsAreWhatTheCommandsBesideThemFind(Claimed count) {
    var said = Spoken.by((count.command + " --json").split(" ", -1));
    assertThat(said.code()).as(said.err()).isZero();
    assertThat(said.json().get("states").longValue()).isEqualTo(count.worlds);
  }

  @ParameterizedTest
  @Tag("long")
  @MethodSource("largeCounts")
  void largeCountsOfWorldsToo(Claimed count) {
    countsOfWorldsAreWhatTheCommandsBesideThemFind(count);
  }

  @Test
  void everyPictureIsOnAPageWithItsCommand() throws IOException {
    assertThat(files(ALGORITHMS, ".svg"))
        .extracting(file -> String.valueOf(file.getFileName()))
        .containsExactlyInAnyOrderElementsOf(
            pictures().map(picture -> (String) picture.get()[0]).toList());
  }
}
