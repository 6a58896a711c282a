package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.locks.Sluice;
import io.sluice.page.Page;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** axe-core finds no serious violation on any view, light or dark. */
class AccessibilityTest {

  @TempDir static Path directory;

  private static Chromium browser;
  private static String axe;

  @BeforeAll
  static void start() throws Exception {
    var program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: accessibility is not tested");
    browser = new Chromium(program.get(), directory.resolve("profile"));
    axe = resource();
  }

  private static String resource() throws IOException {
    try (var in = AccessibilityTest.class.getResourceAsStream("/axe/axe.min.js")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Opens an address, waits until an element is there, presses keys, and judges what is shown. */
  private static void judge(String address, String element, String... keys) {
    for (String look : new String[] {"light", "dark"}) {
      var tab = browser.tab(1280, 720);
      tab.prefer(look);
      tab.open(address);
      tab.await("document.querySelector(" + Chromium.quoted(element) + ")");
      for (String key : keys) {
        tab.press(key);
      }
      tab.value(axe + ";0");
      var found =
          tab.value(
              "axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations.map((v) =>"
                  + " v.impact + ': ' + v.id + ' at ' + v.nodes.map((n) => n.target.join(' ')).join(', ')))");
      var serious = new ArrayList<String>();
      for (var violation : found) {
        String words = violation.asString();
        if (words.startsWith("serious") || words.startsWith("critical")) {
          serious.add(words);
        }
      }
      assertThat(serious).as("%s, %s", address, look).isEmpty();
    }
  }

  @Test
  void theTheatre() {
    try (var page = Page.theatre(Catalogue.builtIn()).start()) {
      judge(page.address(), ".gallery");
      String scope = "#p=2fgme-published&groups=2x1&entries=1";
      judge(page.address() + scope, "[data-key=trouble]", "1", "1", "t");
      judge(page.address() + scope, "[data-key=trouble]", "p", "?");
    }
  }

  @Test
  void whatRuns() throws Exception {
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
      judge(page.link(), ".operator");
      judge(page.address() + "locks.html" + page.link().replaceFirst(".*#", "#"), ".lock");
    }
  }
}
