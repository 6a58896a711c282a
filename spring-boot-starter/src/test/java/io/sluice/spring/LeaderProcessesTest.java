package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.ContenderProcess;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two instances, processes over sockets, of which the leader is stopped or killed. */
@Timeout(120)
class LeaderProcessesTest {

  private static final String ROLE = "--sluice.leader.roles=scheduler";

  /** What it was told, in order. */
  private static List<String> told(ContenderProcess instance) {
    return instance.said().stream()
        .filter(line -> line.startsWith("granted ") || line.startsWith("revoked "))
        .toList();
  }

  /** Its last term begins, and nothing more has been said of it. */
  private static long awaitGrant(ContenderProcess instance, int events) {
    await("it is granted").atMost(Instances.PATIENCE).until(() -> told(instance).size() == events);
    String last = told(instance).getLast();
    assertThat(last).startsWith("granted ");
    return Long.parseLong(last.substring("granted ".length()));
  }

  @Test
  void theOtherInstanceLeadsWhenTheLeaderIsStoppedOrKilled() throws Exception {
    try (var instances = new Instances(LeadingApplication.class)) {
      var first = instances.start("first", ROLE);
      long stopped = awaitGrant(first, 1);
      var second = instances.start("second", ROLE);
      assertThat(told(second)).isEmpty();

      first.signal("STOP");
      long killed = awaitGrant(second, 1);
      assertThat(killed).isGreaterThan(stopped);
      first.signal("CONT");
      await("the first one hears of its loss")
          .atMost(Instances.PATIENCE)
          .until(() -> told(first).contains("revoked scheduler"));
      assertThat(told(first)).hasSize(2);

      second.kill();
      assertThat(awaitGrant(first, 3)).isGreaterThan(killed);
      assertThat(told(second)).containsExactly("granted " + killed);
    }
  }
}
