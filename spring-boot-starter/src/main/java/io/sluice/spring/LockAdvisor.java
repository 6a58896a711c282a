package io.sluice.spring;

import io.sluice.locks.Sluice;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInvocation;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Finds the methods with {@link SluiceLock}, and refuses those that cannot keep it while the
 * application starts: all of a bean's methods, also those of which no proxy sees a call.
 */
final class LockAdvisor extends StaticMethodMatcherPointcutAdvisor {

  /** Before transactions and all else that has Spring's usual order. */
  private static final int OUTSIDE_OF_TRANSACTIONS = Ordered.LOWEST_PRECEDENCE - 1000;

  private final ConfigurableBeanFactory beans;

  LockAdvisor(ConfigurableBeanFactory beans, Supplier<Sluice> sluice) {
    this.beans = beans;
    setAdvice(new LockInterceptor(sluice, this::read));
    setOrder(OUTSIDE_OF_TRANSACTIONS);
    // Spring asks for methods only until one matches, and does not ask for those that it cannot
    // override.
    setClassFilter(this::hasLocks);
  }

  private boolean hasLocks(Class<?> target) {
    return !MethodIntrospector.selectMethods(
            target, (Method method) -> read(method, target).orElse(null))
        .isEmpty();
  }

  @Override
  public boolean matches(Method method, Class<?> target) {
    return read(method, target).isPresent();
  }

  private LockedMethod read(MethodInvocation invocation) {
    var target = Objects.requireNonNull(invocation.getThis()).getClass();
    return read(invocation.getMethod(), target).orElseThrow();
  }

  private Optional<LockedMethod> read(Method method, Class<?> target) {
    var specific = specific(method, target);
    return annotation(specific).map(each -> LockedMethod.of(specific, target, each, beans));
  }

  private static Optional<SluiceLock> annotation(Method method) {
    return Optional.ofNullable(
        AnnotatedElementUtils.findMergedAnnotation(method, SluiceLock.class));
  }

  /** Whether a class has a method with {@link SluiceLock}, which may not be usable. */
  static boolean hasAnnotation(Class<?> target) {
    return !MethodIntrospector.selectMethods(
            target, (Method method) -> annotation(specific(method, target)).orElse(null))
        .isEmpty();
  }

  private static Method specific(Method method, Class<?> target) {
    if (!Proxy.isProxyClass(target)) {
      return AopUtils.getMostSpecificMethod(method, target);
    }
    // The methods of the JDK's proxies are final, and do not have the names of their parameters.
    // Another proxy overrides those of the interfaces. If several interfaces have the method, the
    // JDK names the first of them for each call, whichever has the annotation.
    return Arrays.stream(target.getInterfaces())
        .map(each -> ReflectionUtils.findMethod(each, method.getName(), method.getParameterTypes()))
        .flatMap(Stream::ofNullable)
        .map(BridgeMethodResolver::findBridgedMethod)
        .filter(each -> annotation(each).isPresent())
        .findFirst()
        .orElse(method);
  }
}
