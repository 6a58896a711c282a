package io.sluice.cluster.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jgroups.blocks.cs.TcpConnection;
import org.jgroups.logging.CustomLogFactory;
import org.jgroups.logging.Log;
import org.jgroups.logging.LogFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What of JGroups' complaints people see, and what only those see who look for details. */
class QuietJGroupsLogTest {

  private static final String COMPLAINT = "%s: no such thing at %s";

  /** Level and text of what was logged. */
  private final List<String> lines = new ArrayList<>();

  private final CustomLogFactory before = LogFactory.getCustomLogFactory();

  @AfterEach
  void restore() {
    LogFactory.setCustomLogFactory(before);
  }

  private Log quiet() throws Exception {
    LogFactory.setCustomLogFactory(
        new CustomLogFactory() {
          @Override
          public Log getLog(Class<?> type) {
            return kept();
          }

          @Override
          public Log getLog(String category) {
            return kept();
          }
        });
    return QuietJGroupsLog.during(() -> LogFactory.getLog(TcpConnection.class));
  }

  private Log kept() {
    return (Log)
        Proxy.newProxyInstance(
            Log.class.getClassLoader(),
            new Class<?>[] {Log.class},
            (_, method, arguments) -> {
              lines.add(method.getName() + " " + arguments[0]);
              return null;
            });
  }

  @Test
  void aComplaintIsMadeOnce() throws Exception {
    var log = quiet();
    log.error(COMPLAINT, "here", "there");
    log.error(COMPLAINT, "here", "elsewhere");
    log.warn("took 300 ms");
    log.warn("took 200 ms");
    assertThat(lines)
        .containsExactly(
            "error " + COMPLAINT, "debug " + COMPLAINT, "warn took 300 ms", "debug took 200 ms");
  }

  @Test
  void theOrdinaryEndOfAConnectionIsNoComplaint() throws Exception {
    var log = quiet();
    for (String each : QuietJGroupsLog.ORDINARY) {
      log.error(each, "here", "there", "Broken pipe");
    }
    assertThat(lines)
        .isNotEmpty()
        .allMatch(line -> line.startsWith("debug "), "at level debug alone");
  }

  /** Otherwise this version of JGroups says it in other words. */
  @Test
  void jGroupsSaysSoInTheseWords() throws Exception {
    try (var source = TcpConnection.class.getResourceAsStream("TcpConnection.class")) {
      assertThat(source).isNotNull();
      var constants = new String(source.readAllBytes(), StandardCharsets.ISO_8859_1);
      assertThat(QuietJGroupsLog.ORDINARY).allMatch(constants::contains);
    }
  }
}
