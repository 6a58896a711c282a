package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.exclusive.TokenQueue;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Locks run by protocols that the application brings. */
@Timeout(60)
class OwnProtocolTest {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Another protocol than token-queue, as far as a node can tell. */
  private static final Algorithm<?, ?> OWN =
      Algorithm.of("own", Family.EXCLUSIVE, TokenQueue.ALGORITHM::process).build();

  private static Sluice.Builder joining(String cluster) {
    return Sluice.named(ClusterNames.of(OwnProtocolTest.class, cluster))
        .over(Tcp.loopback())
        .lease(Duration.ofSeconds(2));
  }

  /** The second node never asks; it must know the protocol all the same. */
  @Test
  void nodesThatHaveRegisteredItRunItOverTcp() throws Exception {
    try (var one = joining("own").algorithm(OWN).nodeName("one").join();
        var _ = joining("own").protocol(OWN).nodeName("two").join();
        var three = joining("own").protocol(OWN).algorithm("own").nodeName("three").join()) {
      var lease = one.lock("x").acquire(PATIENCE);
      var waiting = three.lock("x").acquireAsync();
      assertThat(waiting).isNotDone();
      lease.close();
      waiting.get().close();
    }
  }

  @Test
  void aNodeThatHasNotRegisteredItRefuses() throws Exception {
    try (var there = joining("strange").nodeName("there").join()) {
      there.lock("other").acquire(PATIENCE).close();
      askAsSecondMember();
    }
  }

  /** The first member would have the token, and need no other member to be granted the lock. */
  private static void askAsSecondMember() {
    try (var here = joining("strange").algorithm(OWN).nodeName("here").join()) {
      assertThatThrownBy(() -> here.lock("x").acquire(PATIENCE))
          .isInstanceOf(LockUnavailableException.class)
          .hasMessageContaining("there does not know the protocol 'own' of lock 'x'");
    }
  }

  @Test
  void whatCannotRunALockIsRefusedBeforeJoining() {
    var joining = Sluice.named("refused");
    assertThatThrownBy(() -> joining.protocol(TokenQueue.ALGORITHM).protocol(named("token-queue")))
        .hasMessageContaining("two protocols are named 'token-queue'");
    assertThatThrownBy(
            () ->
                joining.protocol(
                    Algorithm.of("o", Family.EXCLUSIVE, TokenQueue.ALGORITHM::process)
                        .flaw("forgets requests")
                        .build()))
        .hasMessageContaining("o forgets requests, so it is there to be examined");
    assertThatThrownBy(
            () ->
                joining.protocol(
                    Algorithm.of("o", Family.PRIORITY, TokenQueue.ALGORITHM::process).build()))
        .hasMessageContaining("declare it as EXCLUSIVE");
  }

  private static Algorithm<?, ?> named(String name) {
    return Algorithm.of(name, Family.EXCLUSIVE, TokenQueue.ALGORITHM::process).build();
  }

  /** A lock that is never asked for would show it too late. */
  @Test
  void aProtocolOfTheNodeMustBeRegistered() {
    try (var sluice = Sluice.join("unregistered")) {
      assertThatThrownBy(() -> sluice.node().resource("x", OWN))
          .hasMessageContaining("the protocol 'own' is not registered");
    }
  }
}
