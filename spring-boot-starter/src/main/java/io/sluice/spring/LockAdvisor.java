package io.sluice.spring;

import io.sluice.locks.Sluice;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Finds the methods with {@link SluiceLock}, and refuses those that cannot keep it while the
 * application starts.
 */
final class LockAdvisor extends StaticMethodMatcherPointcutAdvisor {

  /** Before transactions and all else that has Spring's usual order. */
  private static final int OUTSIDE_OF_TRANSACTIONS = Ordered.LOWEST_PRECEDENCE - 1000;

  private final ConfigurableBeanFactory beans;

  LockAdvisor(ConfigurableBeanFactory beans, Supplier<Sluice> sluice) {
    this.beans = beans;
    setAdvice(new LockInterceptor(sluice, this::read));
    setOrder(OUTSIDE_OF_TRANSACTIONS);
  }

  @Override
  public boolean matches(Method method, Class<?> target) {
    var specific = AopUtils.getMostSpecificMethod(method, target);
    var annotation = AnnotatedElementUtils.findMergedAnnotation(specific, SluiceLock.class);
    if (annotation == null) {
      return false;
    }
    LockedMethod.of(specific, annotation, beans);
    return true;
  }

  private LockedMethod read(MethodInvocation invocation) {
    var target = Objects.requireNonNull(invocation.getThis()).getClass();
    var specific = AopUtils.getMostSpecificMethod(invocation.getMethod(), target);
    return LockedMethod.of(
        specific,
        Objects.requireNonNull(
            AnnotatedElementUtils.findMergedAnnotation(specific, SluiceLock.class)),
        beans);
  }
}
