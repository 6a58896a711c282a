package io.sluice.cluster.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.cluster.Transport;
import io.sluice.cluster.local.Local;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A lock whose layout is fixed, in views that do not have as many members. */
@Timeout(60)
class FixedLayoutTest {

  private static final Layout TWO = Layout.plain(2);
  private static final Duration SHORT = Duration.ofMillis(50);

  private static Node join(String cluster, String name) {
    return Node.start(Local.jvm().transport(cluster, name, Duration.ZERO));
  }

  private static Resource lock(Node node) {
    return node.resource("x", RicartAgrawala.ALGORITHM, TWO);
  }

  private static void awaitMembers(Node node, int number) {
    await().until(() -> node.view().members().size() == number);
  }

  @Test
  void requestsWaitWhileTheViewIsSmallerThanTheLayout() throws InterruptedException {
    var cluster = "smaller-than-its-layout";
    try (var first = join(cluster, "first")) {
      Request request;
      try (var second = join(cluster, "second")) {
        awaitMembers(first, 2);
        lock(second);
        lock(first).ask(Claim.EXCLUSIVE).release();
      }
      awaitMembers(first, 1);
      request = lock(first).ask(Claim.EXCLUSIVE);
      assertThat(request.await(System.nanoTime() + SHORT.toNanos())).isFalse();
      assertThat(request.state()).isEqualTo(State.WAITING);
      try (var next = join(cluster, "next")) {
        lock(next);
        assertThat(request.await(Transport.FOREVER)).isTrue();
        assertThat(request.state()).as(request.why()).isEqualTo(State.INSIDE);
      }
    }
  }

  @Test
  void aMemberWithoutAPlaceInTheLayoutIsRefused() throws InterruptedException {
    var cluster = "larger-than-its-layout";
    try (var first = join(cluster, "first");
        var second = join(cluster, "second");
        var third = join(cluster, "third")) {
      awaitMembers(first, 3);
      awaitMembers(third, 3);
      lock(second);
      var refused = lock(third).ask(Claim.EXCLUSIVE);
      assertThat(refused.await(Transport.FOREVER)).isTrue();
      assertThat(refused.state()).isEqualTo(State.FAILED);
      assertThat(refused.why())
          .isEqualTo(
              "lock 'x' is for the first 2 members of the view only, and this node is member 3:"
                  + " ask at one of those");
      var served = lock(first).ask(Claim.EXCLUSIVE);
      assertThat(served.await(Transport.FOREVER)).isTrue();
      assertThat(served.state()).as(served.why()).isEqualTo(State.INSIDE);
    }
  }
}
