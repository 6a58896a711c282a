package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Lease;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.aopalliance.intercept.MethodInterceptor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.aop.framework.autoproxy.BeanNameAutoProxyCreator;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** Methods with a lock of beans that are proxies themselves, or are known without their proxy. */
@Timeout(60)
class ProxiedBeansTest {

  private static final ApplicationContextRunner APPLICATION =
      SluiceAutoConfigurationTest.APPLICATION.withPropertyValues("sluice.cluster=proxied");

  /** What happened, in its order. */
  private final List<String> events = new ArrayList<>();

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

  /** Locks, and needs a bean that needs it. */
  public static class Shop {
    @Autowired
    @SuppressWarnings("unused") // the circle matters
    private Closing closing;

    @SluiceLock("invoice-#{#id}")
    public String send(long id) {
      return held();
    }
  }

  /** Does something under a lock when the application ends. */
  public static class Closing implements DisposableBean {
    private final List<String> events;
    @Autowired private Shop shop;

    Closing(List<String> events) {
      this.events = events;
    }

    @Override
    public void destroy() {
      events.add(shop.send(42));
    }
  }

  /** The other bean has the proxy before the shop itself is complete. */
  @Test
  void theNodeDepartsAfterABeanThatLocksAndIsPartOfACircle() {
    APPLICATION
        .withAllowCircularReferences(true)
        .withBean(Shop.class)
        .withBean(Closing.class, () -> new Closing(events))
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(events).containsExactly("invoice-42");
  }

  /** Says which lock is held when a method of the bean "ledger" is called. */
  static class MoreProxies {
    @Bean
    static BeanNameAutoProxyCreator proxiesAround() {
      var creator = new BeanNameAutoProxyCreator();
      creator.setBeanNames("ledger");
      creator.setInterceptorNames("before");
      creator.setProxyTargetClass(true);
      return creator;
    }

    @Bean
    static MethodInterceptor before() {
      return invocation -> held() + ", then " + invocation.proceed();
    }
  }

  /** Locks, within another proxy. */
  public static class Ledger {
    @SluiceLock("ledger")
    public String write() {
      return held();
    }
  }

  /** Writes when the application ends. */
  public static class Auditor implements DisposableBean {
    private final List<String> events;
    @Autowired private Ledger ledger;

    Auditor(List<String> events) {
      this.events = events;
    }

    @Override
    public void destroy() {
      events.add(ledger.write());
    }
  }

  @Test
  void theNodeDepartsAfterABeanThatLocksWithinAnotherProxy() {
    APPLICATION
        .withUserConfiguration(MoreProxies.class)
        .withBean("ledger", Ledger.class)
        .withBean(Auditor.class, () -> new Auditor(events))
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(events).containsExactly("none, then ledger");
  }
}
