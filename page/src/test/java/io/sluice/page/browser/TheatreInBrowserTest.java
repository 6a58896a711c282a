package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sluice.lab.explore.Scope;
import io.sluice.page.Page;
import io.sluice.page.theatre.Export;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a reader does in the theatre, in a real browser. */
class TheatreInBrowserTest {

  private static final String DEADLOCK = "p=2fgme-published&groups=2x1&entries=1";

  @TempDir static Path directory;

  private static Page page;
  private static Chromium browser;

  @BeforeAll
  static void start() throws Exception {
    var program = Chromium.program();
    assumeTrue(program.isPresent(), "no Chromium here: what a reader does is not tested");
    browser = new Chromium(program.get(), directory.resolve("profile"));
    page = Page.theatre(Catalogue.builtIn()).start();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
      page.close();
    }
  }

  private static Chromium.Tab at(String address) {
    var tab = browser.tab(1280, 720);
    tab.open(address);
    tab.await("document.querySelector('.theatre, .gallery')");
    return tab;
  }

  private static Chromium.Tab theatre(String query) {
    var tab = at(page.address() + "#" + query);
    tab.await(
        "document.querySelector('[data-key=trouble]') || document.querySelector('.verdict.safe')");
    return tab;
  }

  private static List<String> shortestWay() throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(page.address() + "api/trouble?" + DEADLOCK)).build();
    try (var client = HttpClient.newHttpClient()) {
      String body = client.send(request, BodyHandlers.ofString()).body();
      return List.of(Chromium.MAPPER.readTree(body).get("go").asString().split("\\.", -1));
    }
  }

  @Test
  void walksToTheDeadlockByClicksAloneAndBackAndIntoABranch() throws Exception {
    var tab = theatre(DEADLOCK);
    var way = shortestWay();
    assertThat(way).hasSize(16);
    for (int k = 0; k < way.size(); k++) {
      tab.click(".stage button[data-token='%s']".formatted(way.get(k)));
      tab.awaitText(".happened", (k + 1) + ".");
    }
    tab.awaitText(".verdict", "Deadlock");
    for (int k = way.size(); k > 3; k--) {
      tab.click("[data-key=back]");
    }
    tab.awaitText(".happened", "3. ");
    tab.click(".stage .act[aria-disabled=true]");
    tab.await("document.querySelector('.note').innerText.length > 5");
    tab.click(".choices .choice:not([data-token='%s']):has(.fate.open)".formatted(way.get(3)));
    tab.awaitText(".happened", "4. ");
    tab.await("document.querySelectorAll('.branches .dot').length === 18");
    tab.click("[data-key=trouble]");
    tab.awaitText(".note", "The shortest way is laid out");
    tab.press("End");
    tab.awaitText(".verdict", "Deadlock");
    String link = tab.value("location.href").asString();
    String world = tab.text(".stage");
    assertThat(link).contains("go=").contains("seal=");
    var again = at(link);
    again.awaitText(".verdict", "Deadlock");
    assertThat(again.text(".stage")).isEqualTo(world);
  }

  @Test
  void everythingCanBeDoneByKeys() {
    var tab = at(page.address());
    tab.awaitText("h1", "You are the network.");
    for (int k = 0;
        !tab.value("document.activeElement.dataset.query ?? ''").asString().contains("2fgme");
        k++) {
      assertThat(k).isLessThan(20);
      tab.press("Tab");
    }
    tab.press("Enter");
    tab.await("document.querySelector('[data-key=trouble]')");
    tab.awaitText(".verdict", "par is 16");
    tab.press("1");
    tab.awaitText(".happened", "1. a0 asks");
    tab.press("f");
    tab.await("document.querySelector('.choices .fate')");
    tab.press("t");
    tab.awaitText(".happened", "2.");
    tab.press("End");
    tab.awaitText(".verdict", "Broken in 16 choices, on par");
    tab.press("ArrowLeft");
    tab.awaitText(".happened", "15.");
    tab.press("?");
    tab.await("document.querySelector('dialog[open]')");
    tab.press("Escape");
    tab.await("!document.querySelector('dialog[open]')");
    tab.press("g");
    tab.awaitText("h1", "You are the network.");
  }

  /** Takes the screenshots of the docs, when they are to be written. */
  @Test
  void theStageIsSeenAsAWhole() throws Exception {
    var tab = theatre(DEADLOCK);
    for (String key : List.of("1", "1", "1", "1", "2")) {
      int before = tab.value("document.querySelectorAll('.event').length").asInt();
      tab.press(key);
      tab.await("document.querySelectorAll('.event').length > " + before);
    }
    tab.press("t");
    tab.awaitText(".note", "The shortest way is laid out");
    var covered =
        tab.value(
            "[...document.querySelectorAll('.card')].some((one, k, all) => all.some((other) => one !== other"
                + " && Math.abs(one.offsetLeft - other.offsetLeft) < (one.offsetWidth + other.offsetWidth) / 2"
                + " && Math.abs(one.offsetTop - other.offsetTop) < (one.offsetHeight + other.offsetHeight) / 2))");
    assertThat(covered.asBoolean()).as("a card covers another").isFalse();
    if ("write".equals(System.getProperty("sluice.golden"))) {
      Files.write(Path.of("../docs/images/theatre.png"), tab.picture());
    }
  }

  @Test
  void anotherProtocolFollowsTheSameScheduleUntilItDiffers() {
    var tab = theatre(DEADLOCK);
    tab.press("t");
    tab.awaitText(".note", "The shortest way is laid out");
    tab.press("End");
    tab.awaitText(".verdict", "Deadlock");
    tab.value(
        "(() => { const s = document.querySelector('[data-key=compare]'); s.value = '2fgme'; s.dispatchEvent(new Event('change')); })()");
    tab.awaitText(".difference", "is not possible here");
  }

  @Test
  void anExportWorksFromADiskWithTheNetworkOff() throws Exception {
    var catalogue = Catalogue.builtIn();
    var algorithm = catalogue.find("2fgme-published").orElseThrow();
    var file = directory.resolve("deadlock.html");
    var export = Export.of(Scope.of(algorithm, Layout.groups(2, 1), 1), catalogue, 20_000);
    assertThat(export.whole()).isTrue();
    Files.writeString(file, export.html());
    var tab = browser.tab(1280, 720);
    tab.goOffline();
    tab.open(file.toUri().toString());
    tab.await("document.querySelector('[data-key=trouble]')");
    tab.press("t");
    tab.awaitText(".happened", "1.");
    tab.press("End");
    tab.awaitText(".verdict", "Deadlock");
    assertThat(tab.value("performance.getEntriesByType('resource').length").asInt()).isZero();
  }
}
