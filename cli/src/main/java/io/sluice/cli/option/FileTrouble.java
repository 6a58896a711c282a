package io.sluice.cli.option;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Optional;

/**
 * The reason why a file could not be read or written; the messages of java.nio's exceptions are
 * often only the path.
 */
public final class FileTrouble {

  private FileTrouble() {}

  public static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file or directory";
      case AccessDeniedException _ -> "no permission";
      case FileAlreadyExistsException _ -> "a file with that name exists";
      case NotDirectoryException _ -> "a file with that name exists";
      case CharacterCodingException _ -> "it is not text in UTF-8";
      case FileSystemException f -> Optional.ofNullable(f.getReason()).orElse(f.toString());
      // The system's own message, such as that the disk is full.
      default -> Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
    };
  }
}
