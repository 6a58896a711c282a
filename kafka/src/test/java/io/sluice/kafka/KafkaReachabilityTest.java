package io.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.wire.ReachabilityMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the jar tells GraalVM to keep is what the codec reflects on in this module. */
class KafkaReachabilityTest {

  private static final Path KEPT =
      Path.of(
          "src/main/resources/META-INF/native-image/io.sluice/sluice-kafka",
          "reachability-metadata.json");

  /** With -Dsluice.golden=write the file is written. */
  @Test
  void theJarListsWhatTheCodecReflectsOn() throws IOException {
    String needed =
        new ReachabilityMetadata()
            .messages(Announcement.class)
            .messages(Announcement.Origin.class)
            .messages(Envelope.class)
            .json();
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.writeString(KEPT, needed);
    }
    assertThat(KEPT)
        .content()
        .as("messages have changed: run this test with -Dsluice.golden=write, and commit the file")
        .isEqualTo(needed);
  }
}
