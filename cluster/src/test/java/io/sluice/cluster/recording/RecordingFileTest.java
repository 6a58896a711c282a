package io.sluice.cluster.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingFileTest {

  private static final View VIEW =
      new View(3, 0, List.of(new Member(1, 2, "a \"b\"\n"), new Member(3, 4, "c")));

  @TempDir private Path directory;

  private static StepRecorder steps(Recorder recorder) {
    recorder.viewed(VIEW);
    return recorder.process(3, "x", RicartAgrawala.ALGORITHM, 0, Layout.plain(2));
  }

  @Test
  void eachLineIsInTheFileAtOnce() throws Exception {
    var file = directory.resolve("a.rec");
    try (var recorder = RecordingFile.open(file, "orders", "a", RecordingFile.MOST_BYTES)) {
      steps(recorder).took(new Input.Acquire<>(Claim.EXCLUSIVE));
      assertThat(Files.readString(file).lines())
          .satisfiesExactly(
              line ->
                  assertThat(line)
                      .isEqualTo("{\"sluiceRecording\":1,\"cluster\":\"orders\",\"node\":\"a\"}"),
              line ->
                  assertThat(line).contains("\"name\":\"a \\\"b\\\"\\u000a\"", "\"id\":\"3-4\""),
              line -> assertThat(line).contains("\"lock\":\"x\"", "\"processes\":2"),
              line -> assertThat(line).contains("\"event\":\"ask\"", "\"granted\":false"));
    }
    assertThat(Files.readString(file)).contains("\"ends\":\"the node was closed\"");
  }

  @Test
  void aFileThatExistsIsContinued() throws Exception {
    var file = directory.resolve("a.rec");
    Files.writeString(file, "{\"cut");
    RecordingFile.open(file, "orders", "a", RecordingFile.MOST_BYTES).close();
    assertThat(Files.readString(file)).startsWith("{\"cut\n{\"sluiceRecording\"");
  }

  @Test
  void nothingIsRecordedBeyondTheLimit() throws Exception {
    var file = directory.resolve("a.rec");
    try (var recorder = RecordingFile.open(file, "orders", "a", 2_000)) {
      var steps = steps(recorder);
      for (int k = 0; k < 1_000; k++) {
        steps.took(new Input.Acquire<>(Claim.EXCLUSIVE));
      }
    }
    assertThat(file).satisfies(each -> assertThat(Files.size(each)).isLessThan(2_001));
    assertThat(Files.readString(file).lines().toList().getLast())
        .contains("the file has reached its limit of 2,000 bytes");
  }

  @Test
  void aFileThatCannotBeWrittenToIsRefused() {
    var file = directory.resolve("missing").resolve("a.rec");
    assertThatThrownBy(() -> RecordingFile.open(file, "orders", "a", RecordingFile.MOST_BYTES))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("cannot record to");
  }
}
