package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.CapturedLog;
import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.wire.FrameCodec;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A member may be of another version, and run protocols that are not known here. */
@Timeout(60)
class UnknownProtocolTest {

  private static final int TIMES = 100;
  private static final String KNOWN = "token-queue";
  private static final FrameCodec CODEC = new FrameCodec(Catalogue.builtIn());

  private static final Member SELF = new Member(0, 1, "self");
  private static final Member ONE = new Member(0, 2, "one");
  private static final Member OTHER = new Member(0, 3, "other");

  /** Brings what the test wants, and keeps what is sent. */
  private static final class Stage implements Transport {
    private final Queue<Frame> sent = new ConcurrentLinkedQueue<>();
    private Optional<Listener> listener = Optional.empty();

    @Override
    public void start(Listener ears) {
      listener = Optional.of(ears);
      ears.onView(new View(1, 0, List.of(SELF, ONE, OTHER)), SELF);
    }

    void bring(Member from, Frame frame) {
      listener.orElseThrow().onFrame(from, frame);
    }

    @Override
    public void send(Member to, Frame frame) {
      sent.add(frame);
    }

    @Override
    public long leaseUntil() {
      return FOREVER;
    }

    @Override
    public void close() {}
  }

  /** As it comes over the wire from a node that has a protocol of that name, as long as KNOWN. */
  private static Frame step(String algorithm) {
    var message = new TokenQueue.Message.Request(1);
    byte[] bytes =
        CODEC.encode(
            new Frame.Step(new Frame.Head(1, "x", KNOWN, 0, java.util.Optional.empty()), message));
    String text = new String(bytes, StandardCharsets.ISO_8859_1).replace(KNOWN, algorithm);
    var incoming = CODEC.decode(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    assertThat(incoming).isInstanceOf(FrameCodec.Incoming.OfLocks.class);
    return ((FrameCodec.Incoming.OfLocks) incoming).frame();
  }

  /** Each frame is refused, so that no request waits without end; each sender is logged once. */
  @Test
  void isRefusedAlwaysAndLoggedOnceForEachMemberAndProtocol() {
    var stage = new Stage();
    try (var log = CapturedLog.open();
        var _ = Node.start(stage)) {
      for (int i = 0; i < TIMES; i++) {
        for (String algorithm : List.of("token-stack", "token-trees")) {
          stage.bring(ONE, step(algorithm));
          stage.bring(OTHER, step(algorithm));
        }
      }
      assertThat(log.lines("is not registered here")).hasSize(4);
    }
    assertThat(stage.sent)
        .filteredOn(each -> each.equals(new Frame.Refused(1, "x", Optional.empty())))
        .hasSize(4 * TIMES);
  }

  private static Node start(Transport transport, Algorithm<?, ?> own) {
    return Node.start(transport, Catalogue.builtIn().with(own), _ -> Observer.NONE);
  }

  /** The asking node learns that its request fails, and why. */
  @Test
  void whoRunsItIsTold() throws Exception {
    var unknown =
        Algorithm.of("token-stack", Family.EXCLUSIVE, TokenQueue.ALGORITHM::process).build();
    var cluster = "unknown";
    try (var first = Node.start(Local.jvm().transport(cluster, "first", Duration.ZERO));
        var second = start(Local.jvm().transport(cluster, "second", Duration.ZERO), unknown)) {
      await().until(() -> first.view().members().size() == 2);
      var request = second.resource("x", unknown).ask(Claim.EXCLUSIVE);
      assertThat(request.await(Transport.FOREVER)).isTrue();
      assertThat(request.state()).isEqualTo(State.FAILED);
      assertThat(request.why())
          .isEqualTo(
              "first does not know the protocol 'token-stack' of lock 'x': register it in every"
                  + " node");
    }
  }
}
