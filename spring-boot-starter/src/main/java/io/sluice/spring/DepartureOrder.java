package io.sluice.spring;

import io.sluice.locks.Sluice;
import java.util.Arrays;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopProxyUtils;
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
    if (hasLocks(bean)) {
      for (String node : beans.getBeanNamesForType(Sluice.class, true, false)) {
        beans.registerDependentBean(node, name);
      }
    }
    return bean;
  }

  /**
   * Other proxies may be around the one that locks. A bean to which others refer in a circle comes
   * without its proxy, which they have already.
   */
  private static boolean hasLocks(Object bean) {
    Object inner = bean;
    while (inner instanceof Advised proxy) {
      if (Arrays.stream(proxy.getAdvisors()).anyMatch(LockAdvisor.class::isInstance)) {
        return true;
      }
      inner = AopProxyUtils.getSingletonTarget(proxy);
    }
    return inner != null && LockAdvisor.hasAnnotation(inner.getClass());
  }
}
