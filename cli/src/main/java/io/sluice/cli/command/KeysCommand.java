package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.Count;
import io.sluice.cli.option.KeyStorePassword;
import io.sluice.cli.option.OutFile;
import io.sluice.cluster.tcp.Keys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice keys}: makes a key store for a cluster. */
@Command(
    name = "keys",
    header = "Make the key store that lets processes join a cluster.",
    description = {
      "Copy the file to all hosts of the cluster, and pass it with --keystore there."
          + " Processes that have it and its password can join; others can neither join nor read"
          + " nor forge anything. Only its owner can read the file: keep it that way."
    },
    parameterListHeading = "%n",
    footer = {
      "  export SLUICE_KEYSTORE_PASSWORD=$(head -c 24 /dev/urandom | base64)",
      "  sluice keys orders.p12",
      "  sluice lock nightly --hosts h1,h2 --keystore orders.p12 -- ./backup.sh"
    })
public final class KeysCommand extends Subcommand {

  private static final int SHORTEST_PASSWORD = 6;

  @Parameters(index = "0", paramLabel = "FILE", description = "The key store to make.")
  private Path file;

  @Option(
      names = "--days",
      paramLabel = "N",
      defaultValue = "3650",
      description = "How many days the key is valid (default: 3650).")
  private int days;

  @Mixin private KeyStorePassword password;

  @Override
  public Integer call() throws IOException, InterruptedException {
    OutFile.check(file);
    if (Files.exists(file)) {
      throw new IllegalArgumentException(
          file + " already exists; choose another name, or" + " delete it first");
    }
    char[] secret = password.read();
    if (secret.length < SHORTEST_PASSWORD) {
      throw new IllegalArgumentException(
          "the password of a key store needs at least " + SHORTEST_PASSWORD + " characters");
    }
    make(secret);
    var _ = Keys.of(file, secret);
    out().println("%s: copy it to all hosts, and pass it with --keystore".formatted(file));
    return Exit.FINE;
  }

  /**
   * Runs the JDK's keytool, which alone can make certificates. It gets the password in an
   * environment variable.
   */
  private void make(char[] secret) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "sluice",
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=sluice",
                "-validity",
                Integer.toString(Count.of("--days", days)),
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass:env",
                KeyStorePassword.VARIABLE));
    builder.environment().put(KeyStorePassword.VARIABLE, new String(secret));
    Process keytool = builder.redirectErrorStream(true).start();
    String said =
        new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (keytool.waitFor() != 0) {
      throw new IllegalArgumentException("keytool failed: " + said);
    }
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }
}
