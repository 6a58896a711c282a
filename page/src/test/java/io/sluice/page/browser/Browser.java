package io.sluice.page.browser;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Chromium without a window, driven by Playwright. Each test opens tabs of its own; the browser
 * ends with {@link #close}.
 *
 * <p>Playwright's own Node.js and browsers, some hundred megabytes, are not downloaded: it uses
 * those of this machine. A test gets the browser from {@link InBrowser}, which skips it where one
 * of both is missing.
 */
public final class Browser implements AutoCloseable {

  /** The oldest Node.js that Playwright runs on. */
  private static final int OLDEST_NODE = 20;

  private static final String NODE = "PLAYWRIGHT_NODEJS_PATH";

  /** Chromium beside other tests on two cores takes seconds to start. */
  private static final double START_MILLIS = 120_000;

  private static final List<String> ARGUMENTS =
      List.of(
          "--no-sandbox", // tests may run as root
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser chromium;

  private Browser(Path node, Path program) {
    this.playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(Map.of(NODE, node.toString(), "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    this.chromium =
        playwright
            .chromium()
            .launch(
                new BrowserType.LaunchOptions()
                    .setExecutablePath(program)
                    .setTimeout(START_MILLIS)
                    .setArgs(ARGUMENTS));
  }

  /** Why there is no browser here; empty if there is one. */
  static Optional<String> missing() {
    if (program().isEmpty()) {
      return Optional.of("no Chromium here: what a reader does is not tested");
    }
    return node().isPresent()
        ? Optional.empty()
        : Optional.of(
            "no Node.js from version %d up here: what a reader does is not tested"
                .formatted(OLDEST_NODE));
  }

  /** Starts it. */
  static Browser start() {
    return new Browser(node().orElseThrow(), program().orElseThrow());
  }

  private static Optional<Path> program() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(Browser::onPath)
        .findFirst();
  }

  private static Optional<Path> node() {
    var named = Stream.ofNullable(System.getenv(NODE)).map(Path::of);
    return Stream.concat(named, onPath("node")).filter(Browser::isNewEnough).findFirst();
  }

  private static Stream<Path> onPath(String name) {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.of(path.split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable);
  }

  /** Node says its version as {@code v20.20.2}. */
  private static boolean isNewEnough(Path node) {
    try {
      var process = new ProcessBuilder(node.toString(), "--version").start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return Integer.parseInt(said.replaceFirst("(?s)^v(\\d+).*", "$1")) >= OLDEST_NODE;
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  /** Opens a tab that shares nothing with the others. */
  public Tab tab(int width, int height) {
    var options = new com.microsoft.playwright.Browser.NewPageOptions();
    return new Tab(chromium.newPage(options.setViewportSize(width, height)));
  }

  @Override
  public void close() {
    playwright.close();
  }
}
