package io.sluice.cli.option;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.catalogue.Catalogue;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where protocols of the user's own are found, beside Sluice's. */
public final class ProtocolsOption {

  @Option(
      names = {"--protocols", "--jar"},
      paramLabel = "JAR",
      split = ",",
      defaultValue = "${env:SLUICE_PROTOCOLS}",
      description =
          "Jars with protocols of your own, and with what these need, separated by commas (default:"
              + " those in the environment variable SLUICE_PROTOCOLS).")
  private List<Path> places = List.of();

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      description =
          "A class in these jars that declares a protocol as its field ALGORITHM; the jar then needs"
              + " no ProtocolProvider.")
  private Optional<String> declaring = Optional.empty();

  /**
   * Sluice's own protocols and those of the jars.
   *
   * @throws IllegalArgumentException if a jar is missing or has no protocols that can be used
   */
  public Catalogue catalogue() {
    var loader = loader();
    var installed = places.isEmpty() ? Catalogue.installed() : Catalogue.installed(loader);
    if (declaring.isPresent()) {
      return installed.with(declared(declaring.get(), loader));
    }
    if (!places.isEmpty() && installed.all().size() == Catalogue.builtIn().all().size()) {
      throw new IllegalArgumentException(
          "--protocols %s: no protocols; name a ProtocolProvider in %s, or a class with --class"
              .formatted(
                  places.getFirst(),
                  "META-INF/services/io.sluice.protocol.catalogue.ProtocolProvider"));
    }
    return installed;
  }

  /** The protocol of the class that was named, if one was. */
  Optional<Algorithm<?, ?>> declared() {
    return declaring.map(name -> declared(name, loader()));
  }

  private static Algorithm<?, ?> declared(String name, ClassLoader loader) {
    try {
      var field = Class.forName(name, true, loader).getDeclaredField("ALGORITHM");
      field.setAccessible(true);
      if (Modifier.isStatic(field.getModifiers())
          && field.get(null) instanceof Algorithm<?, ?> algorithm) {
        return algorithm;
      }
      throw new IllegalArgumentException(
          "--class %s: its field ALGORITHM must be static, and an Algorithm".formatted(name));
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      throw new IllegalArgumentException(
          "--class %s: there is no class %s; name its jar with --protocols"
              .formatted(name, e.getMessage()),
          e);
    } catch (NoSuchFieldException e) {
      throw new IllegalArgumentException(
          "--class %s: it has no field ALGORITHM; declare its Algorithm there".formatted(name), e);
    } catch (IllegalAccessException | ExceptionInInitializerError e) {
      throw new IllegalArgumentException("--class %s: %s".formatted(name, e), e);
    }
  }

  // Stays open: classes of a protocol are loaded as they are needed, until the command ends.
  private ClassLoader loader() {
    var urls = new ArrayList<URL>();
    for (Path place : places) {
      if (!Files.isReadable(place)) {
        throw new IllegalArgumentException("--protocols %s: cannot be read".formatted(place));
      }
      urls.add(urlOf(place));
    }
    return new URLClassLoader(urls.toArray(URL[]::new), ProtocolsOption.class.getClassLoader());
  }

  private static URL urlOf(Path place) {
    try {
      return place.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("--protocols %s: %s".formatted(place, e.getMessage()), e);
    }
  }
}
