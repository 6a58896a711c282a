package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Transport;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.shared.ReadWritePermissions;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node that acquires again and again, while no other asks, sends no message. */
@Timeout(60)
class LoneHolderTest {

  private static final int ENTRIES = 1_000;

  static Stream<Arguments> locks() {
    return Stream.of(
        Arguments.of(TokenQueue.ALGORITHM, Claim.EXCLUSIVE),
        Arguments.of(NaimiTrehel.ALGORITHM, Claim.EXCLUSIVE),
        Arguments.of(ReadWritePermissions.ALGORITHM, Claim.EXCLUSIVE),
        Arguments.of(ReadWritePermissions.ALGORITHM, Claim.SHARED));
  }

  @ParameterizedTest
  @MethodSource("locks")
  void paysNoMessage(Algorithm<?, ?> algorithm, Claim claim) throws InterruptedException {
    var frames = new AtomicLong();
    var cluster = "lone-" + algorithm.name() + claim.room();
    try (var first =
            Node.start(counting(Local.jvm().transport(cluster, "first", Duration.ZERO), frames));
        var second =
            Node.start(counting(Local.jvm().transport(cluster, "second", Duration.ZERO), frames))) {
      await().until(() -> first.view().members().size() == 2);
      var lock = second.resource("x", algorithm);
      enter(lock, claim);
      long before = frames.get();
      for (int i = 0; i < ENTRIES; i++) {
        enter(lock, claim);
      }
      assertThat(frames).hasValue(before);
    }
  }

  private static Transport counting(Transport transport, AtomicLong frames) {
    return new Overheard(
        transport,
        frame -> {
          frames.incrementAndGet();
          return frame;
        });
  }

  private static void enter(Resource lock, Claim claim) throws InterruptedException {
    var request = lock.ask(claim);
    assertThat(request.await(Transport.FOREVER)).isTrue();
    assertThat(request.state()).isEqualTo(State.INSIDE);
    request.release();
  }
}
