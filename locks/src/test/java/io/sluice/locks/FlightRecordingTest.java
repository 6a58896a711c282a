package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What stands in a flight recording. */
@Timeout(60)
class FlightRecordingTest {

  @TempDir private Path directory;

  private static List<RecordedEvent> of(List<RecordedEvent> all, String kind, String lock) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("io.sluice." + kind))
        .filter(event -> event.getString("lock").equals(lock))
        .toList();
  }

  @Test
  void waitsHoldsLossesAndViewsAreRecorded() throws Exception {
    Path file = directory.resolve("locks.jfr");
    long fence;
    try (var recording = new Recording()) {
      recording.enable("io.sluice.LockWait").withThreshold(Duration.ZERO);
      recording.enable("io.sluice.LockHeld").withThreshold(Duration.ZERO);
      recording.enable("io.sluice.LockLost");
      recording.enable("io.sluice.ViewChange");
      recording.start();
      var here = Sluice.named("recorded").nodeName("here").join();
      try (var there = Sluice.named("recorded").nodeName("there").join()) {
        var lease = there.lock("jfr").acquire(Duration.ofSeconds(5));
        assertThatThrownBy(() -> here.lock("jfr").acquire(Duration.ofMillis(30)))
            .isInstanceOf(TimeoutException.class);
        var waiting = here.lock("jfr").acquireAsync();
        lease.close();
        fence = waiting.get(5, TimeUnit.SECONDS).fence();
        here.close();
      }
      recording.stop();
      recording.dump(file);
    }
    var all = RecordingFile.readAllEvents(file);
    var waits = of(all, "LockWait", "jfr");
    assertThat(waits)
        .extracting(event -> event.getString("outcome"))
        .containsExactlyInAnyOrder("INSIDE", "WITHDRAWN", "INSIDE");
    assertThat(waits).allMatch(event -> event.getString("algorithm").equals("token-queue"));
    assertThat(waits)
        .filteredOn(event -> event.getString("outcome").equals("WITHDRAWN"))
        .allMatch(event -> event.getDuration().toMillis() >= 29)
        .allMatch(event -> event.getLong("fence") == 0);
    var held = of(all, "LockHeld", "jfr");
    assertThat(held)
        .extracting(event -> event.getBoolean("lost"))
        .containsExactlyInAnyOrder(true, false);
    assertThat(of(all, "LockLost", "jfr"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLong("fence")).isEqualTo(fence);
              assertThat(event.getString("reason")).contains("closed");
            });
    assertThat(all)
        .filteredOn(event -> event.getEventType().getName().equals("io.sluice.ViewChange"))
        .extracting(event -> event.getString("members"))
        .contains("here", "here there", "there", "");
  }

  /** Each lock that is taken away leaves an audit event where it was held. */
  @Test
  void forcedReleasesAreRecorded() throws Exception {
    Path file = directory.resolve("forced.jfr");
    long fence;
    try (var recording = new Recording()) {
      recording.enable("io.sluice.ForcedRelease");
      recording.start();
      try (var holder = Sluice.named("audited").nodeName("holder").join();
          var other = Sluice.named("audited").nodeName("other").join()) {
        var lease = holder.lock("jfr-forced").acquire(Duration.ofSeconds(5));
        fence = lease.fence();
        other.inspect().release("jfr-forced", "its host is being replaced");
        assertThat(lease.valid()).isFalse();
        // No thread holds it now: nothing is taken away, and nothing recorded.
        other.inspect().release("jfr-forced", "once more");
      }
      recording.stop();
      recording.dump(file);
    }
    assertThat(of(RecordingFile.readAllEvents(file), "ForcedRelease", "jfr-forced"))
        .singleElement()
        .satisfies(
            event -> {
              assertThat(event.getLong("fence")).isEqualTo(fence);
              assertThat(event.getString("by")).isEqualTo("other");
              assertThat(event.getString("reason")).isEqualTo("its host is being replaced");
            });
  }
}
