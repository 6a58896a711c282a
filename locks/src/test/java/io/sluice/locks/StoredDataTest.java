package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data in directories survives the end of all nodes, and damage is found out. */
@Timeout(180)
class StoredDataTest {

  private static final Duration LEASE = Duration.ofMillis(1500);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int SIZE = 200_000;

  @TempDir private Path directory;

  private DataNodes processes(String cluster, int copies) {
    return new DataNodes(cluster, LEASE, copies, Optional.of(directory));
  }

  @Test
  @Tag("long")
  void aRestartOfAllAfterKillKeepsTheLastCommit() throws Exception {
    try (var nodes = processes("stored-restart", 2)) {
      var first = List.of(nodes.start("a"), nodes.start("b"), nodes.start("c"));
      for (int number = 1; number <= 4; number++) {
        assertThat(first.get(number % 3).ask("write " + number)).isEqualTo("did " + number);
      }
      first.forEach(DataNodes.One::kill);
    }
    // Each has one file of a version: older ones are deleted.
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(file -> file.toString().contains("version-")))
          .hasSizeBetween(2, 3)
          .noneMatch(file -> file.toString().endsWith(".unfinished"));
    }
    try (var nodes = processes("stored-restart-again", 2)) {
      var one = nodes.start("c");
      assertThat(one.ask("read 500"))
          .as("one of three stores cannot know what is the newest")
          .contains("Timeout", "of 3 stores these are missing", "/a", "/b", "recover()");
      var two = nodes.start("a");
      assertThat(one.ask("read")).isEqualTo("saw 4");
      assertThat(two.ask("read")).isEqualTo("saw 4");
      assertThat(two.ask("write 5")).isEqualTo("did 5");
      two.kill();
      assertThat(one.ask("read")).isEqualTo("saw 5");
      var late = nodes.start("b");
      assertThat(late.ask("read")).isEqualTo("saw 5");
    }
  }

  /** The node that went on alone has the newest version; the other one cannot go back. */
  @Test
  @Tag("long")
  void anOlderStoreIsNotTakenForTheNewest() throws Exception {
    try (var nodes = processes("stored-older", 2)) {
      var a = nodes.start("a");
      var b = nodes.start("b");
      assertThat(a.ask("write 1")).isEqualTo("did 1");
      b.kill();
      assertThat(a.ask("write 2")).isEqualTo("did 2");
      a.kill();
    }
    try (var nodes = processes("stored-older-again", 2)) {
      var b = nodes.start("b");
      assertThat(b.ask("read 500")).contains("Timeout").contains("/a");
      var a = nodes.start("a");
      assertThat(b.ask("read")).isEqualTo("saw 2");
      a.kill();
    }
  }

  /** The user decides to go on with what is there. */
  @Test
  @Tag("long")
  void whatIsMissingCanBeGivenUp() throws Exception {
    try (var nodes = processes("stored-recover", 1)) {
      var a = nodes.start("a");
      var b = nodes.start("b");
      assertThat(b.ask("write 1")).isEqualTo("did 1");
      assertThat(a.ask("write 2")).isEqualTo("did 2");
      a.kill();
      b.kill();
    }
    try (var nodes = processes("stored-recover-again", 1)) {
      var b = nodes.start("b");
      assertThat(b.ask("read 500")).contains("Timeout");
      assertThat(b.ask("recover")).isEqualTo("recovered");
      assertThat(b.ask("read")).isEqualTo("saw 1");
    }
  }

  private DataHandle open(Sluice node, String place) {
    return node.data("image").size(SIZE).stored(directory.resolve(place)).open();
  }

  private static void write(DataHandle handle, long number) throws Exception {
    try (var view = handle.requestWrite().acquire(PATIENCE)) {
      NumberedData.write(view.segment(), number);
      view.commit();
    }
  }

  private static long read(DataHandle handle) throws Exception {
    try (var view = handle.requestRead().acquire(PATIENCE)) {
      return NumberedData.number(view.segment());
    }
  }

  /** A node that departs leaves the data to the others, also in its own directory. */
  @Test
  void theLastNodeToDepartHasTheData() throws Exception {
    try (var a = Sluice.join("stored-depart")) {
      var handle = open(a, "a");
      try (var b = Sluice.join("stored-depart")) {
        write(open(b, "b"), 1);
        assertThat(read(handle)).isEqualTo(1);
      }
      write(handle, 2);
    }
    try (var b = Sluice.join("stored-depart")) {
      var handle = open(b, "b");
      assertThatThrownBy(() -> handle.requestRead().acquire(Duration.ofMillis(200)))
          .hasMessageContaining("these are missing");
      try (var a = Sluice.join("stored-depart")) {
        assertThat(read(open(a, "a"))).isEqualTo(2);
        assertThat(read(handle)).isEqualTo(2);
      }
      assertThat(read(handle)).isEqualTo(2);
    }
    try (var b = Sluice.join("stored-depart")) {
      assertThat(read(open(b, "b"))).as("a departed before it").isEqualTo(2);
    }
  }

  private Path file(String place, String name) throws IOException {
    try (var files = Files.walk(directory.resolve(place))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(name))
          .max(Comparator.naturalOrder())
          .orElseThrow();
    }
  }

  private static void flip(Path file, int at) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    bytes[at] ^= 1;
    Files.write(file, bytes);
  }

  @Test
  void aVersionThatIsTornOrFlippedIsNotUsed() throws Exception {
    for (boolean torn : List.of(true, false)) {
      String place = "damaged-" + torn;
      try (var a = Sluice.join(place)) {
        write(open(a, place), 1);
      }
      var file = file(place, "version-");
      if (torn) {
        Files.write(file, java.util.Arrays.copyOf(Files.readAllBytes(file), SIZE / 2));
      } else {
        flip(file, SIZE / 2);
      }
      try (var a = Sluice.join(place)) {
        var handle = open(a, place);
        assertThatThrownBy(() -> read(handle))
            .isInstanceOfSatisfying(
                DataLostException.class,
                lost -> {
                  assertThat(lost.known()).isPositive();
                  assertThat(lost.surviving()).isZero();
                });
        handle.recover(PATIENCE);
        assertThat(read(handle)).isZero();
      }
    }
  }

  @Test
  void aRecordThatIsDamagedIsRefused() throws Exception {
    try (var a = Sluice.join("stored-record")) {
      write(open(a, "a"), 1);
    }
    flip(file("a", "record"), 20);
    try (var a = Sluice.join("stored-record")) {
      assertThatThrownBy(() -> open(a, "a"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("record is damaged")
          .hasMessageContaining("delete that directory");
    }
  }

  @Test
  void aDirectoryThatCannotBeUsedIsRefusedBeforeAnythingElse() throws Exception {
    try (var a = Sluice.join("stored-refused");
        var b = Sluice.join("stored-refused")) {
      var plain = Files.writeString(directory.resolve("file"), "no directory");
      assertThatThrownBy(() -> a.data("image").size(SIZE).stored(plain).open())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("cannot be stored in " + plain)
          .hasMessageContaining("name another directory");
      var _ = open(a, "a");
      assertThatThrownBy(() -> open(b, "a"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a directory of its own");
      assertThatThrownBy(() -> open(a, "c"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the same directory");
    }
  }

  @Test
  void aWriterWithoutADirectoryIsRefused() throws Exception {
    try (var a = Sluice.join("stored-mixed");
        var b = Sluice.join("stored-mixed")) {
      write(open(a, "a"), 1);
      var plain = b.data("image").size(SIZE).open();
      assertThat(read(plain)).isEqualTo(1);
      assertThatThrownBy(() -> write(plain, 2))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("stored(directory)");
      write(open(b, "b"), 2);
      assertThat(read(plain)).isEqualTo(2);
    }
  }
}
