package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** axe-core finds no serious violation on any view, light or dark. */
@ExtendWith(InBrowser.class)
class AccessibilityTest {

  private static String axe;

  @BeforeAll
  static void read() throws IOException {
    axe = resource();
  }

  private static String resource() throws IOException {
    try (var in = AccessibilityTest.class.getResourceAsStream("/axe/axe.min.js")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Opens an address, waits until an element is there, presses keys, and judges what is shown. */
  private static void judge(Browser browser, String address, String element, String... keys) {
    for (String look : new String[] {"light", "dark"}) {
      var tab = browser.tab(1280, 720);
      tab.prefer(look);
      tab.open(address);
      tab.awaitElement(element);
      for (String key : keys) {
        tab.press(key);
      }
      tab.value(axe + ";0");
      var found =
          (List<?>)
              tab.value(
                  "axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) =>"
                      + " v.impact + ': ' + v.id + ' at ' + v.nodes.map((n) => n.target.join(' ')).join(', ')))");
      assertThat(found)
          .as("%s, %s", address, look)
          .map(String::valueOf)
          .noneMatch(words -> words.startsWith("serious") || words.startsWith("critical"));
    }
  }

  @Test
  void theTheatre(Browser browser) {
    try (var page = Page.theatre(Catalogue.builtIn()).start()) {
      judge(browser, page.address(), ".gallery");
      String scope = "#p=2fgme-published&groups=2x1&entries=1";
      judge(browser, page.address() + scope, "[data-key=trouble]", "1", "1", "t");
      judge(browser, page.address() + scope, "[data-key=trouble]", "p", "?");
    }
  }

  @Test
  void whatRuns(Browser browser) throws Exception {
    var pipeline =
        Pipeline.named("numbers")
            .from("numbers", Source.generate(number -> number).rate(200))
            .map("half", number -> number / 2)
            .instances(1, 4)
            .to("out", Sink.forEach(_ -> {}));
    try (var sluice = Sluice.join("page-accessible");
        var running = pipeline.start();
        var page = Page.of(sluice, running).start();
        var _ = sluice.lock("invoice").acquire(Duration.ofSeconds(10))) {
      judge(browser, page.link(), ".operator");
      judge(browser, page.address() + "locks.html" + page.link().replaceFirst(".*#", "#"), ".lock");
    }
  }
}
