package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.EventText;
import io.sluice.protocol.Layout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages about this example show its very code, and what comes of it. */
class PagesTest {

  private static final Path PAGE = Path.of("../../docs/own-protocol.md");
  private static final List<Path> PAGES = List.of(PAGE, Path.of("README.md"));

  private static final Pattern CODE = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern POM = Pattern.compile("```xml\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern DEPENDENCY =
      Pattern.compile("<dependency>.*?</dependency>", Pattern.DOTALL);
  private static final Pattern TRACE = Pattern.compile("```text\\R(.*?)```", Pattern.DOTALL);

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }

  private static String sources() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .map(PagesTest::read)
          .map(PagesTest::words)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void codeOnThePagesIsTheCodeOfTheExample() throws IOException {
    String sources = sources();
    for (Path page : PAGES) {
      assertThat(CODE.matcher(read(page)).results().map(block -> words(block.group(1))))
          .filteredOn(block -> !sources.contains(block))
          .as("%s shows code that the example does not have: copy it again", page)
          .isEmpty();
    }
  }

  /** The example gets versions and the encoding from its parent, which a user has not. */
  @Test
  void theProjectOnThePageDependsOnWhatTheExampleDependsOn() {
    var project = POM.matcher(read(PAGE)).results().map(block -> block.group(1)).toList();
    assertThat(project).hasSize(1);
    String example = words(read(Path.of("pom.xml")));
    var dependencies = DEPENDENCY.matcher(project.getFirst()).results().toList();
    assertThat(dependencies).hasSize(3);
    for (var each : dependencies) {
      String unversioned = each.group().replaceFirst("<version>.*</version>", "");
      assertThat(example).contains(words(unversioned));
    }
  }

  @Test
  void theWholeProtocolIsOnThePage() {
    String source = read(Path.of("src/main/java/org/example/ring/LazyRing.java"));
    assertThat(words(read(PAGE)))
        .as("docs/own-protocol.md lacks LazyRing as it is now: copy it again")
        .contains(words(source.substring(source.indexOf("public final class"))));
  }

  @Test
  void theTraceOnThePageIsTheOneThatIsFound() {
    var layout = Layout.plain(3);
    var result = Explorer.search(Scope.of(ForgetfulRing.ALGORITHM, layout, 1), Effort.full());
    String found =
        result.trace().orElseThrow().steps().stream()
            .map(step -> EventText.of(step, layout))
            .collect(Collectors.joining("\n", "", "\n" + result.what() + "\n"));
    assertThat(TRACE.matcher(read(PAGE)).results().map(block -> block.group(1)))
        .as("docs/own-protocol.md shows another trace than the explorer finds; write:%n%s", found)
        .containsExactly(found);
  }
}
