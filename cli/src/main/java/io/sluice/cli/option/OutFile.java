package io.sluice.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;

/** Writes files that options name, completely or not at all. */
public final class OutFile {

  private OutFile() {}

  /** Fails if one of the files cannot be written, or two are the same. */
  public static void checkAll(List<Path> files) {
    files.forEach(OutFile::check);
    var places = new HashSet<Path>();
    for (Path file : files) {
      if (!isSpecial(file) && !places.add(file.toAbsolutePath().normalize())) {
        throw new IllegalArgumentException(
            "cannot write %s: two options name this file; choose different files".formatted(file));
      }
    }
  }

  /** Fails if the file cannot be written: before a long search rather than after it. */
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

  /**
   * Fails if the directory is not writable or cannot be created. It is not created before something
   * is written into it, so that a run which is interrupted leaves none behind.
   */
  public static void checkDirectory(Path directory) {
    Path existing = directory.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    if (!Files.isDirectory(existing)) {
      throw new IllegalArgumentException(
          directory.toAbsolutePath().equals(existing)
              ? "cannot create the directory %s: a file with that name exists".formatted(directory)
              : "cannot create the directory %s: %s is a file".formatted(directory, existing));
    }
    if (!Files.isWritable(existing)) {
      throw new IllegalArgumentException("cannot write into " + existing + ": no permission");
    }
  }

  /** Writes a temporary file and renames it, so that a half-written file is never visible. */
  public static void write(Path file, String content) {
    check(file);
    try {
      if (isSpecial(file)) {
        Files.writeString(file, content);
        return;
      }
      // Not createTempFile, whose files only the owner may read.
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

  /** Devices and pipes are written to, not replaced. */
  private static boolean isSpecial(Path file) {
    return Files.exists(file) && !Files.isRegularFile(file);
  }

  private static Path directory(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }
}
