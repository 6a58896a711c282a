package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.Lease;
import io.sluice.locks.LockLostException;
import io.sluice.locks.Sluice;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** When methods with a lock must not run, and what is inside and outside of the hold. */
@Timeout(60)
class SluiceLockHoldsTest {

  private static final String CLUSTER = "holds";

  private final ApplicationContextRunner application =
      SluiceAutoConfigurationTest.APPLICATION
          .withPropertyValues("sluice.cluster=" + CLUSTER)
          .withBean("inner", Inner.class)
          .withBean(Shop.class);

  /** A bean that a method with the same lock calls. */
  public static class Inner {
    private final AtomicBoolean ran = new AtomicBoolean();

    @SluiceLock("invoice-#{#id}")
    public void run(long id) {
      ran.set(true);
    }

    public boolean hasRun() {
      return ran.get();
    }
  }

  /** What an application might have. */
  public static class Shop {
    private final Inner inner;

    public Shop(Inner inner) {
      this.inner = inner;
    }

    @SluiceLock("invoice-#{#id}")
    public String send(long id) {
      return CurrentLease.get().map(Lease::lock).orElse("none");
    }

    @SluiceLock("invoice-#{#idOfInvoice}")
    public void misspelt(long id) {}

    @SluiceLock("invoice-#{#text}")
    public void named(@Nullable String text) {}

    @SluiceLock("invoice-#{#id}")
    public void interruptible(long id) throws InterruptedException {
      Thread.sleep(0);
    }

    @SluiceLock(value = "invoice-#{#id}", waitFor = "10s", onRefusal = SluiceLock.OnRefusal.SKIP)
    public String skipped(long id) {
      return "ran";
    }

    @SluiceLock("invoice-#{#id}")
    public void losesAndGoesOn(long id, Runnable loss) {
      loss.run();
      inner.run(id);
    }
  }

  /** Otherwise all invoices would share the lock "invoice-". */
  @Test
  void aPartOfTheNameThatGivesNothingIsRefused() {
    application.run(
        context -> {
          var shop = context.getBean(Shop.class);
          assertThatThrownBy(() -> shop.misspelt(42))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageContaining("misspelt")
              .hasMessageContaining("#idOfInvoice")
              .hasMessageContaining("-parameters");
          assertThatThrownBy(() -> shop.named(null)).hasMessageContaining("#text");
        });
  }

  /** What one thread gets when it is interrupted while another node holds the lock. */
  private static Interrupted interrupted(Call call) throws Exception {
    try (var other = Sluice.join(CLUSTER)) {
      var held = other.lock("invoice-42").acquire();
      var seen = new AtomicReference<Interrupted>();
      var thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    Object got;
                    try {
                      got = String.valueOf(call.run());
                    } catch (Throwable e) {
                      got = e;
                    }
                    seen.set(new Interrupted(got, Thread.currentThread().isInterrupted()));
                  });
      await()
          .until(() -> !other.inspect().lock("invoice-42").locks().getFirst().waiters().isEmpty());
      thread.interrupt();
      thread.join();
      held.close();
      return Objects.requireNonNull(seen.get());
    }
  }

  /** What a caller gets, and whether the interrupt can still be seen. */
  private record Interrupted(Object got, boolean pending) {}

  /** A call of a method that may throw. */
  @FunctionalInterface
  private interface Call {
    Object run() throws Exception;
  }

  @Test
  void anInterruptWhileWaitingIsNotSwallowed() {
    application.run(
        context -> {
          var shop = context.getBean(Shop.class);
          var refused = interrupted(() -> shop.send(42));
          assertThat(refused.got).isInstanceOf(LockRefusedException.class);
          assertThat((LockRefusedException) refused.got)
              .hasMessageContaining("send has not run: interrupted while waiting for lock")
              .hasCauseInstanceOf(InterruptedException.class);
          assertThat(refused.pending).isTrue();
          var skipped = interrupted(() -> shop.skipped(42));
          assertThat(skipped).isEqualTo(new Interrupted("null", true));
          var declared =
              interrupted(
                  () -> {
                    shop.interruptible(42);
                    return "ran";
                  });
          assertThat(declared.got).isInstanceOf(InterruptedException.class);
          assertThat(declared.pending).isFalse();
        });
  }

  /** The hold under which it would run is no more. */
  @Test
  void aMethodWithTheSameLockDoesNotRunOnceThatIsLost() {
    application.run(
        context -> {
          var sluice = context.getBean(Sluice.class);
          assertThatThrownBy(() -> context.getBean(Shop.class).losesAndGoesOn(42, sluice::close))
              .isInstanceOf(LockLostException.class);
          assertThat(context.getBean(Inner.class).hasRun()).isFalse();
        });
  }

  /** It would wait for its own thread. */
  @Test
  void aThreadThatHoldsTheLockByItsRegistryIsToldSo() {
    application.run(
        context -> {
          var shop = context.getBean(Shop.class);
          var registry = context.getBean(SluiceLockRegistry.class);
          assertThatThrownBy(() -> registry.executeLocked("invoice-42", () -> shop.send(42)))
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContaining("this thread holds lock 'invoice-42'");
          assertThat(shop.send(42)).isEqualTo("invoice-42");
        });
  }

  /** Remembers what came first. */
  private static final List<String> EVENTS = new ArrayList<>();

  /** Begins and ends transactions of nothing. */
  @EnableTransactionManagement
  static class Transactions {
    @Bean
    PlatformTransactionManager transactionManager(Sluice sluice) {
      return new AbstractPlatformTransactionManager() {
        @Override
        protected Object doGetTransaction() {
          return "none";
        }

        @Override
        protected void doBegin(Object transaction, TransactionDefinition definition) {
          EVENTS.add("begins, lock " + state(sluice));
        }

        @Override
        protected void doCommit(DefaultTransactionStatus status) {
          EVENTS.add("commits, lock " + state(sluice));
        }

        @Override
        protected void doRollback(DefaultTransactionStatus status) {
          EVENTS.add("rolls back, lock " + state(sluice));
        }
      };
    }

    private static String state(Sluice sluice) {
      try {
        return sluice.inspect().lock("account").locks().isEmpty() ? "free" : "held";
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Has both. */
  public static class Account {
    @Transactional
    @SluiceLock("account")
    public void pay() {
      EVENTS.add("pays");
    }
  }

  @Test
  void transactionsAreInside() {
    EVENTS.clear();
    application
        .withUserConfiguration(Transactions.class)
        .withBean(Account.class)
        .run(context -> context.getBean(Account.class).pay());
    assertThat(EVENTS).containsExactly("begins, lock held", "pays", "commits, lock held");
  }

  /** As methods with transactions do, which bring their own proxies too. */
  @ParameterizedTest
  @ValueSource(strings = {"spring.aop.auto", "spring.aop.proxy-target-class"})
  void methodsHoldTheirLocksAlsoWithoutSpringsAop(String property) {
    application
        .withPropertyValues(property + "=false")
        .run(context -> assertThat(context.getBean(Shop.class).send(42)).isEqualTo("invoice-42"));
  }

  /** Does something under a lock when the application ends. */
  public static class Closing implements DisposableBean {
    private final Shop shop;

    public Closing(Shop shop) {
      this.shop = shop;
    }

    @Override
    public void destroy() {
      EVENTS.add(shop.send(42));
    }
  }

  @Test
  void theNodeDepartsAfterTheBeansThatLock() {
    EVENTS.clear();
    application.withBean(Closing.class).run(context -> assertThat(context).hasNotFailed());
    assertThat(EVENTS).containsExactly("invoice-42");
  }
}
