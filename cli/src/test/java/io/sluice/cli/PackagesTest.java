package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every package of every module has a manual, and no package is too large to overview. */
class PackagesTest {

  private static final Path ROOT = Path.of("..");
  private static final String MANUAL = "package-info.java";

  /** The most files of a package, besides its manual. */
  private static final int MOST_FILES = 22;

  /** All directories with Java files below {@code src/main/java} of any module. */
  static List<Path> packages() throws IOException {
    try (Stream<Path> modules = Files.list(ROOT)) {
      return modules
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .flatMap(PackagesTest::directories)
          .filter(directory -> !files(directory).isEmpty())
          .sorted()
          .toList();
    }
  }

  private static Stream<Path> directories(Path sources) {
    try (Stream<Path> all = Files.walk(sources)) {
      return all.filter(Files::isDirectory).toList().stream();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static List<String> files(Path directory) {
    try (Stream<Path> all = Files.list(directory)) {
      return all.map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java") && !name.equals(MANUAL))
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void packagesAreFound() throws IOException {
    assertThat(packages()).hasSizeGreaterThan(30);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void everyPackageHasAManual(Path directory) {
    assertThat(directory.resolve(MANUAL))
        .withFailMessage(
            "%s has no %s: write one, with a paragraph that says what the package is for and where"
                + " to start reading, or with an example",
            directory, MANUAL)
        .exists();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void noPackageIsTooLarge(Path directory) {
    assertThat(files(directory).size())
        .withFailMessage(
            "%s has %d files, more than %d: move those with a purpose of their own into a package"
                + " below it",
            directory, files(directory).size(), MOST_FILES)
        .isLessThanOrEqualTo(MOST_FILES);
  }
}
