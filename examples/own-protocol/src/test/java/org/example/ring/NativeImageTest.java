package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.NativeImage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a native image keeps of the protocol is what sending its messages needs. */
class NativeImageTest {

  /** In the jar GraalVM looks for it there. */
  private static final Path KEPT =
      Path.of("META-INF/native-image/org.example/own-protocol/reachability-metadata.json");

  @Test
  void theJarListsTheMessagesOfTheProtocol() {
    String needed = NativeImage.metadata(LazyRing.ALGORITHM);
    assertThat(Programs.CLASSES.resolve(KEPT))
        .as("if a message has changed, write into src/main/resources/%s:%n%s", KEPT, needed)
        .content()
        .isEqualTo(needed);
  }

  @Test
  void theProtocolItsMessagesAndTheTokenInOneAreAmongThem() {
    assertThat(NativeImage.metadata(LazyRing.ALGORITHM))
        .contains("{\"type\": \"org.example.ring.LazyRing\"}")
        .contains("\"org.example.ring.LazyRing$Message$Want\", \"allDeclaredConstructors\": true")
        .contains("\"org.example.ring.LazyRing$Message$Pass\", \"allDeclaredConstructors\": true")
        .contains("\"io.sluice.protocol.Token\", \"allDeclaredConstructors\": true")
        .doesNotContain("LazyRing$State");
  }
}
