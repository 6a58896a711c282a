package io.sluice.cli.option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Kafka's own settings for clients, as {@code --kafka-config} names them. */
public final class KafkaSettings {

  private KafkaSettings() {}

  /**
   * Reads a properties file.
   *
   * @throws IllegalArgumentException if it cannot be read
   */
  public static Map<String, String> read(Path file) {
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
