package io.sluice.cli.option;

import io.sluice.lab.advise.Participant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Participants in a text file:
 *
 * <pre>
 * file        = [ "name" "priority" "rate" ] { line }
 * line        = [ participant ] [ "#" comment ]
 * participant = name priority rate
 * priority    = a whole number from 0, the most urgent, up
 * rate        = number [ "/s" | "/min" | "/h" ]
 * </pre>
 *
 * <p>The three are separated by blanks or commas, so that a spreadsheet's CSV works. A rate is how
 * often the participant asks while it neither waits nor holds the lock; without a unit, per second.
 */
public final class ParticipantsFile {

  private static final Pattern RATE =
      Pattern.compile("(?<number>[0-9]{1,9}(?:\\.[0-9]{1,9})?)(?<unit>/s|/min|/h)?");

  private static final List<String> HEADING = List.of("name", "priority", "rate");

  private final Path file;

  private ParticipantsFile(Path file) {
    this.file = file;
  }

  /**
   * Reads participants.
   *
   * @throws IllegalArgumentException if the file is malformed; the message names the file, the
   *     line, and what is wrong
   */
  public static List<Participant> read(Path file) {
    return new ParticipantsFile(file).parse(InFile.read(file));
  }

  private List<Participant> parse(String text) {
    var participants = new ArrayList<Participant>();
    Map<String, Integer> lineOfName = new LinkedHashMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      var words = words(line);
      if (words.isEmpty() || (participants.isEmpty() && words.equals(HEADING))) {
        continue;
      }
      var participant = participant(number, words);
      Integer before = lineOfName.putIfAbsent(participant.name(), number);
      if (before != null) {
        throw wrong(number, "%s is already in line %d".formatted(participant.name(), before));
      }
      participants.add(participant);
    }
    return participants;
  }

  private static List<String> words(String line) {
    String content = line.split("#", 2)[0].strip();
    return content.isEmpty() ? List.of() : Arrays.asList(content.split("\\s*,\\s*|\\s+", -1));
  }

  private Participant participant(int line, List<String> words) {
    if (words.size() != HEADING.size()) {
      throw wrong(line, "expected NAME PRIORITY RATE, such as `sensor 2 0.5/s`");
    }
    try {
      return new Participant(words.getFirst(), priority(words.get(1)), rate(words.get(2)));
    } catch (IllegalArgumentException e) {
      throw wrong(line, String.valueOf(e.getMessage()));
    }
  }

  private static int priority(String word) {
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + word + "' is not a priority; write a whole number, 0 for the most urgent", e);
    }
  }

  private static double rate(String word) {
    var match = RATE.matcher(word);
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "'"
              + word
              + "' is not a rate; write a number of requests, such as 0.5/s, 3/min or"
              + " 1/h");
    }
    double number = Double.parseDouble(match.group("number"));
    return switch (match.group("unit")) {
      case "/min" -> number / 60;
      case "/h" -> number / 3600;
      case null, default -> number;
    };
  }

  private IllegalArgumentException wrong(int line, String what) {
    return new IllegalArgumentException("%s, line %d: %s".formatted(file, line, what));
  }
}
