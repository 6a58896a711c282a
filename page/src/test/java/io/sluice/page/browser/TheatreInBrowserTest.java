package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Scope;
import io.sluice.page.Page;
import io.sluice.page.theatre.Export;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Padme;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** What a reader does in the theatre, in a real browser. */
@ExtendWith(InBrowser.class)
class TheatreInBrowserTest {

  private static final String DEADLOCK = "p=2fgme-published&groups=2x1&entries=1";

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  @TempDir static Path directory;

  private static Page page;
  private static Browser browser;

  @BeforeAll
  static void start(Browser given) {
    browser = given;
    page = Page.theatre(Catalogue.builtIn()).start();
  }

  @AfterAll
  static void stop() {
    if (page != null) {
      page.close();
    }
  }

  private static Tab at(String address) {
    var tab = browser.tab(1280, 720);
    tab.open(address);
    tab.awaitElement(".theatre, .gallery");
    return tab;
  }

  private static Tab theatre(String query) {
    var tab = at(page.address() + "#" + query);
    tab.awaitElement("[data-key=trouble], .verdict.safe");
    return tab;
  }

  private static List<String> shortestWay() throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create(page.address() + "api/trouble?" + DEADLOCK)).build();
    try (var client = HttpClient.newHttpClient()) {
      String body = client.send(request, BodyHandlers.ofString()).body();
      return List.of(MAPPER.readTree(body).get("go").asString().split("\\.", -1));
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
    tab.clickDisabled(".stage .act[aria-disabled=true]");
    tab.await("document.querySelector('.note').innerText.length > 5");
    tab.click(".choices .choice:not([data-token='%s']):has(.fate.open)".formatted(way.get(3)));
    tab.awaitText(".happened", "4. ");
    tab.awaitCount(".branches .dot", 18);
    tab.click("[data-key=trouble]");
    tab.awaitText(".note", "The shortest way is laid out");
    tab.press("End");
    tab.awaitText(".verdict", "Deadlock");
    String world = tab.text(".stage");
    tab.allowClipboard();
    tab.click("[data-key=link]");
    tab.awaitText(".note", "Copied");
    String link = String.valueOf(tab.value("navigator.clipboard.readText()"));
    assertThat(link).isEqualTo(tab.address()).contains("go=").contains("seal=");
    var again = at(link);
    again.awaitText(".verdict", "Deadlock");
    assertThat(again.text(".stage")).isEqualTo(world);
  }

  @Test
  void everythingCanBeDoneByKeys() {
    var tab = at(page.address());
    tab.awaitText("h1", "You are the network.");
    for (int k = 0; !tab.holds("document.activeElement.dataset.query?.includes('2fgme')"); k++) {
      assertThat(k).isLessThan(20);
      tab.press("Tab");
    }
    tab.press("Enter");
    tab.awaitElement("[data-key=trouble]");
    tab.awaitText(".verdict", "par is 16");
    tab.press("1");
    tab.awaitText(".happened", "1. a0 asks");
    tab.press("f");
    tab.awaitElement(".choices .fate");
    tab.press("t");
    tab.awaitText(".happened", "2.");
    tab.press("End");
    tab.awaitText(".verdict", "Broken in 16 choices, on par");
    tab.press("ArrowLeft");
    tab.awaitText(".happened", "15.");
    tab.press("?");
    tab.awaitElement("dialog[open]");
    tab.press("Escape");
    tab.awaitNo("dialog[open]");
    tab.press("g");
    tab.awaitText("h1", "You are the network.");
  }

  /** Each choice of the shortest way is found in the list, and taken by the key beside it. */
  @Test
  void walksToTheDeadlockByKeysAlone() throws Exception {
    var tab = theatre(DEADLOCK);
    for (String token : shortestWay()) {
      int before = tab.count(".event");
      tab.press(tab.text(".choices [data-token='%s'] kbd".formatted(token)));
      tab.awaitCount(".event", before + 1);
    }
    tab.awaitText(".verdict", "Deadlock");
    tab.awaitText(".decided", "decided it: before, the error could be avoided");
    for (int k = 0; !tab.holds("document.activeElement.dataset.key === 'decided'"); k++) {
      assertThat(k).as("the Tab key reaches what the verdict offers").isLessThan(40);
      tab.press("Tab");
    }
    tab.press("Enter");
    tab.awaitText(".verdict", "can still be avoided");
    tab.press("ArrowRight");
    tab.awaitText(".verdict", "Doomed");
  }

  @Test
  void anEventShowsItsCausalPast() {
    var tab = theatre(DEADLOCK);
    tab.press("t");
    tab.awaitText(".note", "The shortest way is laid out");
    tab.press("End");
    tab.awaitText(".verdict", "Deadlock");
    assertThat(tab.has(".event.dim")).isFalse();
    tab.pointAt(".event[data-depth='4']");
    tab.awaitCount(".event:not(.dim)", 3); // a process asked, and hears that another did
    tab.pointAt(".bar h1");
    tab.awaitNo(".event.dim");
    tab.press("Home");
    for (int k = 0; k < 4; k++) {
      tab.press("ArrowRight");
    }
    tab.awaitText(".happened", "4. ");
    tab.press("w");
    tab.awaitCount(".event:not(.dim)", 3);
    tab.press("w");
    tab.awaitNo(".event.dim");
  }

  @Test
  void aPresenterShowsCaptionsAndADiagram() {
    var tab = theatre(DEADLOCK);
    tab.press("p");
    tab.awaitText(".caption", "1/");
    assertThat(tab.holds("document.querySelector('.panel').offsetWidth === 0")).isTrue();
    tab.press("1");
    tab.awaitText(".happened", "1. a0 asks");
    tab.press("c");
    tab.awaitText(".caption", "2/");
    tab.press("p");
    tab.awaitNo(".caption");
    for (String kind : List.of("svg", "mermaid")) {
      String begins =
          "fetch(document.querySelector('[data-key=%s]').href).then((answer) => answer.text())"
              .formatted(kind);
      assertThat(String.valueOf(tab.value(begins)))
          .startsWith(kind.equals("svg") ? "<svg" : "sequenceDiagram")
          .contains("a0");
    }
  }

  /** Three processes that all ask, on a small screen: a queue on each of six ways. */
  @Test
  void envelopesCoverNoProcess() {
    var tab = theatre("p=ricart-agrawala&nodes=3&entries=1&losses=1");
    for (int k = 1; k <= 3; k++) {
      tab.click(".stage .act[data-token]:has-text('asks')");
      tab.awaitText(".happened", k + ". ");
    }
    assertThat(tab.count(".queue")).isEqualTo(6);
    assertThat(
            tab.holds(
                """
                [...document.querySelectorAll('.queue')].some((queue) => {
                  const one = queue.getBoundingClientRect();
                  return [...document.querySelectorAll('.card')].some((card) => {
                    const other = card.getBoundingClientRect();
                    return one.left < other.right && other.left < one.right
                      && one.top < other.bottom && other.top < one.bottom;
                  });
                })"""))
        .isFalse();
  }

  /** Takes the screenshots of the docs, when they are to be written. */
  @Test
  void theStageIsSeenAsAWhole() throws Exception {
    var tab = theatre(DEADLOCK);
    for (String key : List.of("1", "1", "1", "1", "2")) {
      int before = tab.count(".event");
      tab.press(key);
      tab.awaitCount(".event", before + 1);
    }
    tab.press("t");
    tab.awaitText(".note", "The shortest way is laid out");
    boolean covered =
        tab.holds(
            "[...document.querySelectorAll('.card')].some((one, k, all) => all.some((other) => one !== other"
                + " && Math.abs(one.offsetLeft - other.offsetLeft) < (one.offsetWidth + other.offsetWidth) / 2"
                + " && Math.abs(one.offsetTop - other.offsetTop) < (one.offsetHeight + other.offsetHeight) / 2))");
    assertThat(covered).as("a card covers another").isFalse();
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
    tab.choose("[data-key=compare]", "2fgme");
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
    tab.awaitElement("[data-key=trouble]");
    tab.press("t");
    tab.awaitText(".happened", "1.");
    tab.press("End");
    tab.awaitText(".verdict", "Deadlock");
    assertThat(tab.value("performance.getEntriesByType('resource').length")).isEqualTo(0);
  }

  @Test
  void anExportOfStarvationGoesRoundAndRound() throws Exception {
    var leveled = Configuration.find("padme-LFFU:chain").orElseThrow();
    var scope =
        Scope.of(Padme.algorithm(leveled), Layout.plain(3), Scope.UNBOUNDED)
            .withClaims(node -> List.of(leveled.claim(node)));
    var file = directory.resolve("starvation.html");
    Files.writeString(file, Export.of(scope, Catalogue.builtIn(), 20_000).html());
    var tab = at(file.toUri().toString());
    tab.awaitElement(".loop rect");
    tab.awaitText(".note", "A run without end is laid out");
    tab.press("End");
    int end = tab.count(".event");
    tab.awaitText(".happened", end + ". ");
    tab.press("ArrowRight");
    tab.await("!document.querySelector('.happened').innerText.startsWith('%d.')".formatted(end));
    tab.press("End");
    tab.awaitText(".happened", end + ". ");
  }
}
