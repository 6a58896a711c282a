package io.sluice.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The method holds a lock of the cluster while it runs.
 *
 * <pre>{@code
 * @SluiceLock("invoice-#{#id}")
 * public void send(long id) {
 *   store.put(id, CurrentLease.fence());
 * }
 * }</pre>
 *
 * <p>If the lock is lost meanwhile, the method's thread is interrupted, and the caller gets {@code
 * LockLostException}, as with {@code DistributedLock.call}. A method that is called by one that
 * holds the same lock, on the same thread, runs under that hold; a thread that holds it by {@code
 * lock()} cannot call it. The lock is acquired before a transaction of the method begins, and
 * released after it has ended.
 *
 * <p>It works where Spring's proxies do: on methods of beans that other beans call, also of beans
 * that are proxies of interfaces themselves. A method that is final, private or static, or
 * package-private in a superclass from another package, is refused at the start of the application,
 * since it would run without the lock; so is one that returns a future or a stream or suspends,
 * since it would return before its work has ended.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SluiceLock {

  /**
   * The lock's name: text, in which <code>${...}</code> is replaced by a property and {@code
   * #{...}} by the value of an expression (SpEL). The expression sees the method's arguments by
   * their names, such as {@code #id}, or as {@code #a0}, the bean as {@code #root}, and other beans
   * as {@code @name}. One that gives null is an error.
   */
  String value();

  /**
   * How long to wait for the lock, such as {@code 2s} or {@code 500ms}; also a property, <code>
   * ${...}</code>. Without limit unless set; {@code 0} acquires it only if it is free, for which
   * the other nodes have 100 ms to answer.
   */
  String waitFor() default "";

  /** What happens if the lock was not granted in that time. */
  OnRefusal onRefusal() default OnRefusal.THROW;

  /**
   * How long the lock is kept from its grant on, such as {@code 30s}, although the method has
   * returned; also a property. For scheduled jobs, which all instances begin at about the same
   * time: longer than their clocks differ and than {@link #waitFor} together.
   */
  String atLeast() default "";

  /** What a caller gets if the lock was not granted. */
  enum OnRefusal {
    /** The method does not run, and the caller gets {@link LockRefusedException}. */
    THROW,
    /**
     * The method does not run, and the caller gets null, or an empty {@code Optional}. Not for
     * methods that return a primitive type.
     */
    SKIP
  }
}
