package io.sluice.cli.option;

import io.sluice.protocol.catalogue.Catalogue;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Where protocols of the user's own are found, beside Sluice's. */
public final class ProtocolsOption {

  @Option(
      names = "--protocols",
      paramLabel = "JAR",
      split = ",",
      defaultValue = "${env:SLUICE_PROTOCOLS}",
      description =
          "Jars with protocols of your own, and with what these need, separated by commas (default:"
              + " those in the environment variable SLUICE_PROTOCOLS).")
  private List<Path> places = List.of();

  /**
   * Sluice's own protocols and those of the jars.
   *
   * @throws IllegalArgumentException if a jar is missing or has no protocols that can be used
   */
  public Catalogue catalogue() {
    if (places.isEmpty()) {
      return Catalogue.installed();
    }
    var urls = new ArrayList<URL>();
    for (Path place : places) {
      if (!Files.isReadable(place)) {
        throw new IllegalArgumentException("--protocols %s: cannot be read".formatted(place));
      }
      urls.add(urlOf(place));
    }
    // Stays open: classes of a protocol are loaded as they are needed, until the command ends.
    var loader =
        new URLClassLoader(urls.toArray(URL[]::new), ProtocolsOption.class.getClassLoader());
    var catalogue = Catalogue.installed(loader);
    if (catalogue.all().size() == Catalogue.builtIn().all().size()) {
      throw new IllegalArgumentException(
          "--protocols %s: no protocols; name a ProtocolProvider in %s"
              .formatted(
                  places.getFirst(),
                  "META-INF/services/io.sluice.protocol.catalogue.ProtocolProvider"));
    }
    return catalogue;
  }

  private static URL urlOf(Path place) {
    try {
      return place.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("--protocols %s: %s".formatted(place, e.getMessage()), e);
    }
  }
}
