package io.sluice.cli.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * Makes commands of the words of callers. Most callers come with words that others had before, and
 * parsing takes longer than a lock, so what runs under a lock is parsed once.
 */
final class CommandParser {

  private static final int MOST_KEPT = 256;

  /** Stands for what the caller runs, which stays with the caller. */
  private static final List<String> OWN = List.of("true");

  private final Map<String, Supplier<? extends ServedCommand>> commands;
  private final Map<List<String>, ServedCommand> kept = new ConcurrentHashMap<>();

  /**
   * @param commands what can be done, by name
   */
  CommandParser(Map<String, Supplier<? extends ServedCommand>> commands) {
    this.commands = commands;
  }

  /**
   * The command that the words mean.
   *
   * @throws ParameterException if the words are wrong, or ask for help
   * @throws ServedCommand.Refused if there is no such command
   */
  ServedCommand parse(List<String> words) throws ServedCommand.Refused {
    var known = kept.get(words);
    if (known != null) {
      return known;
    }
    var made = commands.get(words.getFirst());
    if (made == null) {
      throw new ServedCommand.Refused("it does not know this command");
    }
    var command = made.get();
    parse(command, words.subList(1, words.size()));
    if (command instanceof ServedCommand.Running running) {
      if (!running.command().equals(OWN)) {
        throw new ServedCommand.Refused("the command to run must be complete after --");
      }
      if (kept.size() >= MOST_KEPT) {
        kept.clear();
      }
      kept.put(List.copyOf(words), command);
    }
    return command;
  }

  private static void parse(ServedCommand command, List<String> words) {
    var all = new ArrayList<>(words);
    if (command instanceof ServedCommand.Running) {
      all.add("--");
      all.addAll(OWN);
    }
    var line = new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true);
    if (line.parseArgs(all.toArray(String[]::new)).isUsageHelpRequested()) {
      throw new ParameterException(line, "help");
    }
  }
}
