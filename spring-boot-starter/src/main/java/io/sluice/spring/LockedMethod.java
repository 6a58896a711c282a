package io.sluice.spring;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.common.TemplateParserContext;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/**
 * A method with {@link SluiceLock}, read once: its name as an expression, and its times.
 *
 * @param name gives the lock's name
 * @param patience how long to wait; empty for without limit
 */
record LockedMethod(
    Method method,
    ConfigurableBeanFactory beans,
    Expression name,
    Optional<Duration> patience,
    Duration atLeast,
    SluiceLock.OnRefusal onRefusal) {

  private static final SpelExpressionParser PARSER = new SpelExpressionParser();
  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  /**
   * @throws IllegalStateException if the annotation cannot be kept with this method; the message
   *     says why
   */
  static LockedMethod of(Method method, SluiceLock annotation, ConfigurableBeanFactory beans) {
    check(method, annotation);
    String name = resolved(beans, annotation.value());
    if (name.isBlank()) {
      throw unusable(method, "has no name: write @SluiceLock(\"name\")");
    }
    return new LockedMethod(
        method,
        beans,
        PARSER.parseExpression(name, new TemplateParserContext()),
        duration(method, resolved(beans, annotation.waitFor())),
        duration(method, resolved(beans, annotation.atLeast())).orElse(Duration.ZERO),
        annotation.onRefusal());
  }

  private static void check(Method method, SluiceLock annotation) {
    Class<?> returned = method.getReturnType();
    if (Future.class.isAssignableFrom(returned)
        || Flow.Publisher.class.isAssignableFrom(returned)
        || isPublisher(returned)) {
      throw unusable(
          method,
          "returns before its work has ended, and so would release the lock too early: let it"
              + " return the result itself, or acquire a lease inside of it");
    }
    if (annotation.onRefusal() == SluiceLock.OnRefusal.SKIP
        && returned.isPrimitive()
        && returned != void.class) {
      throw unusable(
          method,
          "returns %s, which has no value for 'did not run': let it return an Optional, or choose"
                  .formatted(returned)
              + " OnRefusal.THROW");
    }
  }

  /** Of Reactive Streams, which the application may have. */
  private static boolean isPublisher(Class<?> type) {
    return type.getName().equals("org.reactivestreams.Publisher")
        || (type.getSuperclass() != null && isPublisher(type.getSuperclass()))
        || java.util.Arrays.stream(type.getInterfaces()).anyMatch(LockedMethod::isPublisher);
  }

  private static String resolved(ConfigurableBeanFactory beans, String text) {
    String resolved = beans.resolveEmbeddedValue(text);
    return resolved == null ? "" : resolved.strip();
  }

  private static Optional<Duration> duration(Method method, String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(DurationStyle.detectAndParse(text));
    } catch (IllegalArgumentException e) {
      throw unusable(method, "has '%s' for a time: write 500ms, 2s or PT2S".formatted(text));
    }
  }

  private static IllegalStateException unusable(Method method, String why) {
    return new IllegalStateException(
        "@SluiceLock cannot be kept: %s.%s %s"
            .formatted(method.getDeclaringClass().getSimpleName(), method.getName(), why));
  }

  /** The lock's name for a call with these arguments. */
  String lockOf(Object target, @Nullable Object[] arguments) {
    var context = new MethodBasedEvaluationContext(target, method, arguments, NAMES);
    context.setBeanResolver(new BeanFactoryResolver(beans));
    String lock = name.getValue(context, String.class);
    if (lock == null || lock.isBlank()) {
      throw new IllegalArgumentException(
          "the name of the lock of %s is empty: '%s' gives nothing for these arguments"
              .formatted(method.getName(), name.getExpressionString()));
    }
    return lock;
  }
}
