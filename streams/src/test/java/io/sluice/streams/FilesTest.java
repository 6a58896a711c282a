package io.sluice.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.streams.sink.SinkTask;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lines of files, and other sinks. */
final class FilesTest {

  @TempDir private Path directory;

  private static <T> List<T> readAll(Source<T> source) throws Exception {
    var records = new ArrayList<T>();
    var reader = source.open();
    try {
      while (reader.read(records::add) != Source.Reader.END) {
        // Reading goes on.
      }
    } finally {
      reader.close();
    }
    return records;
  }

  @Test
  void theElementsOfAnIterableAreRead() throws Exception {
    assertThat(readAll(Source.of(List.of()))).isEmpty();
    var many = IntStream.range(0, 1_000).boxed().toList();
    assertThat(readAll(Source.of(many))).isEqualTo(many);
  }

  @Test
  void theLastLineMayLackItsEnd() throws Exception {
    var file = directory.resolve("lines");
    Files.writeString(file, "one\ntwo\n");
    assertThat(readAll(Source.lines(file))).containsExactly("one", "two");
    Files.writeString(file, "one\r\n\ntwo");
    assertThat(readAll(Source.lines(file))).containsExactly("one", "", "two");
    Files.writeString(file, "");
    assertThat(readAll(Source.lines(file))).isEmpty();
  }

  @Test
  void aLongFileIsReadInChunks() throws Exception {
    var file = directory.resolve("lines");
    var lines = IntStream.range(0, 10_000).mapToObj(each -> "ä" + each).toList();
    Files.write(file, lines);
    var first = new ArrayList<String>();
    var reader = Source.lines(file).open();
    assertThat(reader.read(first::add)).isZero();
    reader.close();
    assertThat(first).hasSizeLessThan(1_000);
    assertThat(readAll(Source.lines(file))).isEqualTo(lines);
  }

  @Test
  void whatIsNoFileOfLinesIsRefused() throws Exception {
    assertThatThrownBy(() -> Source.lines(directory.resolve("missing")).open())
        .hasMessage("there is no file '%s'", directory.resolve("missing"));
    assertThatThrownBy(() -> Source.lines(directory).open())
        .hasMessage("'%s' is a directory and has no lines", directory);
    var binary = directory.resolve("binary");
    Files.write(binary, new byte[] {'a', '\n', (byte) 0xFF, '\n'});
    assertThatThrownBy(() -> readAll(Source.lines(binary)))
        .hasMessageStartingWith("the file '%s' is not UTF-8", binary);
  }

  @Test
  void aFileOfLinesHasTheRecordsOfOneRunOnly() throws Exception {
    var file = directory.resolve("out");
    Files.writeString(file, "from before");
    var sink = Sink.lines(file);
    for (var records : List.of(List.of(1, 2), List.of(3))) {
      var writer = sink.open();
      for (var each : records) {
        writer.write(each);
      }
      writer.flush();
      assertThat(Files.readAllLines(file)).hasSameSizeAs(records);
      writer.close();
    }
    assertThat(Files.readString(file)).isEqualTo("3\n");
  }

  @Test
  void aFileIsWrittenByOneInstance() throws Exception {
    var sink = Sink.lines(directory.resolve("out"));
    var writer = sink.open();
    assertThatThrownBy(sink::open).hasMessageEndingWith("must have one instance only");
    writer.close();
    sink.open().close();
  }

  @Test
  void aFileThatCannotBeWrittenIsRefused() {
    var sink = Sink.lines(directory.resolve("no").resolve("out"));
    assertThatThrownBy(sink::open).hasMessageEndingWith("its directory does not exist");
    assertThatThrownBy(sink::open).hasMessageEndingWith("its directory does not exist");
  }

  @Test
  void anEmptyRunLeavesAnEmptyFile() throws Exception {
    var file = directory.resolve("out");
    Files.writeString(file, "from before");
    var task = new SinkTask<>(Sink.lines(file));
    task.flush();
    task.close();
    assertThat(file).isEmptyFile();
  }

  @Test
  void recordsArePrintedAtTheLatestWhenFlushed() throws Exception {
    var bytes = new ByteArrayOutputStream();
    var before = System.out;
    System.setOut(new PrintStream(bytes, false, StandardCharsets.UTF_8));
    try {
      var writer = Sink.print().open();
      writer.write("one");
      writer.write(2);
      assertThat(bytes.size()).isZero();
      writer.flush();
      assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly("one", "2");
      writer.write("last");
      writer.close();
      assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).endsWith("last");
    } finally {
      System.setOut(before);
    }
  }

  @Test
  void recordsAreCollected() throws Exception {
    var collected = new ArrayList<Object>();
    Sink<String> sink = Sink.collect(collected);
    sink.open().write("one");
    sink.open().write("two");
    assertThat(collected).containsExactly("one", "two");
  }
}
