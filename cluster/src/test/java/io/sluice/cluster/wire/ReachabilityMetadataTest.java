package io.sluice.cluster.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Frame;
import io.sluice.cluster.NativeImage;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.cluster.runtime.SeatMessage;
import io.sluice.cluster.tcp.Hello;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import java.io.IOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the jar tells GraalVM to keep is what the codec reflects on. */
class ReachabilityMetadataTest {

  private static final KeptMetadata KEPT = KeptMetadata.of("sluice-cluster");

  @Test
  void theJarListsWhatTheCodecReflectsOn() throws IOException {
    KEPT.assertLists(
        new ReachabilityMetadata()
            .messages(MembershipMessage.class)
            .messages(Frame.Notice.class)
            .messages(Frame.Head.class)
            .messages(SeatMessage.class)
            .messages(Hello.class)
            .protocols(Catalogue.builtIn().all().stream().filter(FrameCodec::canSend).toList()));
  }

  @Test
  void everyCodecOfThisModuleIsAmongIt() throws IOException {
    KEPT.assertListsAllCodecs(5);
  }

  @Test
  void aUsersProtocolIsListedWithItsMessages() {
    assertThat(NativeImage.metadata(TokenQueue.ALGORITHM))
        .startsWith("{\n  \"reflection\": [\n")
        .contains("{\"type\": \"io.sluice.protocol.exclusive.TokenQueue\"}")
        .contains(
            "{\"type\": \"io.sluice.protocol.exclusive.TokenQueue$Message$Request\","
                + " \"allDeclaredConstructors\": true, \"allDeclaredMethods\": true}");
  }

  /** There the codec calls its handles without classes made at run time. */
  @Test
  void messagesAreTheSameInANativeImage() {
    var message = new TokenQueue.Message.Request(3);
    String property = "org.graalvm.nativeimage.imagecode";
    System.setProperty(property, "runtime");
    try {
      var shape = new ValueCodecs().of(TokenQueue.Message.class);
      var out = new Writer();
      shape.write(message, out);
      byte[] there = out.toBytes();
      byte[] here = Codec.of(TokenQueue.Message.class).encode(message);
      assertThat(there).isEqualTo(Arrays.copyOfRange(here, 1, here.length));
    } finally {
      System.clearProperty(property);
    }
  }
}
