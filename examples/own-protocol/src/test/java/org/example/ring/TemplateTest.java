package org.example.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The template project, copied elsewhere, builds against Sluice's artifacts, and its protocol
 * works.
 */
@Timeout(120)
class TemplateTest {

  private static final Path TEMPLATE = Path.of("../protocol-template");
  private static final Pattern COMMAND = Pattern.compile("(?m)^sluice (.*)$");
  private static final Pattern XML = Pattern.compile("```xml\\R(.*?)```", Pattern.DOTALL);
  private static final Pattern DEPENDENCY =
      Pattern.compile("<artifactId>([\\w-]+)</artifactId>\\s*<version>([^<]+)</version>");

  @TempDir private Path elsewhere;

  private static List<Path> sources(Path below) throws IOException {
    try (Stream<Path> files = Files.walk(below)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  /** Compiles as Maven does: the classes of Sluice, and before them only the template's own. */
  private Path compile(String part, List<Path> sources, String classPath) throws IOException {
    Path classes = Files.createDirectory(elsewhere.resolve(part));
    var args =
        new ArrayList<>(
            List.of("-Xlint:all,-classfile", "-Werror", "--release", "25", "-proc:none"));
    args.addAll(List.of("-d", classes.toString(), "-cp", classPath));
    sources.forEach(file -> args.add(file.toString()));
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                InputStream.nullInputStream(), System.out, System.err, args.toArray(String[]::new));
    assertThat(code).as("the template compiles").isZero();
    return classes;
  }

  private void copy() throws IOException {
    try (Stream<Path> files = Files.walk(TEMPLATE)) {
      files
          .filter(Files::isRegularFile)
          .filter(file -> !TEMPLATE.relativize(file).startsWith("target"))
          .forEach(
              file -> {
                try {
                  Path to = elsewhere.resolve("my-protocol").resolve(TEMPLATE.relativize(file));
                  Files.createDirectories(to.getParent());
                  Files.copy(file, to);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }

  private Path classes() throws IOException {
    copy();
    var main = sources(elsewhere.resolve("my-protocol/src/main/java"));
    return compile("classes", main, Programs.productClassPath());
  }

  @Test
  void itsTestsPass() throws Exception {
    Path classes = classes();
    var tests =
        compile(
            "test-classes",
            sources(elsewhere.resolve("my-protocol/src/test/java")),
            classes + File.pathSeparator + Programs.productClassPath());
    int run = 0;
    try (var loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL(), tests.toUri().toURL()})) {
      var test = loader.loadClass("com.acme.MyProtocolTest");
      var constructor = test.getDeclaredConstructor();
      constructor.setAccessible(true);
      for (var method : test.getDeclaredMethods()) {
        if (method.isAnnotationPresent(Test.class)) {
          method.setAccessible(true);
          method.invoke(constructor.newInstance());
          run++;
        }
      }
    }
    assertThat(run).isEqualTo(2);
  }

  /** Every command of its page, as it is written there. */
  @Test
  void theCommandsOfItsPageWork() throws Exception {
    Path classes = classes();
    Path jar = elsewhere.resolve("target/my-protocol-1.0.0.jar");
    Files.createDirectories(jar.getParent());
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, out);
      }
    }
    var commands =
        COMMAND.matcher(Files.readString(TEMPLATE.resolve("README.md"))).results().toList();
    assertThat(commands).hasSize(4);
    for (var command : commands) {
      String line =
          command
              .group(1)
              .replace("target/my-protocol-1.0.0.jar", jar.toString())
              .replace("run.svg", elsewhere.resolve("run.svg").toString());
      var said =
          Programs.finish(
              Programs.start(
                  Programs.productClassPath(), Main.class, List.of(line.split(" ", -1))));
      assertThat(said.code()).as(line + "\n" + said.output()).isZero();
    }
    assertThat(elsewhere.resolve("run.svg")).isNotEmptyFile();
  }

  /** The page for authors shows a project with the same dependencies. */
  @Test
  void itsProjectIsTheOneOnThePage() throws IOException {
    String page = Files.readString(Path.of("../../docs/own-protocol.md"));
    var shown = XML.matcher(page).results().map(block -> block.group(1)).findFirst().orElseThrow();
    String ours =
        Files.readString(TEMPLATE.resolve("pom.xml"))
            .replace("${sluice.version}", "0.1.0-SNAPSHOT");
    assertThat(artifacts(ours)).containsAll(artifacts(shown));
    assertThat(Files.readString(Path.of("pom.xml"))).contains("<version>0.1.0-SNAPSHOT</version>");
  }

  private static List<String> artifacts(String pom) {
    return DEPENDENCY
        .matcher(pom)
        .results()
        .map(found -> found.group(1) + ":" + found.group(2))
        .filter(artifact -> !artifact.endsWith(":1.0.0"))
        .toList();
  }
}
