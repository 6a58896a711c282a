package org.example.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import io.sluice.streams.WindowResult;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.example.running.SluiceRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ClickSessionsTest {

  private static final Path FILE = Path.of("clicks.txt");

  private final List<WindowResult<String, Visit>> visits = new ArrayList<>();
  private final List<Click> late = new ArrayList<>();
  private final List<Object> noClicks = new ArrayList<>();

  private void run(Source<String> lines, int... instances) throws InterruptedException {
    var pipeline =
        ClickSessions.sessions(
                lines, Sink.collect(visits), Sink.collect(late), (_, line, _) -> noClicks.add(line))
            .instances("sessions", 1, 4);
    try (var running = pipeline.start()) {
      for (int next : instances) {
        var _ = running.scale("sessions", next);
      }
      running.await();
    }
  }

  @Test
  void visitsAndLateClicksAreFound() throws Exception {
    run(Source.lines(FILE));
    assertThat(visits)
        .extracting(
            visit ->
                "%s %s %d %s"
                    .formatted(
                        visit.key(),
                        Instant.ofEpochMilli(visit.start()),
                        visit.value().clicks(),
                        visit.value().last().page()))
        .containsExactlyInAnyOrder(
            "ann 2026-03-01T09:00:00Z 4 /order",
            "ann 2026-03-01T10:30:00Z 2 /order/1",
            "bob 2026-03-01T09:00:40Z 4 /help/locks",
            "bob 2026-03-01T11:45:00Z 1 /home",
            "cyd 2026-03-01T10:31:00Z 1 /home");
    assertThat(late).extracting(Click::page).containsExactly("/boats/9");
    assertThat(noClicks).containsExactly("this is no click");
  }

  /** 400 users, each with 50 visits of 5 clicks. */
  @Test
  void theVisitsDoNotDependOnTheInstances() throws Exception {
    var lines =
        Source.generate(
                number -> {
                  long round = number / 400;
                  long time = round / 5 * 3_600_000 + round % 5 * 60_000;
                  return Instant.ofEpochMilli(time) + " user" + number % 400 + " /page";
                })
            .limit(100_000);
    run(lines, 4, 1, 3);
    assertThat(visits).hasSize(400 * 50).allMatch(visit -> visit.value().clicks() == 5);
    assertThat(late).isEmpty();
  }

  @Test
  void itRunsFromAShell(@TempDir Path directory) throws Exception {
    assertThat(SluiceRun.of(ClickSessions.class, directory, "--", FILE.toString()))
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(
                    "2026-03-01T09:00:00Z ann: 4 clicks, from /home to /order",
                    "2026-03-01T10:30:00Z ann: 2 clicks, from /home to /order/1",
                    "2026-03-01T09:00:40Z bob: 4 clicks, from /home to /help/locks",
                    "2026-03-01T11:45:00Z bob: 1 clicks, from /home to /home",
                    "2026-03-01T10:31:00Z cyd: 1 clicks, from /home to /home",
                    "late: 2026-03-01T09:10:00Z bob /boats/9")
                .toList());
  }
}
