package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.Algorithm;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;

/** A package of protocols, with those below it, and a fault in the source of one class. */
final class Mutant extends URLClassLoader {

  private final String packageName;

  private Mutant(Path classes, String packageName) throws IOException {
    super(new URL[] {classes.toUri().toURL()}, Algorithm.class.getClassLoader());
    this.packageName = packageName;
  }

  /**
   * Compiles the package of a class again, with the packages below it.
   *
   * @param original what the class's source says, white space counting as one blank
   * @param mutated what it shall say instead
   * @param directory an empty one
   */
  static Mutant of(Class<?> type, String original, String mutated, Path directory)
      throws IOException {
    var sources = Path.of("../protocol/src/main/java", type.getPackageName().replace('.', '/'));
    var arguments = new ArrayList<String>();
    arguments.addAll(List.of("-proc:none", "-cp", System.getProperty("java.class.path")));
    arguments.addAll(List.of("-d", Files.createDirectory(directory.resolve("classes")).toString()));
    try (var files = Files.walk(sources)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        if (file.endsWith(type.getSimpleName() + ".java")) {
          String source = Files.readString(file).replaceAll(" // .*", "").replaceAll("\\s+", " ");
          assertThat(source).as("the mutation still fits the source").contains(original);
          file = directory.resolve(file.getFileName());
          Files.writeString(file, source.replace(original, mutated));
        }
        arguments.add(file.toString());
      }
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new));
    assertThat(status).as("the mutated source compiles").isZero();
    return new Mutant(directory.resolve("classes"), type.getPackageName());
  }

  /** The mutated protocol that a class declares. */
  Algorithm<?, ?> algorithm(Class<?> type) throws ReflectiveOperationException {
    return (Algorithm<?, ?>) mutated(type).getField("ALGORITHM").get(null);
  }

  /** The mutated protocol that a method of a class makes from a number. */
  Algorithm<?, ?> algorithm(Class<?> type, String method, int number)
      throws ReflectiveOperationException {
    return (Algorithm<?, ?>) mutated(type).getMethod(method, int.class).invoke(null, number);
  }

  /** The mutated model that a class declares, which is not in the catalogue. */
  Algorithm<?, ?> model(Class<?> type) throws ReflectiveOperationException {
    return (Algorithm<?, ?>) mutated(type).getMethod("model").invoke(null);
  }

  private Class<?> mutated(Class<?> type) throws ClassNotFoundException {
    var mutated = Class.forName(type.getName(), true, this);
    assertThat(mutated.getClassLoader()).isSameAs(this);
    return mutated;
  }

  /** The mutated protocol of a name that says how it is set up. */
  Algorithm<?, ?> algorithm(Class<?> type, String name) throws ReflectiveOperationException {
    var find = Class.forName(type.getName(), true, this).getMethod("find", String.class);
    return (Algorithm<?, ?>) ((Optional<?>) find.invoke(null, name)).orElseThrow();
  }

  /** The package's own classes come from here, everything else is the product's. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(packageName + ".")) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      var loaded = findLoadedClass(name);
      return loaded != null ? loaded : findClass(name);
    }
  }
}
