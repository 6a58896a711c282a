package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.tools.attach.VirtualMachine;
import io.sluice.cli.environment.Exit;
import io.sluice.locks.admin.SluiceMXBean;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.management.JMX;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code sluice node} says, {@code --metrics} and {@code --jmx}. */
@Timeout(60)
class NodeTest {

  private static HttpResponse<String> get(HttpClient client, String address)
      throws IOException, InterruptedException {
    return client.send(
        HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void metricsAreServed() throws Exception {
    var process =
        SluiceProcess.of(
                List.of("-Xmx128m"),
                List.of(
                    "node", "--metrics", "0", "--cluster", "m-" + ProcessHandle.current().pid()))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var client = HttpClient.newHttpClient();
        var said = process.inputReader(StandardCharsets.UTF_8)) {
      String address = said.readLine().substring("metrics: ".length());
      assertThat(address).startsWith("http://127.0.0.1:");
      assertThat(said.readLine()).contains("view ");
      var page = get(client, address);
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.body())
          .containsPattern("sluice_members\\{cluster=\"m-[0-9]+\"\\} 1")
          .contains("sluice_views_total")
          .contains("sluice_lease_margin_seconds");
      assertThat(get(client, address.replace("/metrics", "/other")).statusCode()).isEqualTo(404);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  /** As {@code jconsole} does with the number of the process. */
  @Test
  void theNodeIsShownToJmx(@TempDir Path directory) throws Exception {
    var host = new HostProcesses(directory, "1s");
    try {
      var node = host.node("--jmx");
      var name =
          new ObjectName(
              "io.sluice:type=Node,cluster=%1$s,node=%2$s"
                  .formatted(
                      ObjectName.quote(host.cluster()),
                      ObjectName.quote(host.cluster() + "-" + node.pid())));
      try (var there = connected(node)) {
        var bean = JMX.newMXBeanProxy(there.getMBeanServerConnection(), name, SluiceMXBean.class);
        assertThat(bean.getMembers()).containsExactly(host.cluster() + "-" + node.pid());
        assertThat(bean.getView()).isPositive();
        var held = directory.resolve("held");
        var holder =
            host.start(
                "lock",
                "x",
                "--through-node",
                "--",
                "sh",
                "-c",
                "touch %s; sleep 60".formatted(held));
        await().atMost(Duration.ofSeconds(30)).until(() -> Files.exists(held));
        assertThat(bean.who("x")).singleElement().asString().contains("x: held for");
        assertThat(bean.release("x", "by JMX")).singleElement().asString().contains("released");
        assertThat(HostProcesses.ended(holder).code()).isEqualTo(Exit.LOST);
      }
    } finally {
      host.endAll();
    }
  }

  /** Without the option a node is in no list of beans. */
  @Test
  void aNodeIsNotShownToJmxUnasked(@TempDir Path directory) throws Exception {
    var host = new HostProcesses(directory, "1s");
    try (var there = connected(host.node())) {
      var all = there.getMBeanServerConnection().queryNames(new ObjectName("io.sluice:*"), null);
      assertThat(all).isEmpty();
    } finally {
      host.endAll();
    }
  }

  /** Through the agent that a JVM starts for its own user. */
  @SuppressWarnings("BanJNDI") // The other side is a process of this test.
  private static JMXConnector connected(Process node) throws Exception {
    var there = VirtualMachine.attach(Long.toString(node.pid()));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(there.startLocalManagementAgent()));
    } finally {
      there.detach();
    }
  }

  /** It needs another one of the two that are expected. */
  @Test
  void aNodeThatCannotJoinSaysSo(@TempDir Path directory) throws Exception {
    var host = new HostProcesses(directory, "1s");
    try {
      var node = host.start("node", "--discover", "localhost", "--expect", "2");
      assertThat(node.errorReader(StandardCharsets.UTF_8).readLine())
          .isEqualTo(
              "sluice node: no member of cluster '%s' yet, and tries again until enough others are found: check its name, --discover, --expect and --keystore"
                  .formatted(host.cluster()));
    } finally {
      host.endAll();
    }
  }

  @Test
  void badPorts() throws IOException {
    Spoken.by("node", "--metrics", "70000")
        .complains("--metrics 70000: write a port from 0 to 65535");
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Spoken.by("node", "--metrics", Integer.toString(taken.getLocalPort()))
          .complains("the port is in use; choose another, or 0");
    }
  }
}
