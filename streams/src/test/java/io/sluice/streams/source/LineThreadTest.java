package io.sluice.streams.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.sluice.streams.Source;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class LineThreadTest {

  private final List<String> lines = new ArrayList<>();

  private void readAll(Source.Reader<String> reader) throws Exception {
    long wait = reader.read(lines::add);
    while (wait != Source.Reader.END) {
      Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
      wait = reader.read(lines::add);
    }
  }

  @Test
  void allLinesAreReadInOrder() throws Exception {
    var expected = IntStream.range(0, 5_000).mapToObj(each -> "line " + each).toList();
    var bytes = String.join("\n", expected).getBytes(UTF_8);
    readAll(LineThread.start("it", () -> new ByteArrayInputStream(bytes)));
    assertThat(lines).isEqualTo(expected);
  }

  @Test
  @SuppressWarnings("try") // the input ends before the test does
  void aReaderWithoutInputDoesNotWait() throws Exception {
    try (var writer = new PipedOutputStream();
        var input = new PipedInputStream(writer)) {
      var reader = LineThread.start("it", () -> input);
      assertThat(reader.read(lines::add)).isPositive();
      assertThat(lines).isEmpty();
      writer.write("one\n".getBytes(UTF_8));
      writer.flush();
      await().until(() -> reader.read(lines::add) == 0);
      assertThat(lines).containsExactly("one");
      writer.close();
      readAll(reader);
      assertThat(lines).containsExactly("one");
    }
  }

  @Test
  void aFailureIsReportedAfterTheLinesBefore() {
    var bytes = new byte[20_002];
    Arrays.fill(bytes, (byte) '\n');
    bytes[20_000] = (byte) 0xFF;
    var reader = LineThread.start("standard input", () -> new ByteArrayInputStream(bytes));
    assertThatThrownBy(() -> readAll(reader))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("standard input is not UTF-8, after line");
    assertThat(lines).hasSizeGreaterThan(1_000);
  }

  @Test
  void theThreadEndsWhenTheReaderIsClosed() {
    var endless = new ByteArrayInputStream("line\n".repeat(10_000).getBytes(UTF_8));
    var reader = LineThread.start("it", () -> endless);
    reader.close();
    await().until(reader::hasEnded);
  }

  @Test
  void standardInputIsReadToItsEnd() throws Exception {
    var before = System.in;
    System.setIn(new ByteArrayInputStream("one\ntwo".getBytes(UTF_8)));
    try {
      readAll(Source.standardInput().open());
    } finally {
      System.setIn(before);
    }
    assertThat(lines).containsExactly("one", "two");
  }
}
