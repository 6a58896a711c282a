package io.sluice.bench.process;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The processes of one measurement and the folder they write to. {@link #close} stops and deletes
 * them all; so does an interrupt of the coordinator.
 */
public final class Children implements AutoCloseable {

  private static final Path MEMORY = Path.of("/dev/shm");

  private final List<Child> children = new CopyOnWriteArrayList<>();
  private final List<Path> folders = new CopyOnWriteArrayList<>();
  private final Path folder;
  private final Thread hook = new Thread(this::stop, "stop the children");

  public Children() throws IOException {
    Runtime.getRuntime().addShutdownHook(hook);
    folder = folder(Path.of(System.getProperty("java.io.tmpdir")));
  }

  /** Where files are kept in memory, for {@link #folder(Path)}. */
  public static Path memory() {
    return MEMORY;
  }

  /** Why {@link #memory} cannot be used; nothing if it can. */
  public static Optional<String> missingMemory() {
    return Files.isWritable(MEMORY) ? Optional.empty() : Optional.of(MEMORY + " is not writable");
  }

  /** A temporary folder for the children, deleted by {@link #close}. */
  public Path folder() {
    return folder;
  }

  /** Another such folder, below the given one. */
  public Path folder(Path parent) throws IOException {
    var made = Files.createTempDirectory(parent, "sluice-bench");
    folders.add(made);
    return made;
  }

  /** Starts a Java process that runs a {@link CommandLoop}, with the serial collector. */
  public Child java(String name, Class<?> main, int heapMebibytes) throws IOException {
    return java(name, main, List.of("-Xmx" + heapMebibytes + "m", "-XX:+UseSerialGC"));
  }

  /** Starts a Java process that runs a {@link CommandLoop}, with these options of the JVM. */
  public Child java(String name, Class<?> main, List<String> options) throws IOException {
    return java(name, main, options, List.of());
  }

  /** The same, with a command that runs it, such as one that enters a network namespace. */
  public Child java(String name, Class<?> main, List<String> options, List<String> prefix)
      throws IOException {
    var command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    command.addAll(List.of("-cp", classPath(), main.getName()));
    return start(name, command);
  }

  /** Starts an installed program, which ends when the coordinator ends, in whatever way. */
  public Child program(String name, List<String> command) throws IOException {
    // The program does not read its input, so a shell does, and kills it at the end of the input.
    var guarded = new ArrayList<>(List.of("sh", "-c", "\"$@\" & read -r end; kill $!", "sh"));
    guarded.addAll(command);
    return start(name, guarded);
  }

  private Child start(String name, List<String> command) throws IOException {
    var log = folder.resolve(name + ".log");
    var process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    var child = new Child(name, process, log);
    children.add(child);
    return child;
  }

  /** All processes and their descendants. */
  private Stream<ProcessHandle> handles() {
    return children.stream().flatMap(Child::handles);
  }

  /** CPU time of all processes and their descendants. */
  public double cpuSeconds() {
    return handles()
        .mapToDouble(each -> each.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9)
        .sum();
  }

  /** This process's own class path, with absolute names. */
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .map(entry -> Path.of(entry).toAbsolutePath().toString())
        .reduce((left, right) -> left + File.pathSeparator + right)
        .orElseThrow();
  }

  /** Distinct ports that are free on loopback now. */
  public static List<Integer> freePorts(int count) throws IOException {
    var sockets = new ArrayList<ServerSocket>();
    try {
      for (int i = 0; i < count; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException interrupted) {
      // The JVM is shutting down and the hook stops the children. The measuring thread must not go
      // on and report the result of a measurement that was cut short.
      while (true) {
        LockSupport.park();
      }
    }
    stop();
  }

  private void stop() {
    children.forEach(Child::stop);
    try {
      for (var child : children) {
        child.join();
      }
      for (var made : folders) {
        delete(made);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
