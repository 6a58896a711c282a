package io.sluice.cli.pipeline;

import io.sluice.cli.option.FileTrouble;
import io.sluice.cli.option.Nearest;
import io.sluice.streams.Pipeline;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * A jar with a pipeline, or a directory of classes. The pipeline is what a static method of one of
 * its classes returns: {@code public static Pipeline pipeline()}, or the same with {@code
 * String...}.
 */
public final class PipelineJar {

  private static final String METHOD = "pipeline";
  private static final String DECLARATION = "public static Pipeline pipeline()";
  private static final String SUFFIX = ".class";
  private static final int MOST_NAMED = 5;

  private final Path file;
  private final ClassLoader loader;

  private PipelineJar(Path file, ClassLoader loader) {
    this.file = file;
    this.loader = loader;
  }

  /**
   * Opens it. It stays open: classes are loaded as they are needed, until the command ends.
   *
   * @throws IllegalArgumentException if the file is missing or no jar
   */
  public static PipelineJar open(Path file) {
    if (!Files.exists(file)) {
      throw new IllegalArgumentException(
          "cannot read %s: there is no such file or directory".formatted(file));
    }
    if (!Files.isDirectory(file)) {
      try (var jar = new JarFile(file.toFile())) {
        var _ = jar.getManifest();
      } catch (IOException e) {
        throw new IllegalArgumentException(
            "%s is no jar: %s".formatted(file, FileTrouble.of(e)), e);
      }
    }
    return new PipelineJar(
        file, new URLClassLoader(new URL[] {urlOf(file)}, PipelineJar.class.getClassLoader()));
  }

  private static URL urlOf(Path file) {
    try {
      return file.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** Loads the classes of the pipeline. */
  public ClassLoader loader() {
    return loader;
  }

  /**
   * Makes the pipeline.
   *
   * @param className the class whose method makes it; if empty, the main class of the jar, or the
   *     only class that has such a method
   * @param arguments for the method
   * @throws IllegalArgumentException if there is no such class or method
   * @throws PipelineNotMade if the method fails
   */
  public Pipeline pipeline(Optional<String> className, List<String> arguments) {
    var type = className.map(this::named).orElseGet(this::onlyOne);
    var method = methodOf(type).orElseThrow();
    if (method.getParameterCount() == 0 && !arguments.isEmpty()) {
      throw new IllegalArgumentException(
          "%s takes no arguments: its method is pipeline(), not pipeline(String...)"
              .formatted(type.getName()));
    }
    return call(method, arguments);
  }

  private static Pipeline call(Method method, List<String> arguments) {
    String name = "%s.%s".formatted(method.getDeclaringClass().getName(), METHOD);
    method.setAccessible(true); // Its class need not be public.
    Object[] values =
        method.getParameterCount() == 0
            ? new Object[0]
            : new Object[] {arguments.toArray(String[]::new)};
    try {
      if (method.invoke(null, values) instanceof Pipeline pipeline) {
        return pipeline;
      }
      throw new PipelineNotMade(name + " returned null", Optional.empty());
    } catch (InvocationTargetException e) {
      var cause = Optional.ofNullable(e.getCause()).orElse(e);
      throw new PipelineNotMade("%s threw %s".formatted(name, cause), Optional.of(cause));
    } catch (IllegalAccessException | ExceptionInInitializerError e) {
      var cause = Optional.ofNullable(e.getCause()).orElse(e);
      throw new PipelineNotMade("%s failed: %s".formatted(name, cause), Optional.of(cause));
    }
  }

  private Class<?> named(String className) {
    try {
      var type = Class.forName(className, false, loader);
      if (methodOf(type).isEmpty()) {
        throw new IllegalArgumentException(
            "class %s has no method `%s`".formatted(className, DECLARATION));
      }
      return type;
    } catch (ClassNotFoundException e) {
      var known = withPipelines().map(Class::getName).toList();
      throw new IllegalArgumentException(
          "%s has no class '%s'".formatted(file, className)
              + Nearest.questionOr(
                  className,
                  known,
                  known.isEmpty() ? "" : "; pipelines are in " + String.join(", ", known)),
          e);
    } catch (LinkageError e) {
      throw new IllegalArgumentException(
          "class '%s' cannot be loaded: %s".formatted(className, e), e);
    }
  }

  private Class<?> onlyOne() {
    var main = mainClass().flatMap(this::withPipeline);
    if (main.isPresent()) {
      return main.get();
    }
    var found = withPipelines().toList();
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no pipeline: give a class a method `%s`".formatted(file, DECLARATION));
    }
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "%s has %d pipelines: name one of their classes, such as %s"
              .formatted(
                  file,
                  found.size(),
                  String.join(
                      ", ", found.stream().map(Class::getName).limit(MOST_NAMED).toList())));
    }
    return found.getFirst();
  }

  private Optional<String> mainClass() {
    if (Files.isDirectory(file)) {
      return Optional.empty();
    }
    try (var jar = new JarFile(file.toFile())) {
      return Optional.ofNullable(jar.getManifest())
          .map(Manifest::getMainAttributes)
          .map(attributes -> attributes.getValue(Attributes.Name.MAIN_CLASS));
    } catch (IOException e) {
      throw new IllegalArgumentException("%s is no jar: %s".formatted(file, e.getMessage()), e);
    }
  }

  private Stream<Class<?>> withPipelines() {
    return classNames().stream().flatMap(name -> withPipeline(name).stream());
  }

  /** The class, if it can be loaded and has the method. */
  private Optional<Class<?>> withPipeline(String className) {
    try {
      Class<?> type = Class.forName(className, false, loader);
      return methodOf(type).map(_ -> type);
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.empty(); // It needs what the jar does not have; so it is not the one.
    }
  }

  private static Optional<Method> methodOf(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(METHOD))
        .filter(method -> Modifier.isStatic(method.getModifiers()))
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> Pipeline.class.isAssignableFrom(method.getReturnType()))
        .filter(PipelineJar::takesNothingOrTexts)
        .max((one, other) -> Integer.compare(one.getParameterCount(), other.getParameterCount()));
  }

  private static boolean takesNothingOrTexts(Method method) {
    var parameters = method.getParameterTypes();
    return parameters.length == 0
        || (parameters.length == 1 && parameters[0].equals(String[].class));
  }

  private List<String> classNames() {
    try {
      return Files.isDirectory(file) ? inDirectory() : inJar();
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "cannot read %s: %s".formatted(file, FileTrouble.of(e)), e);
    }
  }

  private List<String> inDirectory() throws IOException {
    try (var files = Files.walk(file)) {
      return names(
          files.map(each -> file.relativize(each).toString().replace(File.separatorChar, '/')));
    }
  }

  private List<String> inJar() throws IOException {
    try (var jar = new JarFile(file.toFile())) {
      return names(jar.stream().map(JarEntry::getName));
    }
  }

  private static List<String> names(Stream<String> paths) {
    return paths
        .filter(path -> path.endsWith(SUFFIX) && !path.startsWith("META-INF/"))
        .filter(path -> !path.endsWith("-info" + SUFFIX))
        .map(path -> path.substring(0, path.length() - SUFFIX.length()).replace('/', '.'))
        .sorted()
        .toList();
  }
}
