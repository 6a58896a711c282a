package io.sluice.streams.kafka;

import io.sluice.cluster.wire.KeptMetadata;
import io.sluice.cluster.wire.ReachabilityMetadata;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.Control;
import io.sluice.streams.kafka.slot.Progress;
import io.sluice.streams.kafka.slot.SlotState;
import io.sluice.streams.kafka.watch.Activity;
import io.sluice.streams.kafka.worker.Report;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What the jar tells GraalVM to keep is what the codec reflects on in this module. */
class StreamsReachabilityTest {

  private static final KeptMetadata KEPT = KeptMetadata.of("sluice-streams-kafka");

  @Test
  void theJarListsWhatTheCodecReflectsOn() throws IOException {
    KEPT.assertLists(
        new ReachabilityMetadata()
            .messages(Activity.class)
            .messages(Control.class)
            .messages(KeyedMessage.class)
            .messages(Progress.class)
            .messages(Report.class)
            .messages(SlotState.class)
            .messages(Status.class));
  }

  @Test
  void everyCodecOfThisModuleIsAmongIt() throws IOException {
    KEPT.assertListsAllCodecs(7);
  }
}
