package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With one copy, a version dies with its only holder; the survivors are told, and decide. */
@Timeout(180)
class DataLossTest {

  private static final Duration LEASE = Duration.ofMillis(1500);

  @Test
  @Tag("long")
  void whatOnlyAKilledNodeHadIsReportedLostAndCanBeRecovered() throws Exception {
    try (var nodes = new DataNodes("data-loss", LEASE, 1, Optional.empty())) {
      var founder = nodes.start("founder");
      var writer = nodes.start("writer");
      var reader = nodes.start("reader");
      assertThat(writer.ask("write 1")).isEqualTo("did 1");
      assertThat(reader.ask("read")).isEqualTo("saw 1");
      assertThat(writer.ask("write 2")).isEqualTo("did 2");
      // The reader hears of version 2 with the lock, and the writer dies before the bytes come.
      assertThat(reader.ask("arm STALL")).isEqualTo("armed");
      reader.tell("read").expect("faulted STALL");
      writer.kill();
      String[] lost = reader.answer().split(" ", -1);
      assertThat(lost[0]).isEqualTo("lost");
      long known = Long.parseLong(lost[1]);
      long surviving = Long.parseLong(lost[2]);
      assertThat(surviving).isPositive().isLessThan(known);
      assertThat(founder.ask("read"))
          .as("a node that has nothing says what another one has")
          .isEqualTo("lost " + known + " " + surviving);
      assertThat(founder.ask("write 3")).startsWith("lost");
      assertThat(founder.ask("recover")).isEqualTo("recovered");
      assertThat(founder.ask("read")).isEqualTo("saw 1");
      assertThat(reader.ask("read")).isEqualTo("saw 1");
      assertThat(reader.ask("write 4")).isEqualTo("did 4");
      assertThat(founder.ask("read")).isEqualTo("saw 4");
    }
  }
}
