package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.CapturedLog;
import io.sluice.cluster.Frame;
import io.sluice.cluster.Network;
import io.sluice.cluster.Transport;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.tcp.Tcp;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.exclusive.TokenQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A step of a protocol that throws stops the node: it acts on nothing that the step wrote. */
@Timeout(120)
class FailedStepTest {

  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Duration SOON = Duration.ofSeconds(60);

  /** Runs token-queue, but writes to the outbox and throws at a chosen input. */
  private record Faulty(
      Protocol<TokenQueue.State, TokenQueue.Message> sound, Predicate<Input<?>> trigger)
      implements Protocol<TokenQueue.State, TokenQueue.Message> {
    @Override
    public TokenQueue.State initial() {
      return sound.initial();
    }

    @Override
    public TokenQueue.State on(
        TokenQueue.State state, Input<TokenQueue.Message> input, Outbox<TokenQueue.Message> out) {
      if (trigger.test(input)) {
        out.granted();
        out.send(0, new TokenQueue.Message.Request(99));
        out.timer("never", 0);
        throw new IllegalArgumentException("no answer");
      }
      return sound.on(state, input, out);
    }
  }

  private static Algorithm<?, ?> faultyAt(Predicate<Input<?>> trigger) {
    return Algorithm.<TokenQueue.State, TokenQueue.Message>of(
            "faulty",
            Family.EXCLUSIVE,
            (self, layout) -> new Faulty(TokenQueue.ALGORITHM.process(self, layout), trigger))
        .build();
  }

  private static Node start(Transport transport, Algorithm<?, ?> own) {
    return Node.start(transport, Catalogue.builtIn().with(own), _ -> Observer.NONE);
  }

  private static State awaited(Request request) throws InterruptedException {
    assertThat(request.await(System.nanoTime() + SOON.toNanos())).isTrue();
    return request.state();
  }

  static Stream<Network> networks() {
    return Stream.of(Local.jvm(), Tcp.loopback());
  }

  @ParameterizedTest
  @MethodSource("networks")
  void theNodeLosesAllItsLocksWithTheReasonAndDoesNotJoinAgain(Network network) throws Exception {
    var cluster = "failed-step-" + ProcessHandle.current().pid();
    var sound = faultyAt(_ -> false);
    var faulty = faultyAt(input -> input instanceof Input.Acquire<?>);
    var sent = new ConcurrentLinkedQueue<Frame>();
    try (var first = start(network.transport(cluster, "first", LEASE), sound)) {
      await().atMost(SOON).until(() -> first.view().members().size() == 1);
      var overheard =
          new Overheard(
              network.transport(cluster, "second", LEASE),
              frame -> {
                sent.add(frame);
                return frame;
              });
      try (var second = start(overheard, faulty)) {
        await().atMost(SOON).until(() -> first.view().members().size() == 2);
        var held = second.resource("held", TokenQueue.ALGORITHM).ask(Claim.EXCLUSIVE);
        assertThat(awaited(held)).isEqualTo(State.INSIDE);

        var failed = second.resource("x", faulty).ask(Claim.EXCLUSIVE);

        assertThat(awaited(failed)).isEqualTo(State.FAILED);
        assertThat(failed.why())
            .isEqualTo(
                "the protocol faulty of lock 'x' failed: process 1 cannot take Acquire[claim="
                    + Claim.EXCLUSIVE
                    + "]: java.lang.IllegalArgumentException: no answer");
        assertThat(held.valid()).isFalse();
        await().atMost(SOON).until(() -> held.state() == State.LOST);
        assertThat(held.why()).isEqualTo(failed.why());
        assertThat(sent)
            .noneMatch(
                frame -> frame instanceof Frame.Step(var head, _) && head.resource().equals("x"));

        await().atMost(SOON).until(() -> first.view().members().size() == 1);
        var next = first.resource("held", TokenQueue.ALGORITHM).ask(Claim.EXCLUSIVE);
        assertThat(awaited(next)).isEqualTo(State.INSIDE);
        var later = second.resource("held", TokenQueue.ALGORITHM).ask(Claim.EXCLUSIVE);
        assertThat(awaited(later)).isEqualTo(State.FAILED);
        assertThat(later.why()).isEqualTo(failed.why());
        assertThat(second.view().members()).isEmpty();
      }
      assertThat(first.view().members()).hasSize(1);
    }
  }

  /**
   * The message reaches a node that never asked for the lock; that node stops, the other goes on.
   */
  @Test
  void aFailureAtAMessageStopsItsReceiver() throws Exception {
    var cluster = "failed-message";
    try (var first = start(local(cluster, "first"), faultyAt(Input.Receive.class::isInstance));
        var second = start(local(cluster, "second"), faultyAt(_ -> false))) {
      await().atMost(SOON).until(() -> first.view().members().size() == 2);
      var asked = second.resource("x", faultyAt(_ -> false)).ask(Claim.EXCLUSIVE);
      assertThat(awaited(asked)).isEqualTo(State.INSIDE);
      assertThat(second.view().members()).hasSize(1);
      assertThat(first.view().members()).isEmpty();
    }
  }

  @Test
  void theReasonIsLoggedOnce() throws Exception {
    var faulty = faultyAt(Input.Acquire.class::isInstance);
    try (var log = CapturedLog.open();
        var node = start(local("failed-log", "only"), faulty)) {
      await().atMost(SOON).until(() -> node.view().members().size() == 1);
      for (String name : List.of("x", "y", "x")) {
        assertThat(awaited(node.resource(name, faulty).ask(Claim.EXCLUSIVE)))
            .isEqualTo(State.FAILED);
      }
      assertThat(log.lines("the protocol faulty of lock"))
          .singleElement()
          .asString()
          .contains("lock 'x'")
          .contains("Acquire[");
    }
  }

  private static Transport local(String cluster, String node) {
    return Local.jvm().transport(cluster, node, LEASE);
  }
}
