package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Lease;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods with a lock of beans that are proxies themselves. */
@Timeout(60)
class ProxiedBeansTest {

  private static final ApplicationContextRunner APPLICATION =
      SluiceAutoConfigurationTest.APPLICATION.withPropertyValues("sluice.cluster=proxied");

  private static String held() {
    return CurrentLease.get().map(Lease::lock).orElse("none");
  }

  /** Something that can be paid, for which no lock is named. */
  public interface Payable {
    String pay(String id);
  }

  /** What an application has of a library that makes the implementation, such as Spring Data. */
  public interface Invoices extends Payable {
    @Override
    @SluiceLock("invoice-#{#id}")
    String pay(String id);
  }

  private static <T> T proxy(Class<T> seen, Class<?>... interfaces) {
    return seen.cast(
        Proxy.newProxyInstance(
            ProxiedBeansTest.class.getClassLoader(), interfaces, (_, _, _) -> held()));
  }

  @Test
  void aProxyOfAnInterfaceHoldsTheLocksOfItsMethods() {
    APPLICATION
        .withBean(Invoices.class, () -> proxy(Invoices.class, Invoices.class))
        .run(
            context ->
                assertThat(context.getBean(Invoices.class).pay("42")).isEqualTo("invoice-42"));
  }

  /** The JDK names the first interface for each call, and the second one has the annotation. */
  @Test
  void aProxyOfSeveralInterfacesHoldsTheLockThatOneOfThemNames() {
    APPLICATION
        .withBean(Payable.class, () -> proxy(Payable.class, Payable.class, Invoices.class))
        .run(
            context ->
                assertThat(context.getBean(Payable.class).pay("42")).isEqualTo("invoice-42"));
  }

  /** As interfaces of several kinds of entities have it. */
  public interface Store<T> {
    String put(T entity);
  }

  /** A store of numbers. */
  public interface Numbers extends Store<Long> {
    @Override
    @SluiceLock("number-#{#entity}")
    String put(Long entity);
  }

  @Test
  void theLockIsHeldAlsoInCallsByAnInterfaceForAnyType() {
    APPLICATION
        .withBean(Numbers.class, () -> proxy(Numbers.class, Numbers.class))
        .run(
            context -> {
              Store<Long> store = context.getBean(Numbers.class);
              assertThat(store.put(42L)).isEqualTo("number-42");
            });
  }
}
