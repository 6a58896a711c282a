package io.sluice.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class ProgressLineTest {

  private final StringWriter err = new StringWriter();

  private ProgressLine line(Terminal terminal) {
    return new ProgressLine(new PrintWriter(err), terminal, false);
  }

  @Test
  void onATerminalItIsRewrittenAndWipedInTheEnd() throws InterruptedException {
    try (var line = line(new Terminal(true, true, true, true))) {
      line.at(() -> "too early");
      Thread.sleep(250);
      line.at(() -> "x".repeat(200));
    }
    assertThat(err.toString()).isEqualTo("\r\u001b[K" + "x".repeat(79) + "\r\u001b[K");
  }

  @Test
  void elsewhereAShortRunLeavesNoTrace() {
    try (var line = line(Terminal.NONE)) {
      line.at(() -> "hardly begun");
    }
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theBarFills() {
    assertThat(ProgressLine.bar(0.5, "half")).isEqualTo("[##########..........]  50 %  half");
    assertThat(ProgressLine.bar(7, "over")).startsWith("[####################] 100 %");
  }
}
