package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.wire.ReachabilityMetadata;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Control;
import io.sluice.streams.kafka.slot.Progress;
import io.sluice.streams.kafka.slot.SlotState;
import io.sluice.streams.kafka.watch.Activity;
import io.sluice.streams.kafka.worker.Report;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the jar tells GraalVM to keep is what the codec reflects on in this module. */
class StreamsReachabilityTest {

  private static final Path KEPT =
      Path.of(
          "src/main/resources/META-INF/native-image/io.sluice/sluice-streams-kafka",
          "reachability-metadata.json");

  private static final Pattern USED = Pattern.compile("Codec\\.of\\((\\w+)\\.class\\)");

  /** With -Dsluice.golden=write the file is written. */
  @Test
  void theJarListsWhatTheCodecReflectsOn() throws IOException {
    String needed =
        new ReachabilityMetadata()
            .messages(Activity.class)
            .messages(Control.class)
            .messages(KeyedMessage.class)
            .messages(Progress.class)
            .messages(Report.class)
            .messages(SlotState.class)
            .messages(Status.class)
            .json();
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.createDirectories(KEPT.getParent());
      Files.writeString(KEPT, needed);
    }
    assertThat(KEPT)
        .content()
        .as("messages have changed: run this test with -Dsluice.golden=write, and commit the file")
        .isEqualTo(needed);
  }

  @Test
  void everyCodecOfThisModuleIsAmongIt() throws IOException {
    String kept = Files.readString(KEPT);
    try (var files = Files.walk(Path.of("src/main/java"))) {
      assertThat(
              files
                  .filter(file -> file.toString().endsWith(".java"))
                  .flatMap(StreamsReachabilityTest::used))
          .hasSizeGreaterThan(6)
          .allSatisfy(type -> assertThat(kept).contains("." + type + "\""));
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
