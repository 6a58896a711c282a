package io.sluice.bench.locks.measure;

import io.sluice.bench.locks.measure.Entry.Mode;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** A file of one contender's entries, in their order. */
final class EntryLog {

  private static final int BYTES = 1 + 3 * Long.BYTES;
  private static final int ENTRIES_AT_ONCE = 4_096;

  private static final byte EXCLUSIVE = 'x';
  private static final byte READ = 'r';
  private static final byte WRITE = 'w';

  private EntryLog() {}

  /** Uses a fixed buffer, however many entries there are: contenders' heaps are tiny. */
  static final class Writer implements AutoCloseable {

    private final FileChannel file;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES * ENTRIES_AT_ONCE);

    Writer(Path path) throws IOException {
      file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    void add(Mode mode, long asked, long entered, long left) throws IOException {
      if (!buffer.hasRemaining()) {
        flush();
      }
      buffer.put(letter(mode)).putLong(asked).putLong(entered).putLong(left);
    }

    private void flush() throws IOException {
      buffer.flip();
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
      buffer.clear();
    }

    @Override
    public void close() throws IOException {
      flush();
      file.close();
    }
  }

  /** Reads what a {@link Writer} wrote. */
  static final class Reader implements AutoCloseable {

    private final DataInputStream in;

    Reader(Path path) throws IOException {
      in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 16));
    }

    Optional<Entry> next() throws IOException {
      int letter = in.read();
      if (letter < 0) {
        return Optional.empty();
      }
      try {
        return Optional.of(
            new Entry(mode((byte) letter), in.readLong(), in.readLong(), in.readLong()));
      } catch (EOFException cut) {
        throw new IOException("an entry log ends within an entry", cut);
      }
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }

  private static byte letter(Mode mode) {
    return switch (mode) {
      case EXCLUSIVE -> EXCLUSIVE;
      case READ -> READ;
      case WRITE -> WRITE;
    };
  }

  private static Mode mode(byte letter) throws IOException {
    return switch (letter) {
      case EXCLUSIVE -> Mode.EXCLUSIVE;
      case READ -> Mode.READ;
      case WRITE -> Mode.WRITE;
      default -> throw new IOException("corrupt entry log: an entry begins with byte " + letter);
    };
  }
}
