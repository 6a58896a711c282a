package io.sluice.page.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A small web server for a browser on this machine.
 *
 * <p>It listens on the loopback interface only. It refuses requests whose Host header names another
 * host, so that no other site can have a browser read it under its own name; requests that another
 * site made; and requests that send something without the token of the printed link. The page loads
 * nothing from elsewhere: its content security policy forbids it.
 */
public final class PageServer implements AutoCloseable {

  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
          + " img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  /** A drawing holds its own style sheet, and nothing else happens in it. */
  private static final String DRAWING = "default-src 'none'; style-src 'unsafe-inline'";

  /** What is being sent may be sent to its end. */
  private static final int GRACE_SECONDS = 1;

  private static final int MOST_BYTES = 8 << 20;
  private static final int MOST_AT_ONCE = 200;
  private static final int BACKLOG = 200;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore atOnce = new Semaphore(MOST_AT_ONCE);
  private final Map<String, Route> routes;
  private final List<String> frames;
  private final String token = token();

  /**
   * Starts it.
   *
   * @param port 0 for any that is free
   * @param frames the frames that can be opened; the root is the first
   * @param routes what answers, by path
   * @throws UncheckedIOException if the port cannot be had
   */
  public PageServer(int port, List<String> frames, Map<String, Route> routes) {
    this.routes = Map.copyOf(routes);
    this.frames = List.copyOf(frames);
    limitIdleConnections();
    try {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      this.server = HttpServer.create(address, BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot listen on port %d of this machine: %s".formatted(port, e.getMessage()), e);
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Slow senders and idle connections are closed; the JDK reads these once, at the first use. */
  private static void limitIdleConnections() {
    for (String limit : new String[] {"maxReqTime", "maxRspTime", "idleInterval"}) {
      String name = "sun.net.httpserver." + limit;
      if (System.getProperty(name) == null) {
        System.setProperty(name, limit.equals("maxRspTime") ? "600" : "10");
      }
    }
  }

  private static String token() {
    byte[] bytes = new byte[18];
    new SecureRandom().nextBytes(bytes);
    return Base64.getUrlEncoder().encodeToString(bytes);
  }

  /** The address of the page. */
  public String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
  }

  /** What a request needs that sends something. */
  public String secret() {
    return token;
  }

  private void handle(HttpExchange exchange) {
    if (!atOnce.tryAcquire()) {
      exchange.close();
      return;
    }
    try (exchange) {
      answer(exchange);
    } catch (IOException e) {
      // The browser has closed the connection.
    } finally {
      atOnce.release();
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    try {
      checkOrigin(exchange);
      String path = exchange.getRequestURI().getPath();
      var route = Optional.ofNullable(routes.get(path));
      if (route.isPresent()) {
        answer(exchange, route.get());
      } else {
        method(exchange, "GET");
        var file = Assets.find(path, frames);
        send(exchange, file.orElseThrow(() -> new Refused(404, "there is no " + path)));
      }
    } catch (Refused e) {
      fail(exchange, e.status(), String.valueOf(e.getMessage()));
    } catch (IllegalArgumentException e) {
      fail(exchange, 400, String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      fail(exchange, 500, "the page failed: " + e);
    }
  }

  private void answer(HttpExchange exchange, Route route) throws IOException {
    var query = Query.of(Optional.ofNullable(exchange.getRequestURI().getRawQuery()));
    switch (route) {
      case Route.Read read -> {
        method(exchange, "GET");
        send(exchange, json(read.answer(query)));
      }
      case Route.Download download -> {
        method(exchange, "GET");
        send(exchange, download.answer(query));
      }
      case Route.Take take -> {
        method(exchange, "POST");
        checkToken(exchange);
        send(exchange, json(take.answer(body(exchange))));
      }
      case Route.Follow follow -> {
        method(exchange, "GET");
        follow(exchange, follow, query);
      }
    }
  }

  private static Route.Content json(ObjectNode node) {
    return new Route.Content("application/json", MAPPER.writeValueAsString(node));
  }

  private static void follow(HttpExchange exchange, Route.Follow route, Query query)
      throws IOException {
    headers(exchange, "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    var out = exchange.getResponseBody();
    route.follow(
        query,
        event -> {
          String text = "data: " + MAPPER.writeValueAsString(event) + "\n\n";
          out.write(text.getBytes(StandardCharsets.UTF_8));
          out.flush();
        });
  }

  private static void method(HttpExchange exchange, String expected) {
    if (!exchange.getRequestMethod().equals(expected)) {
      throw new Refused(405, "only %s is possible here".formatted(expected));
    }
  }

  private void checkOrigin(HttpExchange exchange) {
    int port = server.getAddress().getPort();
    String host = Optional.ofNullable(exchange.getRequestHeaders().getFirst("Host")).orElse("");
    boolean known =
        host.equals("127.0.0.1:" + port)
            || host.equals("localhost:" + port)
            || host.equals("[::1]:" + port);
    if (!known) {
      throw new Refused(421, "this page is read at " + address() + " only");
    }
    String site = exchange.getRequestHeaders().getFirst("Sec-Fetch-Site");
    boolean opened = "document".equals(exchange.getRequestHeaders().getFirst("Sec-Fetch-Dest"));
    if (site != null && site.startsWith("cross") && !opened) {
      throw new Refused(403, "another site may not read this page");
    }
  }

  private void checkToken(HttpExchange exchange) {
    String given =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Sluice-Token")).orElse("");
    if (!MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8))) {
      throw new Refused(
          403, "this needs the token of the link that the command printed: open that link");
    }
  }

  private static String body(HttpExchange exchange) throws IOException {
    byte[] bytes = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new Refused(413, "at most %d MiB are taken".formatted(MOST_BYTES >> 20));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static void fail(HttpExchange exchange, int status, String why) throws IOException {
    if (exchange.getResponseCode() < 0) {
      var node = MAPPER.createObjectNode().put("error", why);
      send(exchange, status, json(node));
    }
  }

  private static void send(HttpExchange exchange, Route.Content content) throws IOException {
    send(exchange, 200, content);
  }

  private static void send(HttpExchange exchange, int status, Route.Content content)
      throws IOException {
    byte[] bytes = content.text().getBytes(StandardCharsets.UTF_8);
    headers(exchange, content.type());
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private static void headers(HttpExchange exchange, String type) {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    headers.set("Content-Security-Policy", type.startsWith("image/svg") ? DRAWING : POLICY);
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Cache-Control", "no-store");
  }

  @Override
  public void close() {
    server.stop(GRACE_SECONDS);
    threads.shutdownNow();
  }
}
