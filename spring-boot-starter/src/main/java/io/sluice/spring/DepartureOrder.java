package io.sluice.spring;

import io.sluice.locks.Sluice;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Lets the node depart after the beans whose methods have a {@link SluiceLock}, and those that use
 * these: Spring does not see that they need it.
 */
final class DepartureOrder implements BeanPostProcessor {

  private final ConfigurableListableBeanFactory beans;

  DepartureOrder(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (bean instanceof Advised proxy && hasLocks(proxy)) {
      for (String node : beans.getBeanNamesForType(Sluice.class, true, false)) {
        beans.registerDependentBean(node, name);
      }
    }
    return bean;
  }

  private static boolean hasLocks(Advised proxy) {
    for (Advisor each : proxy.getAdvisors()) {
      if (each instanceof LockAdvisor) {
        return true;
      }
    }
    return false;
  }
}
