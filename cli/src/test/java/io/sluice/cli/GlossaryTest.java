package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The glossary and the walks through the code name types that exist, and the pages do without the
 * words that the glossary rules out.
 */
class GlossaryTest {

  private static final Path ROOT = Path.of("..");
  private static final Path GLOSSARY = ROOT.resolve("docs/glossary.md");
  private static final Path CONTRIBUTING = ROOT.resolve("CONTRIBUTING.md");
  private static final String RULED_OUT = "## Words we do not use";

  /** The last cell of a row that explains a word. */
  private static final Pattern LAST_CELL = Pattern.compile("(?m)^\\| \\*\\*.*\\| ?([^|]*) ?\\|$");

  /** A type, perhaps with one of its members or nested types. */
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)(?:\\.(\\w+))?[^`]*`");

  /** How many classes a walk says that it names. */
  private static final Pattern COUNT = Pattern.compile("That is (\\d+) classes");

  /** A word that is ruled out, and what to write instead. */
  private static final Pattern INSTEAD = Pattern.compile("(?m)^\\| ([a-z-][a-z -]+) \\| (.+) \\|$");

  /** A type that a page names, and perhaps a member of it. */
  record Named(Path page, String type, String member) {}

  /** A section of CONTRIBUTING.md that follows something through the code. */
  record Walk(String text) {

    Stream<Named> types() {
      return typesIn(CONTRIBUTING, text);
    }

    /** Those before the sentence that counts them. */
    Stream<Named> onTheWay() {
      return typesIn(CONTRIBUTING, COUNT.split(text, -1)[0]);
    }

    @Override
    public String toString() {
      return text.lines().findFirst().orElse("");
    }
  }

  /** A word not to use, and what to write instead. */
  record Discouraged(String word, String instead) {

    /** The lines of a text that use the word, each with what to write instead. */
    Stream<String> usesIn(String text) {
      return Pattern.compile("(?i)\\b" + word.replace(" ", "\\s+") + "\\b")
          .matcher(text)
          .results()
          .map(
              found ->
                  "instead of '%s' (%s): %s".formatted(word, instead, lineOf(text, found.start())));
    }

    private static String lineOf(String text, int position) {
      int end = text.indexOf('\n', position);
      return text.substring(text.lastIndexOf('\n', position) + 1, end < 0 ? text.length() : end);
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static Stream<Named> typesIn(Path page, String text) {
    return TYPE.matcher(text)
        .results()
        .map(
            found -> new Named(page, found.group(1), found.group(2) == null ? "" : found.group(2)));
  }

  static Stream<Walk> walks() {
    return Arrays.stream(read(CONTRIBUTING).split("(?m)^## ", -1))
        .filter(section -> section.lines().findFirst().orElse("").endsWith("class by class"))
        .map(Walk::new);
  }

  static Stream<Named> named() {
    var inGlossary =
        LAST_CELL.matcher(read(GLOSSARY)).results().flatMap(row -> typesIn(GLOSSARY, row.group(1)));
    return Stream.concat(inGlossary, walks().flatMap(Walk::types)).distinct();
  }

  @ParameterizedTest
  @MethodSource("named")
  void everyTypeThatIsNamedExists(Named named) throws IOException {
    try (Stream<Path> sources = Files.walk(ROOT)) {
      List<Path> declaring =
          sources
              .filter(file -> file.endsWith(named.type + ".java"))
              .filter(file -> file.toString().contains("src/main/java"))
              .toList();
      assertThat(declaring)
          .as("%s names %s, which no module declares: correct the page", named.page, named.type)
          .isNotEmpty();
      assertThat(declaring)
          .as("%s names %s.%s: correct the page", named.page, named.type, named.member)
          .anyMatch(source -> Pattern.compile("\\b" + named.member).matcher(read(source)).find());
    }
  }

  @ParameterizedTest
  @MethodSource("walks")
  void aWalkNamesAsManyClassesAsItSays(Walk walk) {
    assertThat(COUNT.matcher(walk.text).results().map(said -> said.group(1)))
        .containsExactly(Long.toString(walk.onTheWay().map(Named::type).distinct().count()));
  }

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(
          docs.filter(page -> page.toString().endsWith(".md")),
          Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CHANGELOG.md"), CONTRIBUTING))
          .toList()
          .stream();
    }
  }

  private static List<Discouraged> discouraged() {
    String list = read(GLOSSARY).split(RULED_OUT, -1)[1];
    return INSTEAD
        .matcher(list)
        .results()
        .map(row -> new Discouraged(row.group(1), row.group(2)))
        .filter(row -> !row.word.equals("not"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void pagesUsePlainWords(Path page) {
    assertThat(discouraged()).hasSizeGreaterThan(10);
    String text = read(page).split(RULED_OUT, -1)[0];
    assertThat(discouraged().stream().flatMap(word -> word.usesIn(text)))
        .as("%s: docs/glossary.md says what to write instead", page)
        .isEmpty();
  }

  /** Comments, messages and names; the list of words itself is quoted here only. */
  @Test
  void sourcesUsePlainWords() throws IOException {
    var words = discouraged();
    try (Stream<Path> files = Files.walk(ROOT)) {
      assertThat(
              files
                  .filter(file -> file.toString().matches(".*/src/(main|test)/java/.*\\.java"))
                  .flatMap(
                      file ->
                          words.stream()
                              .flatMap(word -> word.usesIn(read(file)))
                              .map(use -> file + ", " + use)))
          .as("docs/glossary.md says what to write instead")
          .isEmpty();
    }
  }
}
