package io.sluice.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads a file that an option names, or fails with a sentence that says why. */
public final class InFile {

  /** Far more than any trace or graph. */
  private static final long MOST_BYTES = 256L << 20;

  /** What some editors write before the text. */
  private static final String BYTE_ORDER_MARK = "\uFEFF";

  private InFile() {}

  public static String read(Path file) {
    try {
      if (Files.isDirectory(file)) {
        throw new IllegalArgumentException(file + " is a directory, not a file");
      }
      if (Files.size(file) > MOST_BYTES) {
        throw new IllegalArgumentException(
            file + " is larger than 256 MiB, which is too" + " large for a trace or graph");
      }
      String text = Files.readString(file);
      return text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text;
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + FileTrouble.of(e), e);
    }
  }
}
