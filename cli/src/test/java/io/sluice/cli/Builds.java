package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds copies of this project with Maven, and runs programs. */
final class Builds {

  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private Builds() {}

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Stream<String> modules() {
    return MODULE.matcher(read(ROOT.resolve("pom.xml"))).results().map(found -> found.group(1));
  }

  /** Modules that are deployed. */
  static List<String> published() {
    return modules()
        .filter(module -> !read(ROOT.resolve(module, "pom.xml")).contains("<maven.deploy.skip>"))
        .toList();
  }

  static String version() {
    return read(ROOT.resolve("pom.xml"))
        .replaceAll("(?s).*?<artifactId>sluice-parent</artifactId>\\s*<version>([^<]+).*", "$1");
  }

  /** Copies the sources, so that a build sees another directory and other times of files. */
  static Path copyOfSources(Path to) throws IOException {
    var leftOut = Set.of("target", ".git", "node_modules");
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes)
              throws IOException {
            if (leftOut.contains(String.valueOf(from.getFileName()))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(to.resolve(ROOT.relativize(from)));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path from, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(
                from, to.resolve(ROOT.relativize(from)), StandardCopyOption.REPLACE_EXISTING);
            return FileVisitResult.CONTINUE;
          }
        });
    return to;
  }

  /** A repository with the files of the one that this build uses, copied, and none of ours. */
  static Path scratchRepository(Path to) throws IOException {
    Path from =
        Path.of(
            System.getProperty(
                "localRepository", System.getProperty("user.home") + "/.m2/repository"));
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file));
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!from.relativize(file).startsWith("io/sluice")) {
          Files.copy(file, target);
        }
      }
    }
    return to;
  }

  static void maven(Path directory, String... args) throws IOException, InterruptedException {
    maven(directory, Map.of(), args);
  }

  /**
   * @param variables of its environment
   */
  static void maven(Path directory, Map<String, String> variables, String... args)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q"));
    command.addAll(List.of(args));
    run(directory, variables, command);
  }

  /** Runs a program, which must succeed, and returns what it has said. */
  static String run(Path directory, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    var ended = attempt(directory, variables, command);
    assertThat(ended.code()).as("%s in %s\n%s", command, directory, ended.said()).isZero();
    return ended.said();
  }

  /** How a program has ended, and what it has said. */
  record Ended(int code, String said) {}

  static Ended attempt(Path directory, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().putAll(variables);
    var process = builder.start();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      var said = String.join("\n", out.readAllLines());
      return new Ended(process.waitFor(), said);
    }
  }
}
