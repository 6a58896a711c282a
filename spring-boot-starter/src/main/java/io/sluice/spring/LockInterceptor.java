package io.sluice.spring;

import io.sluice.cluster.LongestTime;
import io.sluice.locks.Lease;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** Runs methods with {@link SluiceLock} while holding their locks. */
final class LockInterceptor implements MethodInterceptor {

  private static final Duration ANSWERS = Duration.ofMillis(100);

  private final Supplier<Sluice> sluice;
  private final Function<MethodInvocation, LockedMethod> reader;
  private final Map<MethodKey, LockedMethod> methods = new ConcurrentHashMap<>();

  private record MethodKey(java.lang.reflect.Method method, Class<?> target) {}

  LockInterceptor(Supplier<Sluice> sluice, Function<MethodInvocation, LockedMethod> reader) {
    this.sluice = sluice;
    this.reader = reader;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
    var target = Objects.requireNonNull(invocation.getThis(), "a method of a bean");
    var method =
        methods.computeIfAbsent(
            new MethodKey(invocation.getMethod(), target.getClass()),
            _ -> reader.apply(invocation));
    String lock = method.lockOf(target, invocation.getArguments());
    var outer = CurrentLease.of(lock);
    if (outer.isPresent()) {
      outer.get().lease().ensureValid();
      outer.get().keep(method.atLeast());
      return invocation.proceed();
    }
    Lease lease;
    try {
      lease = acquire(lock, method.patience());
    } catch (TimeoutException e) {
      return refuse(method, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      if (ReflectionUtils.declaresException(invocation.getMethod(), InterruptedException.class)) {
        throw e;
      }
      // The caller does not expect it, and would get a wrapped one and an interrupt that is gone.
      Thread.currentThread().interrupt();
      return refuse(method, "interrupted while waiting for lock '%s'".formatted(lock), e);
    }
    long granted = System.nanoTime();
    var held = new CurrentLease.Held(lease, method.atLeast());
    try {
      return call(held, invocation);
    } finally {
      release(lease, granted, held.atLeast());
    }
  }

  private Lease acquire(String lock, Optional<Duration> patience)
      throws InterruptedException, TimeoutException {
    var asked = sluice.get().lock(lock);
    if (asked.isHeldByCurrentThread()) {
      throw new IllegalStateException(
          ("this thread holds lock '%s' already, by lock(), and a method with @SluiceLock would wait"
                  + " for it forever: call it without the lock")
              .formatted(lock));
    }
    if (patience.isEmpty()) {
      return asked.acquire();
    }
    return asked.acquire(patience.get().isZero() ? ANSWERS : patience.get());
  }

  private static @Nullable Object refuse(LockedMethod method, String why, Exception cause) {
    return switch (method.onRefusal()) {
      case THROW ->
          throw new LockRefusedException(
              "%s has not run: %s".formatted(method.method().getName(), why), cause);
      case SKIP -> method.method().getReturnType() == Optional.class ? Optional.empty() : null;
    };
  }

  /** What the method throws may be an Error, or any Throwable, which the lease's task cannot. */
  private static @Nullable Object call(CurrentLease.Held held, MethodInvocation invocation)
      throws Throwable {
    CurrentLease.enter(held);
    try {
      Outcome outcome = held.lease().call(_ -> Outcome.of(invocation));
      if (outcome.thrown != null) {
        throw outcome.thrown;
      }
      return outcome.result;
    } finally {
      CurrentLease.exit();
    }
  }

  private record Outcome(@Nullable Object result, @Nullable Throwable thrown) {

    static Outcome of(MethodInvocation invocation) throws Exception {
      try {
        return new Outcome(invocation.proceed(), null);
      } catch (Exception e) {
        throw e; // reported with a loss, if there is one
      } catch (Throwable e) {
        return new Outcome(null, e);
      }
    }
  }

  private static void release(Lease lease, long granted, Duration atLeast) {
    long left = LongestTime.nanos(atLeast) - (System.nanoTime() - granted);
    if (left <= 0) {
      lease.close();
      return;
    }
    var _ =
        new CompletableFuture<Void>()
            .completeOnTimeout(null, left, TimeUnit.NANOSECONDS)
            .thenRunAsync(lease::close);
  }
}
