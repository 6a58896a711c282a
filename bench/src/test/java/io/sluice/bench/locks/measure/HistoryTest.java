package io.sluice.bench.locks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sluice.bench.locks.measure.Entry.Mode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the entry logs of several contenders show. */
class HistoryTest {

  private static final long ALWAYS = 1_000_000;

  @TempDir Path folder;

  private int written;

  @Test
  void handOverIsFromAReleaseToTheEntryOfAWaitingProcess() throws IOException {
    var history =
        history(
            List.of(exclusive(0, 10, 20), exclusive(25, 150, 160)), List.of(exclusive(5, 60, 110)));

    assertThat(history.overlaps()).isZero();
    assertThat(history.entries()).isEqualTo(3);
    assertThat(history.changes()).isEqualTo(1);
    assertThat(history.handOver(0)).contains(40L);
    assertThat(history.handOver(100)).contains(40L);
    assertThat(history.fewest()).isEqualTo(1);
    assertThat(history.most()).isEqualTo(2);
  }

  @Test
  void aProcessThatAskedLaterWasNotHandedTheLock() throws IOException {
    var history = history(List.of(exclusive(0, 10, 20)), List.of(exclusive(30, 60, 110)));

    assertThat(history.changes()).isEqualTo(1);
    assertThat(history.handOver(50)).isEmpty();
  }

  @Test
  void enteringAgainIsNoHandOver() throws IOException {
    var history = history(List.of(exclusive(0, 10, 20), exclusive(21, 30, 40)), List.of());

    assertThat(history.changes()).isCloseTo(0.5, within(1e-9));
    assertThat(history.handOver(50)).isEmpty();
    assertThat(history.fewest()).isZero();
  }

  @Test
  void overlapsAreCounted() throws IOException {
    var history =
        history(
            List.of(exclusive(0, 10, 100)),
            List.of(exclusive(0, 20, 30), exclusive(31, 40, 50), exclusive(51, 100, 110)));

    assertThat(history.overlaps()).isEqualTo(2);
  }

  @Test
  void overlapsCountOutsideTheWindowToo() throws IOException {
    var logs = List.of(List.of(exclusive(0, 10, 100)), List.of(exclusive(0, 20, 30)));
    var history = History.of(write(logs), 500, ALWAYS);

    assertThat(history.overlaps()).isEqualTo(1);
    assertThat(history.entries()).isZero();
  }

  @Test
  void readersShareAndWritersDoNot() throws IOException {
    var shared = history(List.of(entry(Mode.READ, 10, 100)), List.of(entry(Mode.READ, 20, 30)));
    var writerAmongReaders =
        history(List.of(entry(Mode.READ, 10, 100)), List.of(entry(Mode.WRITE, 20, 30)));
    var readerBesideWriter =
        history(List.of(entry(Mode.WRITE, 10, 100)), List.of(entry(Mode.READ, 20, 30)));

    assertThat(shared.overlaps()).isZero();
    assertThat(writerAmongReaders.overlaps()).isEqualTo(1);
    assertThat(readerBesideWriter.overlaps()).isEqualTo(1);
  }

  @Test
  void onlyTheWindowMakesTheRate() throws IOException {
    var log = new ArrayList<Entry>();
    for (int i = 0; i < 10_000; i++) {
      log.add(exclusive(10L * i, 10L * i + 1, 10L * i + 2));
    }
    var history = History.of(write(List.of(log)), 20_000, 70_000);

    assertThat(history.entries()).isEqualTo(5_000);
    assertThat(history.entriesPerSecond()).isCloseTo(1e8, within(1.0));
  }

  private static Entry exclusive(long asked, long entered, long left) {
    return new Entry(Mode.EXCLUSIVE, asked, entered, left);
  }

  private static Entry entry(Mode mode, long entered, long left) {
    return new Entry(mode, 0, entered, left);
  }

  private History history(List<Entry> first, List<Entry> second) throws IOException {
    return History.of(write(List.of(first, second)), 0, ALWAYS);
  }

  private List<Path> write(List<List<Entry>> logs) throws IOException {
    var paths = new ArrayList<Path>();
    for (var log : logs) {
      int number = written++;
      var path = folder.resolve("log-" + number);
      try (var writer = new EntryLog.Writer(path)) {
        for (var entry : log) {
          writer.add(entry.mode(), entry.asked(), entry.entered(), entry.left());
        }
      }
      paths.add(path);
    }
    return paths;
  }
}
