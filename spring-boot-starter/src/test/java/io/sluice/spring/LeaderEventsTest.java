package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.event.EventListener;

/** One instance leads a role at a time, and events tell it so. */
@Timeout(60)
class LeaderEventsTest {

  private static final List<Object> TOLD = new CopyOnWriteArrayList<>();

  /** Remembers what it is told. */
  public static class Listener {
    @EventListener({LeadershipGranted.class, LeadershipRevoked.class})
    public void on(Object event) {
      TOLD.add(event);
    }
  }

  private final ApplicationContextRunner application =
      SluiceAutoConfigurationTest.APPLICATION
          .withPropertyValues("sluice.cluster=leaders", "sluice.leader.roles=scheduler")
          .withBean(Listener.class);

  @Test
  void theNextInstanceLeadsWhenOneEnds() {
    TOLD.clear();
    var fences = new ArrayList<Long>();
    application.run(
        first -> {
          await().until(() -> TOLD.size() == 1);
          fences.add(((LeadershipGranted) TOLD.getFirst()).fence());
          application.run(
              second -> {
                assertThat(second.getBean(LeaderEvents.class).isRunning()).isTrue();
                first.close();
                await().until(() -> TOLD.size() == 3);
                fences.add(((LeadershipGranted) TOLD.getLast()).fence());
              });
        });
    assertThat(fences).isSorted().doesNotHaveDuplicates();
    assertThat(TOLD)
        .containsExactly(
            new LeadershipGranted("scheduler", fences.getFirst()),
            new LeadershipRevoked("scheduler"),
            new LeadershipGranted("scheduler", fences.getLast()),
            new LeadershipRevoked("scheduler"));
  }

  @Test
  void aLeadershipThatIsLostIsRevoked() {
    TOLD.clear();
    application.run(
        context -> {
          await().until(() -> TOLD.size() == 1);
          context.getBean(Sluice.class).close();
          await().until(() -> TOLD.contains(new LeadershipRevoked("scheduler")));
        });
  }

  /** Goes on when the term of its role has ended. */
  public static class Stubborn {
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch leads = new CountDownLatch(1);
    private final String role;

    Stubborn(String role) {
      this.role = role;
    }

    @EventListener
    public void on(LeadershipGranted granted) {
      if (!granted.role().equals(role)) {
        return;
      }
      leads.countDown();
      while (released.getCount() > 0) {
        try {
          released.await();
        } catch (InterruptedException e) {
          // It does not respond.
        }
      }
    }
  }

  @Test
  void aListenerThatGoesOnDoesNotKeepTheApplicationFromEnding() {
    var stubborn = new Stubborn("scheduler");
    try {
      application
          .withConfiguration(AutoConfigurations.of(LifecycleAutoConfiguration.class))
          .withPropertyValues("spring.lifecycle.timeout-per-shutdown-phase=500ms")
          .withBean(Stubborn.class, () -> stubborn)
          .run(
              context -> {
                assertThat(stubborn.leads.await(20, TimeUnit.SECONDS)).isTrue();
                assertTimeoutPreemptively(Duration.ofSeconds(20), context::close);
              });
    } finally {
      stubborn.released.countDown();
    }
  }

  /** Other instances may lead in the roles of all other listeners at once. */
  @Test
  void aListenerThatGoesOnDoesNotKeepOtherRolesFromBeingGivenUp() {
    TOLD.clear();
    var stubborn = new Stubborn("archive");
    var stopped = new CountDownLatch(1);
    application
        .withPropertyValues("sluice.leader.roles=archive,scheduler")
        .withBean(Stubborn.class, () -> stubborn)
        .run(
            context -> {
              try {
                assertThat(stubborn.leads.await(20, TimeUnit.SECONDS)).isTrue();
                await()
                    .until(
                        () ->
                            TOLD.stream()
                                .anyMatch(
                                    each ->
                                        each instanceof LeadershipGranted(var role, _)
                                            && role.equals("scheduler")));
                context.getBean(LeaderEvents.class).stop(stopped::countDown);
                await().until(() -> TOLD.contains(new LeadershipRevoked("scheduler")));
                assertThat(TOLD).doesNotContain(new LeadershipRevoked("archive"));
                assertThat(stopped.getCount()).isOne();
              } finally {
                stubborn.released.countDown();
              }
              assertThat(stopped.await(20, TimeUnit.SECONDS)).isTrue();
              assertThat(TOLD).contains(new LeadershipRevoked("archive"));
            });
  }

  @Test
  void withoutRolesNothingStands() {
    SluiceAutoConfigurationTest.APPLICATION.run(
        context -> assertThat(context.getBean(LeaderEvents.class).isRunning()).isFalse());
  }
}
