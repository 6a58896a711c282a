package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that the pages of guarantees and of complaints name are there. */
class GuaranteesTest {

  private static final String LONG = "@Tag(\"long\")";

  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)(?:\\.(\\w+))?`( \\(`-Plong`)?");

  @ParameterizedTest
  @CsvSource({"guarantees, 40", "complaints, 15"})
  void whatIsSaidToShowThemExists(String page, int fewest) throws IOException {
    var tests = tests();
    assertThat(NAMED.matcher(Files.readString(Path.of("../docs", page + ".md"))).results())
        .hasSizeGreaterThan(fewest)
        .allSatisfy(each -> assertThat(tests.keySet()).contains(each.group(1)))
        .filteredOn(each -> each.group(2) != null)
        .allSatisfy(
            each -> assertThat(tests.get(each.group(1))).contains("void " + each.group(2) + "("));
  }

  /** A reader should know which promises the ordinary build does not check. */
  @ParameterizedTest
  @ValueSource(strings = {"guarantees", "complaints"})
  void whatTheOrdinaryBuildLeavesOutIsSaid(String page) throws IOException {
    var tests = tests();
    assertThat(NAMED.matcher(Files.readString(Path.of("../docs", page + ".md"))).results())
        .filteredOn(each -> each.group(2) != null)
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each.group(3) != null)
                    .as(each.group())
                    .isEqualTo(
                        isLong(Objects.requireNonNull(tests.get(each.group(1))), each.group(2))));
  }

  /**
   * What is before a method, up to an empty line, are its annotations; those of its class begin a
   * line.
   */
  private static boolean isLong(String source, String method) {
    int declared = source.indexOf("void " + method + "(");
    return source.contains("\n" + LONG)
        || source.substring(source.lastIndexOf("\n\n", declared), declared).contains(LONG);
  }

  /** By their names; two modules may have one of the same. */
  private static Map<String, String> tests() throws IOException {
    try (var files = Files.walk(Path.of(".."))) {
      return files
          .filter(file -> file.toString().matches(".*/src/test/java/.*Test\\.java"))
          .collect(
              Collectors.toMap(
                  file -> file.getFileName().toString().replace(".java", ""),
                  GuaranteesTest::read,
                  String::concat));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
