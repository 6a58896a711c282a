package io.sluice.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Kafka's own settings for clients, as {@code --kafka-config} names them. */
public final class KafkaSettings {

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description = "Kafka's own settings for clients, such as those for SASL and SSL.")
  private Optional<Path> file = Optional.empty();

  public boolean areGiven() {
    return file.isPresent();
  }

  /**
   * What the file says; nothing without one.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  public Map<String, String> read() {
    return read(Path.of(""));
  }

  /** The same, of a file in that folder. */
  Map<String, String> read(Path folder) {
    return file.map(name -> readFile(folder.resolve(name))).orElse(Map.of());
  }

  private static Map<String, String> readFile(Path file) {
    var read = new Properties();
    try (var text = Files.newBufferedReader(file)) {
      read.load(text);
    } catch (IOException e) {
      throw new IllegalArgumentException("--kafka-config %s: %s".formatted(file, e), e);
    }
    return read.stringPropertyNames().stream()
        .collect(Collectors.toMap(key -> key, read::getProperty));
  }
}
