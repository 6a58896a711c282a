package io.sluice.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file of the module under test that tells GraalVM what to keep: it must list what the codec
 * reflects on in that module. With {@code -Dsluice.golden=write} it is written.
 */
public final class KeptMetadata {

  private static final Pattern USED = Pattern.compile("Codec\\.of\\((\\w+(?:\\.\\w+)*)\\.class\\)");

  private final Path file;

  private KeptMetadata(Path file) {
    this.file = file;
  }

  /** That of the artifact with this name. */
  public static KeptMetadata of(String artifact) {
    return new KeptMetadata(
        Path.of(
            "src/main/resources/META-INF/native-image/io.sluice",
            artifact,
            "reachability-metadata.json"));
  }

  /** Fails if it lists anything else. */
  public void assertLists(ReachabilityMetadata needed) throws IOException {
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, needed.json());
    }
    assertThat(file)
        .content()
        .as("messages have changed: run this test with -Dsluice.golden=write, and commit the file")
        .isEqualTo(needed.json());
  }

  /**
   * Fails if the module's sources have a codec whose messages are not listed.
   *
   * @param number how many codecs these have, so that none is overlooked
   */
  public void assertListsAllCodecs(int number) throws IOException {
    String kept = Files.readString(file);
    try (var files = Files.walk(Path.of("src/main/java"))) {
      assertThat(
              files
                  .filter(each -> each.toString().endsWith(".java"))
                  .filter(each -> !each.endsWith("package-info.java"))
                  .flatMap(KeptMetadata::used)
                  .distinct())
          .hasSize(number)
          .allSatisfy(type -> assertThat(kept).contains("." + type.replace('.', '$') + "\""));
    }
  }

  private static Stream<String> used(Path source) {
    try {
      return USED.matcher(Files.readString(source)).results().map(found -> found.group(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
