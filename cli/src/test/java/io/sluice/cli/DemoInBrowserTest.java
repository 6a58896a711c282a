package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.sluice.cli.environment.Exit;
import io.sluice.page.browser.Browser;
import io.sluice.page.browser.InBrowser;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a reader does of {@code sluice demo}, in a real browser. */
@Timeout(300)
@ExtendWith(InBrowser.class)
class DemoInBrowserTest {

  /** The reader ends it with Ctrl-C: as long as the machine may take for what is to be seen. */
  private static final String SECONDS = "240";

  private static final String TOTALS = ".operator:has([data-key='+totals']) .instance";

  @Test
  void instancesFollowTheSliderAndCtrlCEndsItWithNothingLost(Browser browser) throws Exception {
    assumeFalse(Signals.interruptIsIgnored(), "SIGINT is ignored here: Ctrl-C is not tested");
    var demo = SluiceProcess.of(List.of(), List.of("demo", "--seconds", SECONDS));
    demo.environment().keySet().removeAll(List.of("DISPLAY", "WAYLAND_DISPLAY"));
    var process = demo.redirectErrorStream(true).start();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      String said = String.valueOf(lines.readLine());
      assertThat(said).startsWith("No display here. Open in a browser: http://127.0.0.1:");
      String link = said.replaceFirst("^.* ", "");
      var tab = browser.tab(1280, 720);
      tab.open(link);
      tab.awaitCount(".operator", 4);
      for (int k = 0; !tab.holds("document.activeElement.id === 'load'"); k++) {
        assertThat(k).as("the slider can be reached by the Tab key").isLessThan(20);
        tab.press("Tab");
      }
      tab.press("End");
      tab.awaitText(".load output", "× 3.0");
      tab.await("document.querySelectorAll(\"%s\").length >= 4".formatted(TOTALS));
      tab.press("Home");
      tab.awaitText(".load output", "× 0.0");
      tab.awaitCount(TOTALS, 1);
      tab.awaitText(".actions", "totals deleted");
      SluiceProcess.signal("INT", process);
      tab.awaitText(".state", "done");
      tab.awaitText(".counts", "0\nlost");
      tab.awaitText(".counts", "0\ndoubled");
      tab.awaitText(".counts", "0\nout of order");
      assertThat(lines.lines().toList())
          .anyMatch(line -> line.contains("0 lost, 0 doubled, 0 out of order"));
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(Exit.INTERRUPTED);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
