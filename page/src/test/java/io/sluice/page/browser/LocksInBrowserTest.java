package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.locks.LockLostException;
import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a reader sees and does of the locks of a cluster, in a real browser. */
@ExtendWith(InBrowser.class)
class LocksInBrowserTest {

  @Test
  void aReaderSeesHoldersAndWaitersAndTakesALockAway(Browser browser) throws Exception {
    try (var one = Sluice.named("page-locks").nodeName("one").join();
        var two = Sluice.named("page-locks").nodeName("two").join();
        var page = Page.of(one).cluster("orders").start()) {
      assertThat(two.awaitMembership(Duration.ofSeconds(10))).isTrue();
      var lease = two.lock("invoice").acquire(Duration.ofSeconds(10));
      var granted = new CountDownLatch(1);
      var waiter = Thread.ofPlatform().name("printer").start(() -> hold(one, granted));
      var reader = browser.tab(1280, 720);
      reader.open(page.address());
      reader.awaitText(".lock", "invoice");
      assertThat(reader.has(".lock button"))
          .as("without the token there is nothing to change")
          .isFalse();
      var tab = browser.tab(1280, 720);
      tab.open(page.link());
      tab.awaitText("h1", "orders");
      tab.awaitText(".lock", "invoice");
      tab.awaitText(".lock", Long.toString(lease.fence()));
      tab.awaitText(".lock", "printer");
      tab.awaitText("[aria-label=members]", "two");
      var ledger = two.lock("ledger").acquire(Duration.ofSeconds(10));
      var next = one.lock("ledger").acquireAsync();
      tab.awaitText(".around", "ledger");
      ledger.close();
      tab.awaitText(".around", "hand-over p50");
      next.get().close();
      tab.click(".lock button");
      tab.awaitText(".lock button", "Really");
      tab.click(".lock button");
      assertThat(granted.await(10, TimeUnit.SECONDS)).isTrue();
      assertThatThrownBy(lease::ensureValid).isInstanceOf(LockLostException.class);
      tab.awaitText(".counts", "0\nwaiting");
      lease.close();
      waiter.interrupt();
      waiter.join();
    }
  }

  private static void hold(Sluice sluice, CountDownLatch granted) {
    try (var _ = sluice.lock("invoice").acquire(Duration.ofSeconds(30))) {
      granted.countDown();
      new CountDownLatch(1).await();
    } catch (InterruptedException | TimeoutException e) {
      Thread.currentThread().interrupt();
    }
  }
}
