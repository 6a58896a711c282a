package io.sluice.spring;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.common.CompositeStringExpression;
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

  /** What keeps a proxy from overriding a method. */
  private static final int UNSEEN = Modifier.PRIVATE | Modifier.STATIC | Modifier.FINAL;

  /** What a proxy may override although it is in another package than the method. */
  private static final int ACCESSIBLE = Modifier.PUBLIC | Modifier.PROTECTED;

  private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();

  /**
   * @param target the bean's class, of which proxies are made
   * @throws IllegalStateException if the annotation cannot be kept with this method; the message
   *     says why
   */
  static LockedMethod of(
      Method method, Class<?> target, SluiceLock annotation, ConfigurableBeanFactory beans) {
    checkSeen(method, target);
    check(method, annotation);
    String name = resolved(beans, annotation.value());
    if (name.isBlank()) {
      throw unusable(method, "has no name: write @SluiceLock(\"name\")");
    }
    return new LockedMethod(
        method,
        beans,
        expression(method, name),
        duration(method, resolved(beans, annotation.waitFor())),
        duration(method, resolved(beans, annotation.atLeast())).orElse(Duration.ZERO),
        annotation.onRefusal());
  }

  private static void checkSeen(Method method, Class<?> target) {
    int modifiers = method.getModifiers();
    if ((modifiers & UNSEEN) != 0) {
      throw unseen(method, Modifier.toString(modifiers & UNSEEN));
    }
    var declaring = method.getDeclaringClass();
    if ((modifiers & ACCESSIBLE) == 0
        && !declaring.getPackageName().equals(target.getPackageName())) {
      throw unseen(
          method,
          "package-private, and in another package than %s".formatted(target.getSimpleName()));
    }
  }

  private static IllegalStateException unseen(Method method, String what) {
    return unusable(
        method,
        "is %s: Spring's proxies do not see its calls, and it would run without the lock"
            .formatted(what));
  }

  private static void check(Method method, SluiceLock annotation) {
    Class<?> returned = method.getReturnType();
    // A suspending function of Kotlin goes on after it has returned for the first time.
    if (isLater(returned) || KotlinDetector.isSuspendingFunction(method)) {
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

  /** Futures, streams, and the types of reactive libraries that the application has. */
  private static boolean isLater(Class<?> type) {
    return Future.class.isAssignableFrom(type)
        || CompletionStage.class.isAssignableFrom(type)
        || BaseStream.class.isAssignableFrom(type)
        || Flow.Publisher.class.isAssignableFrom(type)
        || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null;
  }

  private static Expression expression(Method method, String name) {
    try {
      return PARSER.parseExpression(name, new TemplateParserContext());
    } catch (ParseException e) {
      throw unusable(method, "has '%s' for a name: %s".formatted(name, e.getMessage()));
    }
  }

  private static String resolved(ConfigurableBeanFactory beans, String text) {
    String resolved = beans.resolveEmbeddedValue(text);
    return resolved == null ? "" : resolved.strip();
  }

  private static Optional<Duration> duration(Method method, String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    Duration time;
    try {
      time = DurationStyle.detectAndParse(text);
    } catch (IllegalArgumentException e) {
      throw noTime(method, text);
    }
    if (time.isNegative()) {
      throw noTime(method, text);
    }
    return Optional.of(time);
  }

  private static IllegalStateException noTime(Method method, String text) {
    return unusable(method, "has '%s' for a time: write 500ms, 2s or PT2S".formatted(text));
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
    var parts =
        name instanceof CompositeStringExpression several
            ? several.getExpressions()
            : new Expression[] {name};
    var lock = new StringBuilder();
    for (Expression part : parts) {
      lock.append(textOf(part, context));
    }
    if (lock.toString().isBlank()) {
      throw new IllegalArgumentException(
          "the name of the lock of %s is empty: '%s' gives nothing for these arguments"
              .formatted(method.getName(), name.getExpressionString()));
    }
    return lock.toString();
  }

  /** Nothing is no text: with names that miss a part, unlike things would share a lock. */
  private String textOf(Expression part, EvaluationContext context) {
    String text = part.getValue(context, String.class);
    if (text == null) {
      throw new IllegalArgumentException(
          ("the name of the lock of %s misses a part: '%s' gives nothing for these arguments;"
                  + " a parameter has the name that it is compiled with (-parameters)")
              .formatted(method.getName(), part.getExpressionString()));
    }
    return text;
  }
}
