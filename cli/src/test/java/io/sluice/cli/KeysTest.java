package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.environment.Exit;
import io.sluice.cluster.tcp.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code sluice keys}, and the options of those who use what it makes. */
@Timeout(60)
class KeysTest {

  private static final String PASSWORD = "correct horse";

  @TempDir private Path directory;

  private String passwordFile() throws Exception {
    return Files.writeString(directory.resolve("password"), PASSWORD + "\n").toString();
  }

  @Test
  void whatItMakesCanBeUsedByItsOwnerOnly() throws Exception {
    Path file = directory.resolve("orders.p12");
    var said = Spoken.by("keys", file.toString(), "--password-file", passwordFile());
    assertThat(said.code()).as(said.err()).isEqualTo(Exit.FINE);
    assertThat(said.out()).contains("--keystore").doesNotContain(PASSWORD);
    assertThat(Keys.of(file, PASSWORD.toCharArray())).isNotNull();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Spoken.by("keys", file.toString(), "--password-file", passwordFile()).complains("exists");
    Path other = Files.writeString(directory.resolve("other"), "wrong guess");
    Spoken.by(
            "lock",
            "x",
            "--keystore",
            file.toString(),
            "--password-file",
            other.toString(),
            "--",
            "true")
        .complains("password", "orders.p12");
  }

  /** As written, with this build in place of the launcher. */
  @Test
  void theCommandsOfTheGuideMakeAKeyStore() throws Exception {
    var java = SluiceProcess.of(List.of(), List.of()).command();
    Path launcher = directory.resolve("sluice");
    Files.writeString(
        launcher, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(String.join("' '", java)));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    String made =
        Files.readAllLines(Path.of("../docs/deploy.md")).stream()
            .filter(line -> line.matches("export SLUICE_KEYSTORE_PASSWORD=.*|./sluice keys .*"))
            .collect(Collectors.joining("\n"));
    var shell =
        new ProcessBuilder("sh", "-ec", made + "\nprintf %s \"$SLUICE_KEYSTORE_PASSWORD\"")
            .directory(directory.toFile());
    shell.environment().remove("SLUICE_KEYSTORE_PASSWORD");
    var ended = HostProcesses.ended(shell.start());
    assertThat(ended.code()).as(made + ended.err()).isZero();
    String password = ended.out().lines().toList().getLast();
    assertThat(Keys.of(directory.resolve("keys.p12"), password.toCharArray())).isNotNull();
  }

  @Test
  void badUsage() throws Exception {
    String file = directory.resolve("new.p12").toString();
    String empty = Files.writeString(directory.resolve("empty"), "").toString();
    Spoken.by("keys", file, "--password-file", empty).complains("SLUICE_KEYSTORE_PASSWORD");
    String brief = Files.writeString(directory.resolve("brief"), "abc").toString();
    Spoken.by("keys", file, "--password-file", brief).complains("at least 6");
    Spoken.by("node", "--keystore", file, "--password-file", passwordFile())
        .complains("new.p12", "sluice keys");
  }
}
