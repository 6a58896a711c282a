package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A protocol or family is complete only with its documentation; says what is missing. */
class ProtocolPagesTest {

  private static final Path DOCS = Path.of("../docs");

  static Stream<Arguments> everyProtocol() {
    return Catalogue.builtIn().all().stream()
        .map(algorithm -> Arguments.argumentSet(algorithm.name(), algorithm));
  }

  private static String pages() throws IOException {
    try (Stream<Path> files = Files.walk(DOCS.resolve("algorithms"))) {
      return files
          .filter(file -> file.toString().endsWith(".md"))
          .map(ProtocolPagesTest::read)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @MethodSource("everyProtocol")
  void itHasAPageAndIsInTheIndex(Algorithm<?, ?> algorithm) throws IOException {
    String name = algorithm.name();
    assertThat(pages())
        .withFailMessage(
            "protocol '%1$s' has no page under docs/algorithms: add docs/algorithms/%1$s.md, which"
                + " names it as `%1$s`, and link it in docs/README.md",
            name)
        .contains("`" + name + "`");
    assertThat(read(DOCS.resolve("README.md")))
        .withFailMessage(
            "protocol '%1$s' is not in the index: add `%1$s` to the line of its page in"
                + " docs/README.md",
            name)
        .contains("`" + name + "`");
  }

  @ParameterizedTest
  @MethodSource("everyProtocol")
  void itsPageShowsASearch(Algorithm<?, ?> algorithm) throws IOException {
    assertThat(pages())
        .withFailMessage(
            "no page shows a search of protocol '%1$s': add '| `./sluice check %1$s ...` | WORLDS |'"
                + " to its page under docs/algorithms; DocumentationTest then pins the number",
            algorithm.name())
        .containsPattern(
            "sluice check %1$s[ :`]|\\| `%1$s` \\|.* [0-9,]+ \\|".formatted(algorithm.name()));
  }

  /** {@code sluice list} tries to fit: an empty column would look like an error. */
  @ParameterizedTest
  @MethodSource("everyProtocol")
  void itSaysWhatItCostsAndWhereItIsFrom(Algorithm<?, ?> algorithm) {
    assertThat(Stream.of(algorithm.source(), algorithm.cost(), algorithm.tolerates()))
        .withFailMessage(
            "protocol '%s' lacks a source, a cost or what it tolerates: name them in its ALGORITHM",
            algorithm.name())
        .noneMatch(String::isBlank);
  }

  @ParameterizedTest
  @EnumSource
  void everyFamilyIsInTheGlossary(Family family) {
    String word = "`" + family.name().toLowerCase(Locale.ROOT) + "`";
    assertThat(read(DOCS.resolve("glossary.md")))
        .withFailMessage("family %s is not in docs/glossary.md: add %s to 'family'", family, word)
        .contains(word);
  }
}
