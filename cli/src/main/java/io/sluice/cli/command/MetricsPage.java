package io.sluice.cli.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** Serves metrics in the text format of Prometheus, on the loopback address only. */
final class MetricsPage implements AutoCloseable {

  private static final String PATH = "/metrics";
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final HttpServer server;

  private MetricsPage(HttpServer server) {
    this.server = server;
  }

  /** Starts serving at that port of the loopback address. */
  static MetricsPage at(int port) throws IOException {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "--metrics %d: write a port from 0 to 65535".formatted(port));
    }
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    try {
      var page = new MetricsPage(HttpServer.create(address, 0));
      page.server.createContext("/", page::answer);
      page.server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      page.server.start();
      return page;
    } catch (BindException e) {
      throw new IllegalArgumentException(
          "--metrics %d: the port is in use; choose another, or 0 for any free one".formatted(port),
          e);
    }
  }

  MeterRegistry registry() {
    return registry;
  }

  String address() {
    return "http://%s:%d%s"
        .formatted(
            server.getAddress().getAddress().getHostAddress(), server.getAddress().getPort(), PATH);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(NOT_FOUND, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.sendResponseHeaders(NOT_ALLOWED, -1);
      } else {
        byte[] text = registry.scrape().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4");
        exchange.sendResponseHeaders(200, text.length);
        exchange.getResponseBody().write(text);
      }
    }
  }

  @Override
  public void close() {
    server.stop(0);
    registry.close();
  }
}
