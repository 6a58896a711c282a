package io.sluice.streams.source;

import io.sluice.streams.Source;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The lines of a file. */
public final class FileLines implements Source<String> {

  private static final int CHUNK = 128;

  private final Path path;

  public FileLines(Path path) {
    this.path = path;
  }

  @Override
  public Reader<String> open() throws IOException {
    if (!Files.exists(path)) {
      throw new FileNotFoundException("there is no file '%s'".formatted(path));
    }
    if (Files.isDirectory(path)) {
      throw new IOException("'%s' is a directory and has no lines".formatted(path));
    }
    if (!Files.isReadable(path)) {
      throw new IOException("the file '%s' may not be read".formatted(path));
    }
    var name = "the file '%s'".formatted(path);
    // What is no regular file may be a pipe, which makes its reader wait.
    return Files.isRegularFile(path)
        ? new FileReader(new Lines(name, Files.newInputStream(path)))
        : LineThread.start(name, () -> Files.newInputStream(path));
  }

  private record FileReader(Lines lines) implements Reader<String> {

    @Override
    public long read(Consumer<? super String> records) throws IOException {
      for (int read = 0; read < CHUNK; read++) {
        var line = lines.next();
        if (line.isEmpty()) {
          return END;
        }
        records.accept(line.get());
      }
      return 0;
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
