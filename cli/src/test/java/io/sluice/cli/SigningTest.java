package io.sluice.cli;

import static io.sluice.cli.Builds.attempt;
import static io.sluice.cli.Builds.copyOfSources;
import static io.sluice.cli.Builds.maven;
import static io.sluice.cli.Builds.read;
import static io.sluice.cli.Builds.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release as the guide describes it, signed with a key of gpg that is made for this test. */
@Tag("long")
class SigningTest {

  private static final String PASSWORD = "throw-away";

  /** What a repository keeps besides what was deployed. */
  private static final Pattern OF_THE_REPOSITORY =
      Pattern.compile("maven-metadata.*|.*\\.(md5|sha1|sha256|sha512)");

  @TempDir private Path directory;

  private Map<String, String> keys;

  @BeforeEach
  void makeAKey() throws IOException, InterruptedException {
    assumeThat(hasGpg()).as("gpg runs here").isTrue();
    var owner = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    keys = Map.of("GNUPGHOME", Files.createDirectory(directory.resolve("keys"), owner).toString());
    var options = List.of("--batch", "--pinentry-mode", "loopback", "--passphrase", PASSWORD);
    gpg(options, "--quick-generate-key", "Release <release@sluice.invalid>", "rsa3072", "sign");
  }

  private static boolean hasGpg() throws InterruptedException {
    try {
      return attempt(Path.of("."), Map.of(), List.of("gpg", "--version")).code() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  private void gpg(List<String> options, String... args) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("gpg"));
    command.addAll(options);
    command.addAll(List.of(args));
    run(directory, keys, command);
  }

  /** The agent that gpg has started for this key. */
  @AfterEach
  void endTheAgent() throws IOException, InterruptedException {
    if (keys != null) {
      run(directory, keys, List.of("gpgconf", "--kill", "gpg-agent"));
    }
  }

  private boolean isSigned(Path file, Path signature) throws IOException, InterruptedException {
    var verify = List.of("gpg", "--verify", signature.toString(), file.toString());
    return attempt(directory, keys, verify).code() == 0;
  }

  private static Path signatureOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".asc");
  }

  @Test
  void everythingThatIsDeployedIsSigned() throws Exception {
    Path sources = copyOfSources(directory.resolve("sources"));
    Path repository = directory.resolve("deployed");
    var variables = new HashMap<>(keys);
    variables.put("MAVEN_GPG_PASSPHRASE", PASSWORD);
    maven(
        sources,
        variables,
        "-Prelease,sign",
        "-Dmaven.test.skip=true",
        // Else it would be in the repository of the user who runs this test, too.
        "-Dmaven.install.skip=true",
        "-Dsluice.url=https://example.org/sluice",
        "-DaltDeploymentRepository=there::" + repository.toUri(),
        "-pl",
        "protocol,bom",
        "deploy");
    List<Path> deployed;
    try (var files = Files.walk(repository.resolve("io/sluice"))) {
      deployed =
          files
              .filter(Files::isRegularFile)
              .filter(file -> !OF_THE_REPOSITORY.matcher(file.getFileName().toString()).matches())
              .toList();
    }
    var artifacts = deployed.stream().filter(file -> !file.toString().endsWith(".asc")).toList();
    // Of the module its jar, sources, Javadoc, pom and list of contents; of the BOM the last two.
    assertThat(artifacts).hasSize(7);
    for (Path file : artifacts) {
      assertThat(isSigned(file, signatureOf(file))).as("%s is signed", file).isTrue();
      if (file.toString().endsWith(".pom")) {
        assertThat(read(file)).contains("<url>https://example.org/sluice</url>");
      }
    }
    assertThat(isSigned(artifacts.getFirst(), signatureOf(artifacts.getLast()))).isFalse();
  }
}
