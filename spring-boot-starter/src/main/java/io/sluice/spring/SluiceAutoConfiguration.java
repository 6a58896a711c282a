package io.sluice.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.sluice.cluster.Network;
import io.sluice.locks.Sluice;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.info.ConditionalOnEnabledInfoContributor;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.integration.support.locks.LockRegistry;

/**
 * What an application with the starter gets: a {@link Sluice} that joins when the application
 * starts and departs when it ends, methods with {@link SluiceLock}, and, where the application has
 * the library, a {@link SluiceLockRegistry}, health, info and metrics. A bean of the application
 * replaces each of them.
 */
@AutoConfiguration(
    after = AopAutoConfiguration.class,
    afterName =
        "org.springframework.boot.micrometer.metrics.autoconfigure"
            + ".CompositeMeterRegistryAutoConfiguration")
@EnableConfigurationProperties(SluiceProperties.class)
@Import(LockProxies.class)
@ConditionalOnProperty(name = "sluice.enabled", matchIfMissing = true)
public class SluiceAutoConfiguration {

  /** The application's node. */
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  public Sluice sluice(
      SluiceProperties properties,
      Environment environment,
      ObjectProvider<Network> network,
      ObjectProvider<SluiceCustomizer> customizers) {
    var builder = Sluice.named(clusterOf(properties, environment)).lease(properties.lease());
    builder.over(network.getIfAvailable(() -> Networks.of(properties)));
    properties.nodeName().ifPresent(builder::nodeName);
    properties.algorithm().ifPresent(builder::algorithm);
    properties.forgetAfter().ifPresent(builder::forgetAfter);
    properties.record().map(Path::of).ifPresent(builder::record);
    if (properties.jmx()) {
      builder.jmx();
    }
    customizers.orderedStream().forEach(each -> each.customize(builder));
    return builder.join();
  }

  private static String clusterOf(SluiceProperties properties, Environment environment) {
    return properties
        .cluster()
        .orElseGet(() -> environment.getProperty("spring.application.name", "application"));
  }

  /** Finds methods with {@link SluiceLock}; the node is looked up when one is called. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static LockAdvisor sluiceLockAdvisor(
      ConfigurableBeanFactory beans, ObjectProvider<Sluice> sluice) {
    return new LockAdvisor(beans, sluice::getObject);
  }

  /** Lets the node depart last. */
  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static DepartureOrder sluiceDepartureOrder(ConfigurableListableBeanFactory beans) {
    return new DepartureOrder(beans);
  }

  /** Stands for the leadership of the roles that the properties name. */
  @Bean
  LeaderEvents sluiceLeaderEvents(
      Sluice sluice, SluiceProperties properties, ApplicationEventPublisher events) {
    return new LeaderEvents(sluice, properties.leader().roles(), events);
  }

  /** Where Spring Integration is. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(LockRegistry.class)
  static class Integration {

    @Bean
    @ConditionalOnMissingBean(LockRegistry.class)
    SluiceLockRegistry sluiceLockRegistry(Sluice sluice) {
      return new SluiceLockRegistry(sluice);
    }
  }

  /** Where Micrometer is. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(MeterRegistry.class)
  static class Metrics {

    @Bean
    SluiceCustomizer sluiceMetrics(ObjectProvider<MeterRegistry> registry) {
      return builder -> registry.ifUnique(builder::metrics);
    }
  }

  /** Where Boot's health is. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
  static class OnHealth {

    @Bean
    @ConditionalOnEnabledHealthIndicator("sluice")
    @ConditionalOnMissingBean(name = "sluiceHealthIndicator")
    HealthIndicator sluiceHealthIndicator(Sluice sluice) {
      return new SluiceHealthIndicator(sluice);
    }
  }

  /** Where Boot's actuator is. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({InfoContributor.class, ConditionalOnEnabledInfoContributor.class})
  static class OnInfo {

    @Bean
    @ConditionalOnEnabledInfoContributor("sluice")
    @ConditionalOnMissingBean(name = "sluiceInfoContributor")
    InfoContributor sluiceInfoContributor(Sluice sluice) {
      return new SluiceInfoContributor(sluice);
    }
  }
}
