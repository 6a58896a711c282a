package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every page of an algorithm links to a theatre of its own, and the theatres are what the commands
 * under the links write. {@code -Dsluice.golden=write} writes them again.
 */
class TheatrePagesTest {

  private static final Path ALGORITHMS = Path.of("../docs/algorithms");
  private static final Path THEATRES = Path.of("../docs/theatre");

  /** A link to a theatre, and under it the command that writes it. */
  private static final Pattern THEATRE =
      Pattern.compile("\\]\\(\\.\\./theatre/([^)]+)\\)\\R\\R`\\./sluice (theatre export [^`]+)`");

  private static final Pattern TABLES = Pattern.compile("(?<=id=\"tables\">)[^<]+");

  /** Together a few megabytes: the repository stays small. */
  private static final long MOST_BYTES = 140_000;

  @TempDir private Path directory;

  private static List<Path> files(Path where, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(where)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }

  private static Stream<MatchResult> links(Path page) {
    try {
      return THEATRE.matcher(Files.readString(page)).results();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<Arguments> theatres() throws IOException {
    return files(ALGORITHMS, ".md").stream()
        .flatMap(TheatrePagesTest::links)
        .map(found -> Arguments.of(found.group(1), found.group(2)));
  }

  @Test
  void everyPageOfAProtocolHasOneAndEveryFileIsOnAPage() throws IOException {
    assertThat(files(ALGORITHMS, ".md"))
        .filteredOn(page -> !page.endsWith("scaling-decision.md")) // rules without a protocol
        .allSatisfy(page -> assertThat(links(page)).as(page + " has no theatre").isNotEmpty());
    assertThat(files(THEATRES, ".html"))
        .extracting(file -> String.valueOf(file.getFileName()))
        .containsExactlyInAnyOrderElementsOf(
            theatres().map(theatre -> (String) theatre.get()[0]).toList());
  }

  @ParameterizedTest
  @MethodSource("theatres")
  void aTheatreIsWhatTheCommandBelowItsLinkWrites(String name, String command) throws IOException {
    Path written = directory.resolve(name);
    var args = new ArrayList<>(List.of(command.split(" ", -1)));
    args.addAll(List.of("-o", written.toString()));
    var said = Spoken.by(args.toArray(String[]::new));
    assertThat(said.code()).as(said.err()).isZero();
    Path kept = THEATRES.resolve(name);
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.copy(written, kept, StandardCopyOption.REPLACE_EXISTING);
    }
    assertThat(Files.size(kept)).isLessThan(MOST_BYTES);
    assertThat(plain(kept).equals(plain(written)))
        .as(
            "docs/theatre/%s is not what the command writes: run this with -Dsluice.golden=write",
            name)
        .isTrue();
  }

  /** The file with its tables as text, since JDKs compress differently. */
  private static String plain(Path file) throws IOException {
    String html = Files.readString(file);
    var found = TABLES.matcher(html);
    assertThat(found.find()).as("tables").isTrue();
    byte[] packed = Base64.getDecoder().decode(found.group());
    try (var unpacked = new GZIPInputStream(new ByteArrayInputStream(packed))) {
      String tables = new String(unpacked.readAllBytes(), StandardCharsets.UTF_8);
      return html.substring(0, found.start()) + tables + html.substring(found.end());
    }
  }
}
