package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The examples of the guide to data compile and run. */
@Timeout(60)
@SuppressWarnings({"try", "UnusedVariable"}) // examples do nothing with some of what they get
class DataExampleTest {

  private static final Pattern EXAMPLE = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

  private final Logger log = LoggerFactory.getLogger(DataExampleTest.class);

  private static void compute() {
    Thread.onSpinWait();
  }

  @Test
  void guide() throws Exception {
    try (var sluice = Sluice.join("data-examples")) {
      DataHandle prices = sluice.data("prices").size(1 << 20).open();
      try (WriteView view = prices.requestWrite().acquire(Duration.ofSeconds(10))) {
        view.segment().set(ValueLayout.JAVA_LONG, 0, 42);
        view.commit();
      }
      try (var view = prices.requestWrite().acquire()) {
        view.segment().set(ValueLayout.JAVA_LONG, 4096, 43);
        view.changed(4096, 8);
        view.commit();
      }
      Pending<ReadView> pending = prices.requestRead();
      compute();
      try (ReadView view = pending.acquire(Duration.ofSeconds(10))) {
        long price = view.segment().get(ValueLayout.JAVA_LONG, 0);
      }
      Pending<WriteView> turn = prices.requestWrite();
      for (int step = 0; step < 10; step++) {
        try (var view = turn.acquire()) {
          view.segment().set(ValueLayout.JAVA_LONG, 0, step);
          view.commit();
          turn = view.again();
        }
        compute();
      }
      turn.close();
      try (var view = prices.requestRead().acquire()) {
        assertThat(view.segment().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(9);
        assertThat(view.segment().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(43);
      }
    }
  }

  @Test
  void crashes() throws Exception {
    try (var sluice = Sluice.join("data-examples")) {
      DataHandle scratch = sluice.data("scratch").size(4096).copies(1).open();
      try (var view = scratch.requestRead().acquire(Duration.ofSeconds(10))) {
        compute();
      } catch (DataLostException e) {
        log.warn("version {} is lost, going on with {}", e.known(), e.surviving());
        scratch.recover(Duration.ofSeconds(10));
      }
      try (var view = scratch.requestRead().acquire()) {
        assertThat(view.version()).isZero();
      }
    }
  }

  /** Compiled only: it writes to a directory of the system. */
  static DataHandle stored(Sluice sluice) {
    DataHandle ledger = sluice.data("ledger").size(4096).stored(Path.of("/var/lib/orders")).open();
    return ledger;
  }

  @Test
  void everyExampleIsHere() throws IOException {
    String here = words(Path.of("src/test/java/io/sluice/locks/DataExampleTest.java"));
    assertThat(EXAMPLE.matcher(Files.readString(Path.of("../docs/data.md"))).results())
        .hasSizeGreaterThan(4)
        .allSatisfy(example -> assertThat(here).contains(words(example.group(1))));
  }

  private static String words(Path file) throws IOException {
    return words(Files.readString(file));
  }

  private static String words(String text) {
    return String.join(" ", text.strip().split("\\s+", -1));
  }
}
