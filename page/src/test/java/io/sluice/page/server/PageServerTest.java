package io.sluice.page.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import io.sluice.page.theatre.Theatre;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the server refuses, and what it survives. */
class PageServerTest {

  /** Sockets that the JDK still has to close, and what other tests of this process open. */
  private static final long FEW = 30;

  private static PageServer server;
  private static int port;

  @BeforeAll
  static void start() {
    server = new PageServer(0, List.of(Assets.THEATRE), new Theatre(Catalogue.builtIn()).routes());
    port = URI.create(server.address()).getPort();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** Sends a request as it is, and returns the whole answer. */
  private static String send(String request) throws IOException {
    return send(request.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static String send(byte[] request) throws IOException {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(20_000);
      socket.getOutputStream().write(request);
      socket.shutdownOutput();
      return new String(read(socket.getInputStream()), StandardCharsets.UTF_8);
    }
  }

  private static byte[] read(InputStream in) {
    try {
      return in.readAllBytes();
    } catch (IOException e) {
      return new byte[0]; // the server has closed the connection, as it may
    }
  }

  private static String get(String path, String host, String... headers) throws IOException {
    return send(
        "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%s\r\n"
            .formatted(path, host, String.join("", headers)));
  }

  private static String here() {
    return "127.0.0.1:" + port;
  }

  private static String post(String header) throws IOException {
    return send(
        "POST /api/trace HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n%sContent-Length: 2\r\n\r\n{}"
            .formatted(here(), header));
  }

  @Test
  void thePageLoadsNothingFromElsewhere() throws IOException {
    String answer = get("/", here());
    assertThat(answer)
        .startsWith("HTTP/1.1 200")
        .contains("default-src 'none'")
        .contains("nosniff")
        .containsIgnoringCase("<title>Sluice theatre</title>");
    for (String file : Assets.SCRIPTS) {
      assertThat(get("/" + file, here())).startsWith("HTTP/1.1 200").contains("text/javascript");
    }
  }

  @Test
  void anotherHostIsRefused() throws IOException {
    assertThat(get("/", "evil.example:" + port)).startsWith("HTTP/1.1 421");
    assertThat(get("/api/gallery", "127.0.0.1:1")).startsWith("HTTP/1.1 421");
    assertThat(get("/api/gallery", "localhost:" + port)).startsWith("HTTP/1.1 200");
  }

  @Test
  void anotherSiteIsRefused() throws IOException {
    assertThat(get("/api/gallery", here(), "Sec-Fetch-Site: cross-site\r\n"))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void sendingNeedsTheToken() throws IOException {
    assertThat(post("")).startsWith("HTTP/1.1 403").contains("token of the link");
    assertThat(post("X-Sluice-Token: wrong\r\n")).startsWith("HTTP/1.1 403");
    assertThat(post("X-Sluice-Token: " + server.secret() + "\r\n"))
        .startsWith("HTTP/1.1 400")
        .contains("sluiceTrace");
  }

  @Test
  void onlyFilesOfThePageAreRead() throws IOException {
    for (String path :
        new String[] {"/../pom.xml", "/%2e%2e/pom.xml", "/Assets.class", "//etc/passwd"}) {
      assertThat(get(path, here())).doesNotStartWith("HTTP/1.1 200");
    }
  }

  @Test
  void wrongRequestsGetASentence() throws IOException {
    assertThat(get("/api/run?p=no-such", here()))
        .startsWith("HTTP/1.1 400")
        .contains("no protocol is named");
    assertThat(get("/api/run?p=lamport&nodes=99999", here()))
        .startsWith("HTTP/1.1 400")
        .contains("at most 32");
    assertThat(get("/api/run?p=lamport&go=abcd", here()))
        .startsWith("HTTP/1.1 400")
        .contains("choice 1 of the link");
    assertThat(get("/api/run?p=%zz", here())).startsWith("HTTP/1.1 400");
  }

  @Test
  void nonsenseDoesNotHarmIt() throws IOException {
    sendNonsense(1_000);
  }

  @Test
  @Tag("long")
  void tenThousandNonsenseRequestsNeitherCrashItNorLeak() throws Exception {
    sendNonsense(100); // what is loaded once is no leak
    long before = openFiles();
    sendNonsense(10_000);
    awaitFewFiles(before);
  }

  private static long openFiles() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof UnixOperatingSystemMXBean unix ? unix.getOpenFileDescriptorCount() : 0;
  }

  /** The server closes what is idle or slow within some seconds. */
  private static void awaitFewFiles(long before) throws InterruptedException {
    long end = System.nanoTime() + Duration.ofSeconds(40).toNanos();
    while (openFiles() > before + FEW && System.nanoTime() - end < 0) {
      Thread.sleep(200);
    }
    System.out.printf("open files before %,d, after %,d%n", before, openFiles());
    assertThat(openFiles()).as("open files").isLessThanOrEqualTo(before + FEW);
  }

  private static void sendNonsense(int requests) throws IOException {
    var random = new Random(1);
    String[] seeds = {
      "GET /api/run?p=lamport&nodes=3&go=abcd HTTP/1.1\r\nHost: " + here() + "\r\n\r\n",
      "GET /api/scope?p=forks&groups=2x2&losses=1 HTTP/1.1\r\nHost: " + here() + "\r\n\r\n",
      "POST /api/trace HTTP/1.1\r\nHost: " + here() + "\r\nContent-Length: 5\r\n\r\nhello",
    };
    for (int k = 0; k < requests; k++) {
      byte[] request = seeds[k % seeds.length].getBytes(StandardCharsets.ISO_8859_1);
      for (int change = random.nextInt(8); change >= 0; change--) {
        request[random.nextInt(request.length)] = (byte) random.nextInt(256);
      }
      var _ = send(request);
    }
    assertThat(get("/api/gallery", here())).startsWith("HTTP/1.1 200");
  }

  @Test
  void slowConnectionsDoNotKeepOthersOut() throws IOException {
    beSlow(100);
  }

  @Test
  @Tag("long")
  void fiveHundredSlowConnectionsNeitherKeepOthersOutNorLeak() throws Exception {
    long before = openFiles();
    beSlow(500);
    awaitFewFiles(before);
  }

  private static void beSlow(int connections) throws IOException {
    var slow = new ArrayList<Socket>();
    try {
      for (int k = 0; k < connections; k++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        slow.add(socket);
        socket.getOutputStream().write("GET / HTTP/1.1\r\nHos".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
      }
      assertThat(get("/api/gallery", here())).startsWith("HTTP/1.1 200");
    } finally {
      for (var socket : slow) {
        socket.close();
      }
    }
  }
}
