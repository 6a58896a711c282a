package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The glossary names types that exist. */
class GlossaryTest {

  private static final Path ROOT = Path.of("..");
  private static final Path GLOSSARY = ROOT.resolve("docs/glossary.md");

  /** The last cell of a row that explains a word. */
  private static final Pattern CARRIERS = Pattern.compile("(?m)^\\| \\*\\*.*\\| ?([^|]*) ?\\|$");

  private static final Pattern CARRIER = Pattern.compile("`(\\w+)(?:\\.(\\w+))?`");

  /** A type of the glossary, or a type and one of its members or nested types. */
  record Carrier(String type, String member) {}

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Stream<Carrier> carriers() {
    return CARRIERS
        .matcher(read(GLOSSARY))
        .results()
        .flatMap(row -> CARRIER.matcher(row.group(1)).results())
        .map(found -> new Carrier(found.group(1), found.group(2) == null ? "" : found.group(2)))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("carriers")
  void everyTypeOfTheGlossaryExists(Carrier carrier) throws IOException {
    try (Stream<Path> sources = Files.walk(ROOT)) {
      List<Path> declaring =
          sources
              .filter(file -> file.endsWith(carrier.type + ".java"))
              .filter(file -> file.toString().contains("src/main/java"))
              .toList();
      assertThat(declaring)
          .as("docs/glossary.md names %s: no module declares it; correct the row", carrier.type)
          .isNotEmpty();
      assertThat(declaring)
          .as("docs/glossary.md names %s.%s", carrier.type, carrier.member)
          .anyMatch(source -> Pattern.compile("\\b" + carrier.member).matcher(read(source)).find());
    }
  }
}
