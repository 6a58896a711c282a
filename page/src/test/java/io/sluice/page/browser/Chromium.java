package io.sluice.page.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A browser without a window, told over its debugging connection what to do. Each test opens a tab
 * of its own; the browser ends with {@link #close}.
 */
final class Chromium implements AutoCloseable {

  static final JsonMapper MAPPER = JsonMapper.builder().build();
  private static final long SECONDS = 30;

  /** Keys that do something by themselves, such as moving a slider. */
  private static final Map<String, Integer> CODES =
      Map.of(
          "Tab",
          9,
          "End",
          35,
          "Home",
          36,
          "ArrowLeft",
          37,
          "ArrowUp",
          38,
          "ArrowRight",
          39,
          "ArrowDown",
          40);

  private final Process process;
  private final WebSocket socket;
  private final Listener listener = new Listener();
  private final AtomicInteger numbers = new AtomicInteger();

  /** The program, where it is installed. */
  static Optional<Path> program() {
    return Stream.of("chromium", "chromium-browser", "google-chrome")
        .flatMap(name -> Stream.of(Path.of("/usr/bin", name), Path.of("/usr/local/bin", name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Chromium(Path program, Path profile) throws Exception {
    this.process =
        new ProcessBuilder(
                program.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    var address = CompletableFuture.supplyAsync(() -> address(process.errorReader()));
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(address.get(SECONDS, TimeUnit.SECONDS)), listener)
            .get(SECONDS, TimeUnit.SECONDS);
  }

  /** Reads what the browser says until it names its connection, and then the rest. */
  private static String address(BufferedReader words) {
    try {
      String mark = "DevTools listening on ";
      String line;
      while ((line = words.readLine()) != null) {
        if (line.startsWith(mark)) {
          Thread.startVirtualThread(() -> words.lines().forEach(_ -> {}));
          return line.substring(mark.length()).strip();
        }
      }
      throw new IllegalStateException("the browser ended before it could be reached");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Listener implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        var message = MAPPER.readTree(text.toString());
        text.setLength(0);
        if (message.has("id")) {
          var answer = answers.remove(message.get("id").asInt());
          if (answer != null) {
            answer.complete(message);
          }
        }
      }
      from.request(1);
      return CompletableFuture.completedFuture(null);
    }
  }

  private synchronized JsonNode send(String session, String method, ObjectNode parameters) {
    int number = numbers.incrementAndGet();
    var message = MAPPER.createObjectNode().put("id", number).put("method", method);
    message.set("params", parameters);
    if (!session.isEmpty()) {
      message.put("sessionId", session);
    }
    var answer = new CompletableFuture<JsonNode>();
    listener.answers.put(number, answer);
    try {
      socket.sendText(MAPPER.writeValueAsString(message), true).get(SECONDS, TimeUnit.SECONDS);
      var came = answer.get(SECONDS, TimeUnit.SECONDS);
      if (came.has("error")) {
        throw new IllegalStateException(method + ": " + came.get("error"));
      }
      return came.get("result");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (Exception e) {
      throw new IllegalStateException(method + " failed", e);
    }
  }

  private static ObjectNode none() {
    return MAPPER.createObjectNode();
  }

  /** Opens a tab. */
  Tab tab(int width, int height) {
    String target =
        send("", "Target.createTarget", none().put("url", "about:blank"))
            .get("targetId")
            .asString();
    String session =
        send("", "Target.attachToTarget", none().put("targetId", target).put("flatten", true))
            .get("sessionId")
            .asString();
    send(
        session,
        "Emulation.setDeviceMetricsOverride",
        none()
            .put("width", width)
            .put("height", height)
            .put("deviceScaleFactor", 1)
            .put("mobile", false));
    return new Tab(session);
  }

  /** One page in the browser. */
  final class Tab {
    private final String session;

    private Tab(String session) {
      this.session = session;
    }

    void open(String address) {
      send(session, "Page.navigate", none().put("url", address));
    }

    /** Nothing can be loaded from anywhere any more. */
    void goOffline() {
      send(session, "Network.enable", none());
      send(
          session,
          "Network.emulateNetworkConditions",
          none()
              .put("offline", true)
              .put("latency", 0)
              .put("downloadThroughput", 0)
              .put("uploadThroughput", 0));
    }

    /** What an expression has as its value in the page. */
    JsonNode value(String expression) {
      var result =
          send(
              session,
              "Runtime.evaluate",
              none()
                  .put("expression", expression)
                  .put("returnByValue", true)
                  .put("awaitPromise", true));
      if (result.has("exceptionDetails")) {
        throw new IllegalStateException(expression + ": " + result.get("exceptionDetails"));
      }
      return result.get("result").path("value");
    }

    String text(String selector) {
      return value("document.querySelector(%s)?.innerText ?? ''".formatted(quoted(selector)))
          .asString();
    }

    /** Whether an expression is true; not while the tab goes to another page. */
    private boolean holds(String expression) {
      try {
        return value("Boolean(" + expression + ")").asBoolean();
      } catch (IllegalStateException e) {
        if (String.valueOf(e.getCause()).contains("navigated")) {
          return false;
        }
        throw e;
      }
    }

    /** Waits until an expression is true. */
    void await(String expression) {
      long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
      while (System.nanoTime() < end) {
        if (holds(expression)) {
          return;
        }
        Thread.onSpinWait();
      }
      throw new AssertionError(
          "never came true: " + expression + "; the page shows: " + text("body"));
    }

    void awaitText(String selector, String part) {
      await(
          "document.querySelector(%s)?.innerText.includes(%s)"
              .formatted(quoted(selector), quoted(part)));
    }

    /** Clicks with the mouse in the middle of an element. */
    void click(String selector) {
      await("document.querySelector(%s)".formatted(quoted(selector)));
      var box =
          value(
              "(() => { const e = document.querySelector(%s); e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()"
                  .formatted(quoted(selector)));
      for (String kind : List.of("mousePressed", "mouseReleased")) {
        send(
            session,
            "Input.dispatchMouseEvent",
            none()
                .put("type", kind)
                .put("x", box.get(0).asDouble())
                .put("y", box.get(1).asDouble())
                .put("button", "left")
                .put("clickCount", 1));
      }
    }

    /** Whether the page is to be dark or light. */
    void prefer(String look) {
      var parameters = none();
      parameters
          .putArray("features")
          .addObject()
          .put("name", "prefers-color-scheme")
          .put("value", look);
      send(session, "Emulation.setEmulatedMedia", parameters);
    }

    /** What can be seen of the page, as PNG. */
    byte[] picture() {
      var shot = send(session, "Page.captureScreenshot", none().put("format", "png"));
      return Base64.getDecoder().decode(shot.get("data").asString());
    }

    /** Presses and releases a key. */
    void press(String key) {
      for (String kind : List.of("keyDown", "keyUp")) {
        var event = none().put("type", kind).put("key", key);
        if (key.length() == 1 && kind.equals("keyDown")) {
          event.put("text", key);
        }
        if (key.equals("Enter")) {
          event.put("windowsVirtualKeyCode", 13).put("text", "\r");
        }
        if (CODES.containsKey(key)) {
          event.put("windowsVirtualKeyCode", CODES.get(key));
        }
        send(session, "Input.dispatchKeyEvent", event);
      }
    }
  }

  static String quoted(String text) {
    return MAPPER.writeValueAsString(text);
  }

  @Override
  public void close() {
    socket.abort();
    var children = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    // They write to the profile for a moment longer, which could not be deleted then.
    children.forEach(ProcessHandle::destroyForcibly);
    var ends = children.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(ends).completeOnTimeout(null, 1, TimeUnit.SECONDS).join();
  }
}
