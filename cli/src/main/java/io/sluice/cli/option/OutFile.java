package io.sluice.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;

/** Writes files that a person named: wholly or not at all. */
public final class OutFile {

  private OutFile() {}

  /** Complains if one of the files cannot be written, or two are one. */
  public static void checkAll(List<Path> files) {
    files.forEach(OutFile::check);
    var places = new HashSet<Path>();
    for (Path file : files) {
      if (!isSpecial(file) && !places.add(file.toAbsolutePath().normalize())) {
        throw new IllegalArgumentException(
            "cannot write %s: two options name this one file".formatted(file));
      }
    }
  }

  /** Complains before a long search, rather than after it, if the file cannot be written. */
  public static void check(Path file) {
    Path directory = directory(file);
    if (Files.isDirectory(file)) {
      throw new IllegalArgumentException("cannot write " + file + ": it is a directory");
    }
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "cannot write %s: there is no directory %s".formatted(file, directory));
    }
    if (!Files.isWritable(isSpecial(file) ? file : directory)) {
      throw new IllegalArgumentException("cannot write " + file + ": no permission");
    }
  }

  /** Makes the directory if there is none; complains if nothing can be written there. */
  public static void checkDirectory(Path directory) {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot make the directory %s: %s".formatted(directory, FileTrouble.of(e)), e);
    }
    if (!Files.isWritable(directory)) {
      throw new IllegalArgumentException("cannot write into " + directory + ": no permission");
    }
  }

  /** Writes beside the file and moves it there, so that nobody ever finds half of it. */
  public static void write(Path file, String content) {
    check(file);
    try {
      if (isSpecial(file)) {
        Files.writeString(file, content);
        return;
      }
      // Not createTempFile: what that makes, only its owner may read.
      Path draft =
          directory(file)
              .resolve(".%s.%d.tmp".formatted(file.getFileName(), ProcessHandle.current().pid()));
      try {
        Files.writeString(draft, content);
        Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(draft);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot write " + file + ": " + FileTrouble.of(e), e);
    }
  }

  /** A device or a pipe is written to, not replaced. */
  private static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private static Path directory(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }
}
