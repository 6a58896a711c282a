package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Transport;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.wire.FrameCodec;
import io.sluice.protocol.Claim;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However much a node holds when the members change, the others hear of all of it. */
@Timeout(60)
class CensusTest {

  private static final FrameCodec CODEC = new FrameCodec(Catalogue.builtIn());

  private static final int HELD = 20_000;
  private static final String LONG = "-of-a-customer-with-quite-a-long-name-in-a-distant-country-";

  /** As bytes, as frames go from process to process. */
  private static Transport wired(Transport transport) {
    return new Overheard(
        transport,
        frame -> {
          var incoming = CODEC.decode(ByteBuffer.wrap(CODEC.encode(frame)));
          return ((FrameCodec.Incoming.OfLocks) incoming).frame();
        });
  }

  private static Request ask(Node node, String lock) {
    return node.resource(lock, TokenQueue.ALGORITHM).ask(Claim.EXCLUSIVE);
  }

  private static State after(Request request, Duration patience) throws InterruptedException {
    var _ = request.await(System.nanoTime() + patience.toNanos());
    return request.state();
  }

  @Test
  void whatIsHeldNeedNotFitIntoOneFrame() throws InterruptedException {
    var cluster = "census";
    try (var first = Node.start(wired(Local.jvm().transport(cluster, "first", Duration.ZERO)))) {
      for (int i = 1; i < HELD; i++) {
        assertThat(ask(first, "invoice" + LONG + i).state()).isEqualTo(State.INSIDE);
      }
      var last = ask(first, "invoice" + LONG + HELD);
      try (var second =
          Node.start(wired(Local.jvm().transport(cluster, "second", Duration.ZERO)))) {
        assertThat(after(ask(second, "free"), Duration.ofSeconds(20))).isEqualTo(State.INSIDE);
        var taken = ask(second, "invoice" + LONG + HELD);
        assertThat(after(ask(second, "invoice" + LONG + 1), Duration.ofMillis(50)))
            .isEqualTo(State.WAITING);
        assertThat(taken.state()).isEqualTo(State.WAITING);
        last.release();
        assertThat(after(taken, Duration.ofSeconds(20))).isEqualTo(State.INSIDE);
      }
    }
  }
}
