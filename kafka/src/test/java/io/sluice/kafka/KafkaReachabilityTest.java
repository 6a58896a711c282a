package io.sluice.kafka;

import io.sluice.cluster.wire.KeptMetadata;
import io.sluice.cluster.wire.ReachabilityMetadata;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the jar tells GraalVM to keep is what the codec reflects on in this module. */
class KafkaReachabilityTest {

  private static final KeptMetadata KEPT = KeptMetadata.of("sluice-kafka");

  @Test
  void theJarListsWhatTheCodecReflectsOn() throws IOException {
    KEPT.assertLists(
        new ReachabilityMetadata()
            .messages(Announcement.class)
            .messages(Announcement.Origin.class)
            .messages(Envelope.class));
  }

  @Test
  void everyCodecOfThisModuleIsAmongIt() throws IOException {
    KEPT.assertListsAllCodecs(3);
  }
}
