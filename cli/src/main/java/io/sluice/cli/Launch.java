package io.sluice.cli;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.environment.Interrupt;
import io.sluice.cli.host.NodeClient;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/**
 * Starts the command: through a node on this host where that is possible, and otherwise with {@link
 * Main}, which is not loaded before that is known.
 *
 * <p>The launcher starts a command that may go through a node from a jar with just the classes for
 * that, since the JVM looks for services in all jars when it starts a process. The property {@code
 * sluice.jar} then names the jar with everything else.
 */
public final class Launch {

  private static final String EVERYTHING = "sluice.jar";

  private Launch() {}

  public static void main(String[] args) {
    var interrupt = new Interrupt();
    interrupt.listen();
    int code = throughNode(args, interrupt);
    if (code != NodeClient.JOIN) {
      // All is done and printed; an orderly exit would load classes to log it.
      Runtime.getRuntime().halt(code);
    }
    String everything = System.getProperty(EVERYTHING);
    if (everything != null) {
      interrupt.finish();
      startFrom(everything, args);
    } else {
      code = Main.run(args, interrupt);
      interrupt.finish();
      System.exit(code);
    }
  }

  private static int throughNode(String[] args, Interrupt interrupt) {
    try {
      return NodeClient.run(args, interrupt);
    } catch (InterruptedException e) {
      return Exit.INTERRUPTED;
    }
  }

  /** Does all in classes of that jar, also what has been loaded here already. */
  private static void startFrom(String jar, String[] args) {
    try {
      // Stays open: classes are loaded as they are needed, until the command ends.
      var loader =
          new URLClassLoader(
              new URL[] {Path.of(jar).toUri().toURL()}, ClassLoader.getPlatformClassLoader());
      Thread.currentThread().setContextClassLoader(loader);
      loader
          .loadClass("io.sluice.cli.Main")
          .getMethod("join", String[].class)
          .invoke(null, (Object) args);
    } catch (ReflectiveOperationException | MalformedURLException e) {
      throw new IllegalStateException(jar + " cannot be used; build again, with ./sluice", e);
    }
  }
}
