package io.sluice.spring;

import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Lets Spring make proxies for methods with {@link SluiceLock}, as it does for transactions, also
 * where an application has turned Spring's AOP off: they must not run without their locks.
 */
final class LockProxies implements ImportBeanDefinitionRegistrar {

  private final Environment environment;

  LockProxies(Environment environment) {
    this.environment = environment;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry definitions) {
    if (definitions.containsBeanDefinition(AopConfigUtils.AUTO_PROXY_CREATOR_BEAN_NAME)) {
      return;
    }
    AopConfigUtils.registerAutoProxyCreatorIfNecessary(definitions);
    if (environment.getProperty("spring.aop.proxy-target-class", Boolean.class, true)) {
      AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(definitions);
    }
  }
}
