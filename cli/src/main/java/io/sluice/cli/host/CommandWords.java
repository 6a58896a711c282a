package io.sluice.cli.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What a command must know of its own words to find a node on its host. All else in them is for the
 * node to parse.
 *
 * @param options all words, from the command's name up to {@code --}
 * @param command what to run, after {@code --}
 * @param cluster the cluster's name
 * @param forced whether the command must not join by itself
 * @param avoided whether it must
 * @param keyStore empty if none is named
 * @param passwordFile empty if none is named
 */
record CommandWords(
    List<String> options,
    List<String> command,
    String cluster,
    boolean forced,
    boolean avoided,
    String keyStore,
    String passwordFile) {

  private static final String USUAL_CLUSTER = "sluice";

  static CommandWords of(String[] args) {
    var all = Arrays.asList(args);
    int end = all.indexOf("--");
    var options = end < 0 ? all : all.subList(0, end);
    List<String> command = end < 0 ? List.of() : all.subList(end + 1, all.size());
    return new CommandWords(
        options,
        command,
        value(options, "--cluster", USUAL_CLUSTER),
        options.contains("--through-node"),
        options.contains("--no-node"),
        value(options, "--keystore", ""),
        value(options, "--password-file", ""));
  }

  private static String value(List<String> options, String name, String usual) {
    String joined = name.concat("=");
    for (int i = 0; i < options.size(); i++) {
      String word = options.get(i);
      if (word.equals(name) && i + 1 < options.size()) {
        return options.get(i + 1);
      }
      if (word.startsWith(joined)) {
        return word.substring(joined.length());
      }
    }
    return usual;
  }

  /** Whether a node could do this. */
  boolean isServed() {
    if (options.isEmpty() || avoided) {
      return false;
    }
    return switch (options.getFirst()) {
      case "lock" -> options.size() > 1 && !command.isEmpty();
      case "who", "members", "release" -> command.isEmpty();
      default -> false;
    };
  }

  /** The command as messages name it. */
  String title() {
    return "sluice ".concat(options.getFirst());
  }

  /** Whether it does no harm to do it twice. */
  boolean isRepeatable() {
    return !options.getFirst().equals("release");
  }

  /** The proof of the key store; null if there is no password, or a file cannot be read. */
  @SuppressWarnings("NullAway") // as a queue's poll
  KeyProof proof() {
    if (keyStore.isEmpty()) {
      return KeyProof.NONE;
    }
    try {
      String password =
          passwordFile.isEmpty()
              ? System.getenv("SLUICE_KEYSTORE_PASSWORD")
              : firstLine(Path.of(passwordFile));
      return password == null || password.isEmpty()
          ? null
          : KeyProof.of(Path.of(keyStore), password.toCharArray());
    } catch (IOException e) {
      return null;
    }
  }

  private static String firstLine(Path file) throws IOException {
    String text = Files.readString(file, StandardCharsets.UTF_8);
    int end = text.indexOf('\n');
    String line = end < 0 ? text : text.substring(0, end);
    return line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
  }
}
