package io.sluice.cli.option;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The password of a key store. It is never on the command line, where other users of the machine
 * could see it.
 */
public final class KeyStorePassword {

  public static final String VARIABLE = "SLUICE_KEYSTORE_PASSWORD";

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description =
          "File whose first line is the key store's password (default: the environment"
              + " variable SLUICE_KEYSTORE_PASSWORD).")
  private Optional<Path> file = Optional.empty();

  public char[] read() {
    return file.map(each -> InFile.read(each).lines().findFirst().orElse(""))
        .or(() -> Optional.ofNullable(System.getenv(VARIABLE)))
        .filter(text -> !text.isEmpty())
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the key store needs a password: set "
                        + VARIABLE
                        + ", or pass a file with --password-file"))
        .toCharArray();
  }
}
