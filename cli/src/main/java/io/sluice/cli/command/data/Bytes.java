package io.sluice.cli.command.data;

import io.sluice.cli.command.data.AccessCommand.Ended;
import io.sluice.cli.environment.Exit;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Bytes between files, standard input and output, and memory. */
final class Bytes {

  private static final long CHUNK = 1 << 20;

  private Bytes() {}

  /** A file in the directory for temporary files, which only this user may read. */
  static Path temporary() throws IOException {
    return Files.createTempFile("sluice-data-", "");
  }

  /** Takes all of standard input. */
  static void fromStandardInput(Path file) throws IOException {
    try (var in = new FileInputStream(FileDescriptor.in)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  static void toStandardOutput(Path file) throws IOException {
    var out = new FileOutputStream(FileDescriptor.out);
    Files.copy(file, out);
    out.flush();
  }

  static void read(Path file, MemorySegment into) throws IOException, Ended {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (long at = 0; at < into.byteSize(); ) {
        var chunk = into.asSlice(at, Math.min(CHUNK, into.byteSize() - at)).asByteBuffer();
        int count = channel.read(chunk);
        if (count < 0) {
          throw new Ended(
              Exit.INCOMPLETE, "%s became shorter while it was read; try again".formatted(file));
        }
        at += count;
      }
    }
  }

  static void write(MemorySegment from, Path file) throws IOException {
    try (var channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      for (long at = 0; at < from.byteSize(); ) {
        at += channel.write(from.asSlice(at, Math.min(CHUNK, from.byteSize() - at)).asByteBuffer());
      }
    }
  }
}
