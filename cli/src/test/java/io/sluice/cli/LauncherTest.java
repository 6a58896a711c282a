package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The script {@code ./sluice}: when it builds, and which class archive it has the JVM use. Runs in
 * a folder with jars that are empty, a Maven that does nothing, and a JDK that prints its
 * arguments.
 */
@Timeout(120)
class LauncherTest {

  private static final Path REPOSITORY = Path.of("..");
  private static final String OPTION = "-XX:SharedArchiveFile=";

  @TempDir private Path root;

  private Path target;

  @BeforeEach
  void build() throws IOException {
    target = root.resolve("cli/target");
    Files.createDirectories(root.resolve("cli/src/main"));
    Files.createDirectories(root.resolve("bin"));
    Files.createDirectories(root.resolve("run"));
    Files.createDirectories(target.resolve("lib"));
    for (String script : List.of("sluice", "bin/find-jdk")) {
      Files.copy(
          REPOSITORY.resolve(script), root.resolve(script), StandardCopyOption.COPY_ATTRIBUTES);
    }
    var jdk = Files.createDirectories(root.resolve("jdk/bin"));
    executable(jdk.resolve("java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    executable(jdk.resolve("javac"), "#!/bin/sh\n");
    executable(jdk.resolve("mvn"), "#!/bin/sh\n");
    Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
    Files.writeString(root.resolve("pom.xml"), "");
    Files.writeString(root.resolve("cli/pom.xml"), "");
    for (String jar : List.of("sluice-cli.jar", "sluice-cli-through-node.jar", "lib/other.jar")) {
      Files.writeString(target.resolve(jar), "");
    }
    // The sources are older than what was built from them.
    for (String source : List.of("pom.xml", "cli/pom.xml", "cli/src/main")) {
      setAge(root.resolve(source), Duration.ofHours(1));
    }
  }

  private static void executable(Path file, String text) throws IOException {
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private static void setAge(Path file, Duration age) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  private Process start(String... args) throws IOException {
    var command = new ArrayList<>(List.of(root.resolve("sluice").toString()));
    command.addAll(List.of(args));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("SLUICE_JDK", root.resolve("jdk").toString());
    builder
        .environment()
        .merge("PATH", root.resolve("jdk/bin") + ":", (path, first) -> first + path);
    builder.environment().put("SLUICE_RUN_DIR", root.resolve("run").toString());
    builder.environment().remove("SLUICE_JAVA_ARGS");
    return builder.start();
  }

  private static List<String> words(Process process) throws Exception {
    var words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    var all = words.toList();
    assertThat(process.exitValue()).as("%s", all).isZero();
    return all;
  }

  private static Path archive(List<String> words) {
    return words.stream()
        .filter(word -> word.startsWith(OPTION))
        .map(word -> Path.of(word.substring(OPTION.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError(words.toString()));
  }

  /** The archive that a command uses, which the JVM writes if there is none. */
  private Path archiveOf(String... args) throws Exception {
    var archive = archive(words(start(args)));
    Files.writeString(archive, "classes");
    return archive;
  }

  private static void write(Path jar) throws Exception {
    // Beyond the resolution of a file's times.
    TimeUnit.MILLISECONDS.sleep(20);
    Files.writeString(jar, "new");
  }

  @Test
  void anArchiveIsUsedUntilAJarChanges() throws Exception {
    var first = archiveOf("node");
    assertThat(archiveOf("node")).isEqualTo(first);
    write(target.resolve("sluice-cli.jar"));
    var second = archiveOf("node");
    assertThat(second).isNotEqualTo(first);
    assertThat(first).doesNotExist();
    assertThat(archiveOf("node")).isEqualTo(second);
  }

  /** Maven copies the jars of other modules, and the copies are as old as the originals. */
  @Test
  void aCopiedJarChangesTheArchiveThoughItLooksOld() throws Exception {
    var first = archiveOf("node");
    var jar = target.resolve("lib/other.jar");
    write(jar);
    setAge(jar, Duration.ofMinutes(30));
    assertThat(archiveOf("node")).isNotEqualTo(first);
  }

  /** A process that started before a build writes its archive when it ends, after the build. */
  @Test
  void aLateArchiveOfTheJarsBeforeIsNotUsed() throws Exception {
    var first = archiveOf("node");
    write(target.resolve("sluice-cli.jar"));
    var second = archiveOf("node");
    Files.writeString(first, "of the jars before");
    assertThat(archiveOf("node")).isEqualTo(second);
  }

  @Test
  void aCommandThroughANodeHasAJarAndAnArchiveOfItsOwn() throws Exception {
    var usual = archiveOf("lock", "x", "--", "true");
    Files.writeString(root.resolve("run/sluice.0.node"), "");
    var own = archiveOf("lock", "x", "--", "true");
    assertThat(own).isNotEqualTo(usual);
    assertThat(words(start("lock", "x", "--", "true")))
        .contains(target.resolve("sluice-cli-through-node.jar").toString());
    assertThat(archiveOf("lock", "x", "--no-node", "--", "true")).isEqualTo(usual);
    write(target.resolve("sluice-cli-through-node.jar"));
    assertThat(archiveOf("lock", "x", "--", "true")).isNotEqualTo(own);
    assertThat(own).doesNotExist();
    assertThat(archiveOf("node")).isEqualTo(usual);
  }

  private boolean builds(String... args) throws Exception {
    var stamp = target.resolve("sluice.stamp");
    Files.deleteIfExists(stamp);
    words(start(args));
    return Files.exists(stamp);
  }

  /** A command through a node runs no class of another module. */
  @Test
  void aChangedSourceIsBuiltIfTheCommandNeedsIt() throws Exception {
    Files.writeString(root.resolve("run/sluice.0.node"), "");
    String[] through = {"lock", "x", "--", "true"};
    assertThat(builds(through)).isFalse();
    assertThat(builds("node")).isFalse();
    var other = Files.createDirectories(root.resolve("locks/src/main")).resolve("Lock.java");
    write(other);
    assertThat(builds(through)).isFalse();
    assertThat(builds("lock", "x", "--no-node", "--", "true")).isTrue();
    assertThat(builds("node")).isTrue();
    var host = root.resolve("cli/src/main/java/io/sluice/cli/host");
    write(Files.createDirectories(host).resolve("NodeClient.java"));
    assertThat(builds(through)).isTrue();
  }

  @Test
  void commandsThatStartAtOnceAfterABuildAgreeOnAnArchive() throws Exception {
    archiveOf("node");
    write(target.resolve("sluice-cli.jar"));
    var processes = new ArrayList<Process>();
    for (int i = 0; i < 8; i++) {
      processes.add(start("node"));
    }
    for (Process process : processes) {
      assertThat(archive(words(process)).getParent()).isEqualTo(target);
    }
    var agreed = archiveOf("node");
    assertThat(archiveOf("node")).isEqualTo(agreed);
  }
}
