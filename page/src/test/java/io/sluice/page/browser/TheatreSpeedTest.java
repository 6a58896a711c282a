package io.sluice.page.browser;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How long a reader of the theatre waits in a scope of 110,000 worlds; prints the figures. */
@Tag("long")
@ExtendWith(InBrowser.class)
class TheatreSpeedTest {

  private static final String SCOPE = "p=2fgme-swapped&groups=2x2&entries=1";
  private static final int STEPS = 3_000;
  private static final int DEEPEST = 40;

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final HttpClient client = HttpClient.newHttpClient();

  private String body(String address) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(address)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private JsonNode last(String address) throws Exception {
    var events = body(address).lines().filter(line -> line.startsWith("data: ")).toList();
    return MAPPER.readTree(events.getLast().substring("data: ".length()));
  }

  private static double millis(long since) {
    return (System.nanoTime() - since) / 1e6;
  }

  @Test
  void stepsAndFates() throws Exception {
    try (var page = Page.theatre(Catalogue.builtIn()).start()) {
      long begun = System.nanoTime();
      var fates = last(page.address() + "api/fate?" + SCOPE);
      double waited = millis(begun) / 1e3;
      assertThat(fates.get("known").asBoolean()).isTrue();
      System.out.printf(
          "fates of %,d worlds: %.2f s searched, %.2f s until the page has them%n",
          fates.get("worlds").asLong(), fates.get("seconds").asDouble(), waited);
      assertThat(waited).isLessThan(3);
      double[] times = steps(page.address());
      System.out.printf(
          "%,d steps at random, up to %d deep: first %.1f ms, p50 %.2f ms, p99 %.2f ms, longest %.1f"
              + " ms%n",
          STEPS, DEEPEST, times[0], share(times, 0.5), share(times, 0.99), share(times, 1));
      assertThat(share(times, 0.99)).isLessThan(50);
    }
  }

  private static double share(double[] times, double share) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
  }

  /** Walks at random as the page does: each step is one request for the world it leads to. */
  private double[] steps(String address) throws Exception {
    var random = new Random(1);
    double[] times = new double[STEPS];
    List<String> tokens = new ArrayList<>();
    JsonNode world = first(address);
    for (int k = 0; k < STEPS; k++) {
      var choices = world.get("choices");
      if (choices.isEmpty() || tokens.size() == DEEPEST) {
        tokens.clear();
        world = first(address);
        choices = world.get("choices");
      }
      tokens.add(choices.get(random.nextInt(choices.size())).get("token").asString());
      String go = "&go=%s&from=%d".formatted(String.join(".", tokens), tokens.size());
      long begun = System.nanoTime();
      String answer = body(address + "api/run?" + SCOPE + go);
      times[k] = millis(begun);
      world = MAPPER.readTree(answer).get("worlds").get(0);
    }
    return times;
  }

  private JsonNode first(String address) throws Exception {
    return MAPPER.readTree(body(address + "api/run?" + SCOPE)).get("worlds").get(0);
  }

  @Test
  void anExportOf20000Worlds(@TempDir Path directory, Browser browser) throws Exception {
    var catalogue = Catalogue.builtIn();
    var algorithm = catalogue.find("2fgme-swapped").orElseThrow();
    long begun = System.nanoTime();
    var export = Export.of(Scope.of(algorithm, Layout.groups(2, 2), 1), catalogue, 20_000);
    var file = directory.resolve("export.html");
    Files.writeString(file, export.html());
    assertThat(export.worlds()).isEqualTo(20_000);
    System.out.printf(
        "export of %,d worlds: %,d bytes, written in %.1f s%n",
        export.worlds(), Files.size(file), millis(begun) / 1e3);
    assertThat(Files.size(file)).isLessThan(3_000_000);
    double[] opened = new double[5];
    for (int k = 0; k < opened.length; k++) {
      var tab = browser.tab(1280, 720);
      tab.open(file.toUri().toString());
      tab.awaitElement(".stage .card");
      opened[k] = ((Number) tab.value("performance.now()")).doubleValue();
    }
    System.out.printf(
        "opened in Chromium: %.0f ms at the first time, %.0f ms by the median%n",
        opened[0], share(opened, 0.5));
    assertThat(opened[0]).isLessThan(1_000);
  }
}
