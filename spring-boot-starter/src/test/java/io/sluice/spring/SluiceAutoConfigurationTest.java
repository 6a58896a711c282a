package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.sluice.cluster.Network;
import io.sluice.cluster.local.Local;
import io.sluice.locks.DistributedLock;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.support.locks.LockRegistry;

/** What an application gets with the starter. */
@Timeout(60)
class SluiceAutoConfigurationTest {

  static final ApplicationContextRunner APPLICATION =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(AopAutoConfiguration.class, SluiceAutoConfiguration.class))
          .withPropertyValues("sluice.network=jvm", "spring.application.name=shop");

  @Test
  void anApplicationIsANodeOfTheClusterOfItsName() {
    APPLICATION.run(
        context -> {
          var sluice = context.getBean(Sluice.class);
          try (var other = Sluice.join("shop")) {
            assertThat(other.view().members()).hasSize(2);
            assertThat(sluice.view().members()).hasSize(2);
          }
        });
  }

  @Test
  void itDepartsWhenTheApplicationEnds() {
    var kept = new AtomicReference<Sluice>();
    APPLICATION.run(context -> kept.set(context.getBean(Sluice.class)));
    assertThat(Objects.requireNonNull(kept.get()).view().members()).isEmpty();
  }

  @Test
  void propertiesDescribeTheNode() {
    APPLICATION
        .withPropertyValues(
            "sluice.cluster=billing", "sluice.node-name=billing-1", "sluice.lease=2s")
        .run(
            context -> {
              assertThat(context.getBean(SluiceProperties.class).lease()).hasSeconds(2);
              assertThat(context.getBean(Sluice.class).view().members())
                  .extracting(Object::toString)
                  .containsExactly("billing-1");
            });
  }

  @Test
  void aNodeOverTcpIsTheUsualOne() {
    APPLICATION
        .withPropertyValues("sluice.network=tcp", "sluice.cluster=" + ProcessHandle.current().pid())
        .run(
            context ->
                assertThat(context.getBean(Sluice.class).awaitMembership(Duration.ofSeconds(20)))
                    .isTrue());
  }

  @Test
  void nothingJoinsIfItIsNotEnabled() {
    APPLICATION
        .withPropertyValues("sluice.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(Sluice.class));
  }

  @Test
  void beansOfTheApplicationComeFirst() {
    APPLICATION
        .withBean("own", Sluice.class, () -> Sluice.join("own"))
        .run(
            context -> {
              assertThat(context).getBean(Sluice.class).isSameAs(context.getBean("own"));
              var health = Objects.requireNonNull(context.getBean(HealthIndicator.class).health());
              assertThat(health.getDetails()).containsEntry("cluster", "own");
              var info = new Info.Builder();
              context.getBean("sluiceInfoContributor", InfoContributor.class).contribute(info);
              assertThat(info.build().getDetails().get("sluice"))
                  .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                  .containsEntry("cluster", "own");
            });
    var used = new AtomicReference<String>();
    APPLICATION
        .withBean(
            Network.class,
            () ->
                (cluster, node, lease) -> {
                  used.set(cluster);
                  return Local.jvm().transport(cluster, node, lease);
                })
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(used).hasValue("shop");
  }

  @Test
  void aCustomizerHasTheLastWord() {
    APPLICATION
        .withBean(SluiceCustomizer.class, () -> builder -> builder.nodeName("custom"))
        .run(
            context ->
                assertThat(context.getBean(Sluice.class).view().members())
                    .extracting(Object::toString)
                    .containsExactly("custom"));
  }

  @Test
  @SuppressWarnings("unchecked")
  void springIntegrationGetsTheLocks() {
    APPLICATION.run(
        context -> {
          var registry = (LockRegistry<DistributedLock>) context.getBean(LockRegistry.class);
          try (var other = Sluice.join("shop")) {
            registry.executeLocked(
                "invoice-42", () -> assertThat(other.lock("invoice-42").tryAcquire()).isEmpty());
            assertThat(other.lock("invoice-42").tryAcquire()).isPresent();
            assertThat(registry.obtain("invoice-42").tryLock()).isFalse();
          }
        });
  }

  @Test
  void healthSaysWhetherTheNodeIsAMember() {
    APPLICATION.run(
        context -> {
          var health = context.getBean(HealthIndicator.class);
          var up = Objects.requireNonNull(health.health());
          assertThat(up.getStatus()).isEqualTo(Status.UP);
          assertThat(up.getDetails()).containsEntry("cluster", "shop").containsEntry("members", 1);
          context.getBean(Sluice.class).close();
          var down = Objects.requireNonNull(health.health());
          assertThat(down.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        });
    APPLICATION
        .withPropertyValues("management.health.sluice.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean("sluiceHealthIndicator"));
  }

  @Test
  void infoShowsTheMembers() {
    APPLICATION
        .withPropertyValues("sluice.node-name=shop-1")
        .run(
            context -> {
              var info = new Info.Builder();
              context.getBean("sluiceInfoContributor", InfoContributor.class).contribute(info);
              assertThat(info.build().getDetails().get("sluice"))
                  .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
                  .containsEntry("cluster", "shop")
                  .containsEntry("members", List.of("shop-1"));
            });
  }

  @Test
  void metricsGoToTheRegistryIfThereIsOne() {
    APPLICATION
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(
            context -> {
              context.getBean(Sluice.class).lock("x").acquire().close();
              var registry = context.getBean(MeterRegistry.class);
              assertThat(registry.get("sluice.lock.acquisitions").counter().count()).isEqualTo(1);
            });
  }

  @Test
  void anApplicationWithoutTheOtherLibrariesStarts() {
    APPLICATION
        .withClassLoader(
            new FilteredClassLoader(
                "org.springframework.integration",
                "org.springframework.boot.health",
                "org.springframework.boot.actuate",
                "io.micrometer.core"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Sluice.class)
                    .doesNotHaveBean("sluiceLockRegistry")
                    .doesNotHaveBean("sluiceHealthIndicator")
                    .doesNotHaveBean("sluiceInfoContributor"));
  }
}
