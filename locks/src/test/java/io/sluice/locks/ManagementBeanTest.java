package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.admin.ManagementBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Beans of JMX that are registered and closed at the same time. */
@Timeout(60)
class ManagementBeanTest {

  private static final int ROUNDS = 10_000;

  @Test
  void theOneThatIsRegisteredWhileTheFormerIsClosedStays() throws Exception {
    var server = ManagementFactory.getPlatformMBeanServer();
    var round = new AtomicInteger(-1);
    try (var sluice = Sluice.join("raced-beans");
        var threads = Executors.newSingleThreadExecutor()) {
      var present = ManagementBean.register("raced", "bean", sluice.inspect());
      var name = new ObjectName(present.name());
      for (int i = 0; i < ROUNDS; i++) {
        var former = present;
        int now = i;
        var ready = new CountDownLatch(1);
        var closing =
            threads.submit(
                () -> {
                  ready.countDown();
                  while (round.get() < now) {
                    Thread.onSpinWait();
                  }
                  former.close();
                });
        ready.await();
        round.set(now);
        present = ManagementBean.register("raced", "bean", sluice.inspect());
        closing.get();
        assertThat(server.isRegistered(name)).as("in round %d", i).isTrue();
      }
      present.close();
      assertThat(server.isRegistered(name)).isFalse();
    }
  }
}
