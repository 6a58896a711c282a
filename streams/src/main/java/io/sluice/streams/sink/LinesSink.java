package io.sluice.streams.sink;

import io.sluice.streams.Sink;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** Writes each record as a line of a file. */
public final class LinesSink implements Sink<Object> {

  private final Path path;
  private final AtomicBoolean inUse = new AtomicBoolean();

  public LinesSink(Path path) {
    this.path = path;
  }

  @Override
  public Writer<Object> open() throws IOException {
    if (!inUse.compareAndSet(false, true)) {
      throw new IllegalStateException(
          "the file '%s' is being written already: its sink must have one instance only"
              .formatted(path));
    }
    try {
      return new LineWriter(Files.newBufferedWriter(path), inUse);
    } catch (NoSuchFileException e) {
      inUse.set(false);
      throw new IOException(
          "the file '%s' cannot be written: its directory does not exist".formatted(path), e);
    } catch (IOException e) {
      inUse.set(false);
      throw e;
    }
  }

  private record LineWriter(BufferedWriter file, AtomicBoolean inUse) implements Writer<Object> {

    @Override
    public void write(Object record) throws IOException {
      file.write(record.toString());
      file.write('\n');
    }

    @Override
    public void flush() throws IOException {
      file.flush();
    }

    @Override
    public void close() throws IOException {
      try {
        file.close();
      } finally {
        inUse.set(false);
      }
    }
  }
}
