package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.tcp.Tcp;
import io.sluice.locks.Sluice;
import io.sluice.page.browser.Browser;
import io.sluice.page.browser.InBrowser;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a reader does of {@code sluice page}, in a real browser. */
@Timeout(300)
@ExtendWith(InBrowser.class)
class PageInBrowserTest {

  private static final Duration LONG = Duration.ofSeconds(60);

  private final String cluster = "page-" + ProcessHandle.current().pid();

  @Test
  void theLocksOfAClusterAreSeenAndWithTheTokenTakenAway(Browser browser) throws Exception {
    try (var sluice = Sluice.named(cluster).over(Tcp.loopback()).nodeName("orders-1").join()) {
      assertThat(sluice.awaitMembership(LONG)).isTrue();
      var lease = sluice.lock("nightly").acquire(LONG);
      var next = sluice.lock("nightly").acquireAsync();
      var process =
          SluiceProcess.of(
                  List.of("-Xmx128m"), List.of("page", "--cluster", cluster, "--no-browser"))
              .start();
      try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
        String link = String.valueOf(lines.readLine()).replaceFirst("^.* ", "");
        var reader = browser.tab(1280, 720);
        reader.open(link.replaceFirst("#.*", ""));
        reader.awaitText(".lock", "nightly");
        reader.awaitCount(".lock button", 0);

        var tab = browser.tab(1280, 720);
        tab.open(link);
        tab.awaitText("h1", cluster);
        tab.awaitText(".lock tbody", "holds orders-1");
        tab.awaitText(".lock tbody", Long.toString(lease.fence()));
        tab.awaitText(".counts", "1\nwaiting");
        tab.click(".lock button");
        tab.awaitText(".lock button", "Really");
        tab.click(".lock button");
        try (var granted = next.get(60, TimeUnit.SECONDS)) {
          assertThat(granted.fence()).isGreaterThan(lease.fence());
          assertThat(lease.valid()).isFalse();
        }
      } finally {
        process.destroyForcibly().waitFor();
      }
    }
  }
}
