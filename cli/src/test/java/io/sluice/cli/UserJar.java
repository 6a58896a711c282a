package io.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;

/** Makes jars as a user does: compiles sources and packs the classes. */
final class UserJar {

  private static final String IMPORTS =
      """
      import io.sluice.streams.*;
      import java.util.*;
      """;

  private UserJar() {}

  /**
   * A jar of one class.
   *
   * @param body what is between the braces of the class
   */
  static Path of(Path directory, String className, String body) throws IOException {
    return of(directory, List.of(), List.of(className), List.of(body));
  }

  /**
   * A jar of several classes.
   *
   * @param options for {@code jar}
   */
  static Path of(Path directory, List<String> options, List<String> classNames, List<String> bodies)
      throws IOException {
    var sources = Files.createTempDirectory(directory, "sources");
    var classes = Files.createTempDirectory(directory, "classes");
    var compile =
        new ArrayList<>(
            List.of("-cp", System.getProperty("java.class.path"), "-d", classes.toString()));
    for (int k = 0; k < classNames.size(); k++) {
      var source = sources.resolve(classNames.get(k) + ".java");
      Files.writeString(
          source,
          "%spublic class %s {%n%s%n}%n".formatted(IMPORTS, classNames.get(k), bodies.get(k)));
      compile.add(source.toString());
    }
    run("javac", compile);
    var jar = directory.resolve("user.jar");
    var pack = new ArrayList<>(List.of("--create", "--file", jar.toString()));
    pack.addAll(options);
    pack.addAll(List.of("-C", classes.toString(), "."));
    run("jar", pack);
    return jar;
  }

  private static void run(String tool, List<String> args) {
    var said = new StringWriter();
    var writer = new PrintWriter(said);
    int code =
        ToolProvider.findFirst(tool).orElseThrow().run(writer, writer, args.toArray(String[]::new));
    assertThat(code).as(said.toString()).isZero();
  }
}
