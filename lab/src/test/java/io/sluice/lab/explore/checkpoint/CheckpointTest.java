package io.sluice.lab.explore.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Saving;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.TwoFixedGroupsRepaired;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A checkpoint is complete, of the same search, and unharmed; or it is refused. */
class CheckpointTest {

  private static final Scope<?, ?> SCOPE = Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 1);

  @TempDir Path directory;

  private static Result search(Scope<?, ?> scope, Saving saving) {
    return Explorer.search(scope, Effort.full().withWorkers(2).saving(saving));
  }

  /** Searches some levels, and leaves a checkpoint. */
  private void interrupt(Scope<?, ?> scope, int levels) {
    var looks = new AtomicInteger(levels);
    var effort =
        Effort.full()
            .withWorkers(2)
            .saving(Saving.to(directory))
            .until(() -> looks.decrementAndGet() < 0);
    var result = Explorer.search(scope, effort);
    assertThat(result.verdict()).isEqualTo(new Verdict.Incomplete());
    assertThat(result.what())
        .contains("the search was cancelled")
        .contains("it can be resumed from " + directory);
  }

  private Saving resumed() {
    return Saving.to(directory).resuming();
  }

  private List<Path> files() throws IOException {
    var files = new ArrayList<Path>();
    try (var all = Files.newDirectoryStream(directory, "*.blocks")) {
      all.forEach(files::add);
    }
    return files;
  }

  @Test
  void thatOfAnotherScopeIsRefusedWithWhatDiffers() {
    interrupt(SCOPE, 10);
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 2), resumed()))
        .withMessageContaining("is of another search: entries is 1 there and 2 here");
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(
            () ->
                search(Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 1).withSymmetry(), resumed()))
        .withMessageContaining("layout is {\"groups\":[2,2]} there and {\"groups\":[2,1]} here")
        .withMessageContaining("symmetry is false there and true here");
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(
            () ->
                search(
                    Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1), resumed()))
        .withMessageContaining("protocol is forks there and 2fgme here");
    assertThat(search(SCOPE, resumed()).worlds()).as("none of them harmed it").isEqualTo(16_618);
  }

  @Test
  void thatOfAnotherVersionIsRefused() throws IOException {
    interrupt(SCOPE, 10);
    Path manifest = directory.resolve("checkpoint.json");
    String text = Files.readString(manifest);
    Files.writeString(
        manifest, text.replaceFirst("\"sluiceCheckpoint\" : \\d+", "\"sluiceCheckpoint\" : 99"));
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, resumed()))
        .withMessageContaining("format 99")
        .withMessageContaining("resume the search with the version that began it");
    Files.writeString(
        manifest, text.replaceFirst("\"fingerprints\" : \"", "\"fingerprints\" : \"0"));
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, resumed()))
        .withMessageContaining("fingerprints is 0");
  }

  /** A process that takes as many steps as another before it is let in, and says something else. */
  private static Algorithm<Integer, String> greeting(String word) {
    return Toy.<Integer, String>of(
            0,
            (self, s, input, out) -> {
              switch (input) {
                case Input.Acquire(_) -> out.send(1 - self, word);
                case Input.Receive(_, var said) when said.length() < 12 ->
                    out.send(1 - self, said + word.charAt(0));
                default -> {}
              }
              return s + 1;
            })
        .build();
  }

  @Test
  void thatOfAProtocolWhichHasChangedIsRefused() {
    interrupt(Scope.of(greeting("hello"), Layout.plain(2), 1), 4);
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(
            () -> search(Scope.of(greeting("a longer word"), Layout.plain(2), 1), resumed()))
        .withMessageContaining("the protocol has changed since the checkpoint");
  }

  @Test
  void aDamagedFileIsNamed() throws IOException {
    interrupt(SCOPE, 10);
    var files = files();
    assertThat(files).as("worlds, fingerprints, journal").hasSizeGreaterThanOrEqualTo(3);
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      if (bytes.length > 0) {
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        isRefused(file, "damaged");
        Files.write(file, List.of("no block"));
        isRefused(file, "damaged");
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
      }
    }
    byte[] bytes = Files.readAllBytes(files.getFirst());
    Files.delete(files.getFirst());
    isRefused(files.getFirst(), "missing");
    Files.write(files.getFirst(), bytes);
    assertThat(search(SCOPE, resumed()).worlds()).isEqualTo(16_618);
  }

  private void isRefused(Path file, String why) {
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, resumed()))
        .withMessageContaining(file.getFileName().toString())
        .withMessageContaining(why)
        .withMessageContaining("begin again without --resume");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"sluiceCheckpoint\": 1}",
        "{\"sluiceCheckpoint\": 1, \"search\": {}, \"sleepSets\": 7}"
      })
  void aManifestThatIsNoneIsRefused(String text) throws IOException {
    Files.writeString(directory.resolve("checkpoint.json"), text);
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, resumed()))
        .withMessageContaining("checkpoint.json");
  }

  @Test
  void aManifestNamesNoFilesElsewhere() throws IOException {
    interrupt(SCOPE, 10);
    Path manifest = directory.resolve("checkpoint.json");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replaceFirst("journal-(\\d+)", "../../journal-$1"));
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, resumed()))
        .withMessageContaining("no file named '../../journal-");
  }

  @Test
  void whatAKilledSearchWasAboutToWriteIsDropped() throws IOException {
    interrupt(SCOPE, 12);
    for (Path file : files()) {
      Files.write(file, new byte[] {1, 2, 3, 4, 5}, StandardOpenOption.APPEND);
    }
    Files.writeString(directory.resolve("checkpoint.json.tmp"), "{\"sluiceChe");
    Files.writeString(directory.resolve("level-4711.blocks"), "half a block");
    var result = search(SCOPE, resumed());
    assertThat(result.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isEqualTo(16_618);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void withoutOneNothingIsResumedAndOneIsNeverOverwritten() {
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, resumed()))
        .withMessageContaining("there is no checkpoint in " + directory);
    interrupt(SCOPE, 10);
    assertThatExceptionOfType(CheckpointException.class)
        .isThrownBy(() -> search(SCOPE, Saving.to(directory)))
        .withMessageContaining("there is a checkpoint in " + directory + " already (forks, step")
        .withMessageContaining("go on from it with --resume");
  }

  @Test
  void oneSearchAtATimeUsesADirectory() {
    try (var _ = CheckpointFolder.open(Saving.to(directory))) {
      assertThatExceptionOfType(CheckpointException.class)
          .isThrownBy(() -> search(SCOPE, Saving.to(directory)))
          .withMessageContaining("another search uses " + directory);
    }
  }

  @Test
  void theLimitOnDiskEndsTheSearchAndKeepsTheCheckpoint() {
    var small = Saving.to(directory).every(Duration.ZERO).atMost(100_000);
    var ended = search(SCOPE, small);
    assertThat(ended.verdict()).isEqualTo(new Verdict.Incomplete());
    assertThat(ended.what())
        .startsWith("the limit of 0 MiB on disk is reached")
        .contains("the checkpoint of step")
        .contains("it can be resumed from " + directory);
    var result = search(SCOPE, resumed());
    assertThat(result.worlds()).isEqualTo(16_618);
    assertThat(result.diskBytes()).isPositive();
  }

  @Test
  void whereMemoryIsTooSmallTheSearchIsResumedWithMore() {
    var scope = Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1);
    var small = Effort.full().withWorkers(2).withMemory(2 << 20).saving(Saving.to(directory));
    var ended = Explorer.search(scope, small);
    assertThat(ended.verdict()).isEqualTo(new Verdict.Incomplete());
    assertThat(ended.what())
        .startsWith("the memory limit of 2 MiB is reached")
        .contains("it can be resumed from " + directory);
    assertThat(search(scope, resumed()).worlds()).isEqualTo(117_314);
  }

  /** Of 117,314 worlds only what was found last on each level is in memory. */
  @Test
  void worldsAreOnDiskInsteadOfInMemory() {
    var scope = Scope.of(TwoFixedGroupsRepaired.ALGORITHM, Layout.groups(2, 2), 1);
    var inMemory = Explorer.search(scope, Effort.full().withWorkers(2));
    var onDisk = search(scope, Saving.to(directory));
    assertThat(onDisk.worlds()).isEqualTo(inMemory.worlds()).isEqualTo(117_314);
    assertThat(onDisk.transitions()).isEqualTo(inMemory.transitions());
    assertThat(inMemory.diskBytes()).isZero();
    assertThat(onDisk.diskBytes()).as("a fingerprint each, at least").isGreaterThan(8 * 117_314);
    assertThat(onDisk.bytes()).isLessThan(inMemory.bytes());
  }

  @Test
  void searchesThatKeepMoreInMemoryHaveNone() {
    var effort = Effort.full().saving(Saving.to(directory));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Explorer.search(SCOPE, effort.reducing()))
        .withMessageContaining("a reduced search has no checkpoints");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Explorer.search(SCOPE, effort.comparingWorlds()))
        .withMessageContaining("compares worlds");
    var unbounded = Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(2), Scope.UNBOUNDED);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Explorer.search(unbounded, effort))
        .withMessageContaining("bound the entries");
  }
}
