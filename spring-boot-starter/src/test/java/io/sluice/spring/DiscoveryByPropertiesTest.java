package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.Sluice;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Applications that find each other by a name, over sockets. */
@Timeout(120)
class DiscoveryByPropertiesTest {

  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static ApplicationContextRunner expecting(int processes) {
    return SluiceAutoConfigurationTest.APPLICATION.withPropertyValues(
        "sluice.network=tcp",
        "sluice.cluster=discovered-%d-%d".formatted(processes, ProcessHandle.current().pid()),
        "sluice.lease=1s",
        "sluice.discover=localhost",
        "sluice.expect=" + processes);
  }

  private static void awaitMembers(Sluice sluice, int members) {
    await().atMost(PATIENCE).until(() -> sluice.view().members().size() == members);
  }

  /** Neither founds a cluster by itself: more than half of two are both. */
  @Test
  void twoApplicationsThatExpectEachOtherShareTheirLocks() {
    expecting(2)
        .run(
            first -> {
              var one = first.getBean(Sluice.class);
              assertThat(one.awaitMembership(Duration.ofSeconds(2))).isFalse();
              expecting(2)
                  .run(
                      second -> {
                        var other = second.getBean(Sluice.class);
                        awaitMembers(one, 2);
                        awaitMembers(other, 2);
                        try (var _ = one.lock("x").acquire(PATIENCE)) {
                          assertThat(other.lock("x").tryAcquire()).isEmpty();
                        }
                        other.lock("x").acquire(PATIENCE).close();
                      });
            });
  }

  /** One that counted would go on when the other has departed. */
  @Test
  void aGuestJoinsAndDoesNotCount() {
    expecting(1)
        .run(
            standing -> {
              assertThat(standing.getBean(Sluice.class).awaitMembership(PATIENCE)).isTrue();
              expecting(1)
                  .withPropertyValues("sluice.guest=true")
                  .run(
                      context -> {
                        var guest = context.getBean(Sluice.class);
                        guest.lock("x").acquire(PATIENCE).close();
                        assertThat(guest.view().members()).hasSize(2);
                        standing.close();
                        awaitMembers(guest, 0);
                      });
            });
  }
}
