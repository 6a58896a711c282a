package io.sluice.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.locks.Lease;
import io.sluice.locks.LockLostException;
import io.sluice.locks.Sluice;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Methods that hold a lock while they run. */
@Timeout(60)
class SluiceLockTest {

  private static final String CLUSTER = "methods";

  private final ApplicationContextRunner application =
      SluiceAutoConfigurationTest.APPLICATION
          .withPropertyValues("sluice.cluster=" + CLUSTER, "shop.wait=0", "shop.kind=order")
          .withBean("prices", Prices.class)
          .withBean("inner", Inner.class)
          .withBean(Shop.class);

  /** A bean that the names of locks ask. */
  public static class Prices {
    public String currency() {
      return "EUR";
    }
  }

  /** A bean that a method with the same lock calls. */
  public static class Inner {
    @SluiceLock("invoice-#{#id}")
    public long fenceOf(long id) {
      return CurrentLease.fence();
    }
  }

  /** What an application might have. */
  public static class Shop {
    private final Inner inner;

    public Shop(Inner inner) {
      this.inner = inner;
    }

    @SluiceLock("invoice-#{#id}")
    public String heldWhile(long id) {
      return CurrentLease.get().map(Lease::lock).orElse("none");
    }

    @SluiceLock("${shop.kind}-#{#a0}-#{@prices.currency()}-#{#root.suffix()}")
    public String nameOfMany(int number) {
      return CurrentLease.get().map(Lease::lock).orElse("none");
    }

    public String suffix() {
      return "x";
    }

    @SluiceLock("invoice-#{#id}")
    public boolean innerHasTheSameFence(long id) {
      return inner.fenceOf(id) == CurrentLease.fence();
    }

    @SluiceLock(value = "report", waitFor = "${shop.wait}")
    public String orThrow() {
      return "ran";
    }

    @SluiceLock(value = "report", waitFor = "50ms", onRefusal = SluiceLock.OnRefusal.SKIP)
    public Optional<String> orEmpty() {
      return Optional.of("ran");
    }

    @SluiceLock(value = "report", waitFor = "0", onRefusal = SluiceLock.OnRefusal.SKIP)
    public Integer orNull() {
      return 1;
    }

    @SluiceLock(value = "tick", atLeast = "600ms")
    public void quickJob() {}

    @SluiceLock("tick")
    public void callsTheQuickJob(Runnable job) {
      job.run();
    }

    @SluiceLock("failing")
    public void failing() throws IOException {
      throw new IOException("disk full");
    }

    @SluiceLock("lost")
    public void waits(CountDownLatch begun) throws InterruptedException {
      begun.countDown();
      new CountDownLatch(1).await();
    }

    @SluiceLock("#{#name}")
    public void named(String name) {}
  }

  @Test
  void theNameIsBuiltFromTheArguments() {
    application.run(
        context -> {
          var shop = context.getBean(Shop.class);
          assertThat(shop.heldWhile(42)).isEqualTo("invoice-42");
          assertThat(shop.nameOfMany(7)).isEqualTo("order-7-EUR-x");
          assertThatThrownBy(() -> shop.named(" ")).hasMessageContaining("name of the lock");
          assertThat(CurrentLease.get()).isEmpty();
        });
  }

  @Test
  void aMethodOfAnotherBeanWithTheSameLockRunsUnderTheSameHold() {
    application.run(
        context -> assertThat(context.getBean(Shop.class).innerHasTheSameFence(42)).isTrue());
  }

  @Test
  void aRefusedMethodThrowsOrIsSkipped() {
    application.run(
        context -> {
          var shop = context.getBean(Shop.class);
          try (var other = Sluice.join(CLUSTER)) {
            var held = other.lock("report").acquire();
            assertThatThrownBy(shop::orThrow)
                .isInstanceOf(LockRefusedException.class)
                .hasMessage(
                    "orThrow has not run: timed out after 100 ms waiting for lock 'report'");
            assertThat(shop.orEmpty()).isEmpty();
            assertThat(shop.orNull()).isNull();
            held.close();
            assertThat(shop.orThrow()).isEqualTo("ran");
            assertThat(shop.orEmpty()).contains("ran");
            assertThat(shop.orNull()).isOne();
          }
        });
  }

  @Test
  void theLockIsKeptForAsLongAsIsSaid() {
    application.run(
        context -> {
          try (var other = Sluice.join(CLUSTER)) {
            long start = System.nanoTime();
            context.getBean(Shop.class).quickJob();
            assertThat(freeAfter(start, other)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
          }
        });
  }

  private static Duration freeAfter(long start, Sluice other) throws InterruptedException {
    other.lock("tick").acquire().close();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  @Test
  void theLockIsKeptAlsoIfTheHoldIsThatOfAnOuterMethod() {
    application.run(
        context -> {
          try (var other = Sluice.join(CLUSTER)) {
            var shop = context.getBean(Shop.class);
            long start = System.nanoTime();
            shop.callsTheQuickJob(shop::quickJob);
            assertThat(freeAfter(start, other)).isGreaterThanOrEqualTo(Duration.ofMillis(600));
          }
        });
  }

  @Test
  void anExceptionIsTheCallersAndReleasesTheLock() {
    application.run(
        context -> {
          assertThatThrownBy(() -> context.getBean(Shop.class).failing())
              .isInstanceOf(IOException.class)
              .hasMessage("disk full");
          try (var other = Sluice.join(CLUSTER)) {
            assertThat(other.lock("failing").tryAcquire()).isPresent();
          }
        });
  }

  @Test
  void aLossInterruptsTheMethod() {
    application.run(
        context -> {
          var shop = context.getBean(Shop.class);
          var begun = new CountDownLatch(1);
          var closing =
              CompletableFuture.runAsync(
                  () -> {
                    try {
                      begun.await();
                    } catch (InterruptedException e) {
                      throw new IllegalStateException(e);
                    }
                    context.getBean(Sluice.class).close();
                  });
          assertThatThrownBy(() -> shop.waits(begun)).isInstanceOf(LockLostException.class);
          assertThat(Thread.interrupted()).isFalse();
          closing.join();
        });
  }
}
