package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * A run as text of 100 columns: lanes are vertical lines whose stroke shows the state, each event
 * is a row with the acting process marked, a message is an arrow in the row where it arrives, and
 * the text of the event is to the right.
 */
public final class SpaceTimeText {
  private static final int WIDTH = 100;
  private static final int MARGIN = 5;
  private static final int LEAST_WORDS = 36;

  private final SpaceTime run;
  private final TextSymbols symbols;
  private final int column;
  private final StringBuilder out = new StringBuilder();

  private SpaceTimeText(SpaceTime run, TextSymbols symbols) {
    this.run = run;
    this.symbols = symbols;
    int label = run.messages().stream().mapToInt(m -> m.label().length()).max().orElse(0);
    int name = run.lanes().stream().mapToInt(lane -> lane.name().length()).max().orElse(0);
    int room = (WIDTH - MARGIN - LEAST_WORDS) / Math.max(1, run.lanes().size());
    this.column = Math.clamp(Math.max(label + 5, name + 2), 6, Math.max(6, room));
  }

  /** Renders with Unicode lines and arrows. */
  public static String render(SpaceTime run) {
    return new SpaceTimeText(run, TextSymbols.UNICODE).draw();
  }

  /** Renders with ASCII only, except for names and texts, which stay as given. */
  public static String renderAscii(SpaceTime run) {
    return new SpaceTimeText(run, TextSymbols.ASCII).draw();
  }

  private String draw() {
    if (!run.title().isBlank()) {
      line(run.title());
      line("");
    }
    header();
    for (int row = 0; row < run.rows().size(); row++) {
      row(row);
    }
    legend();
    inFlight();
    return out.toString();
  }

  private void header() {
    char[] names = blank();
    for (int lane = 0; lane < run.lanes().size(); lane++) {
      String name = cut(run.lanes().get(lane).name(), column - 1);
      write(names, centre(lane) - name.length() / 2, name);
    }
    line(new String(names));
  }

  private void row(int row) {
    char[] lanes = lanesAt(row);
    for (Message message : run.messages()) {
      switch (message.delivery()) {
        case Delivery.Received(int at) when at == row ->
            arrow(lanes, message, centre(message.to()));
        case Delivery.Lost(int at) when at == row -> arrow(lanes, message, halfWay(message));
        default -> {}
      }
    }
    if (run.rows().get(row) instanceof Row.Local(int lane, _)) {
      lanes[centre(lane)] = symbols.acts();
    }
    write(lanes, 0, "%3d".formatted(row));
    List<String> words = wrap(words(row));
    line(new String(lanes) + " " + words.getFirst());
    for (String more : words.subList(1, words.size())) {
      line(new String(lanesAt(row)) + "   " + more);
    }
  }

  private char[] lanesAt(int row) {
    char[] line = blank();
    for (int lane = 0; lane < run.lanes().size(); lane++) {
      line[centre(lane)] = symbols.of(run.stateAt(lane, row));
    }
    return line;
  }

  /**
   * Draws an arrow from the sender's lane to a column: the receiver's, or where the message was
   * lost.
   */
  private void arrow(char[] line, Message message, int target) {
    int source = centre(message.from());
    if (source == target) {
      return;
    }
    int step = Integer.signum(target - source);
    boolean lost = message.delivery() instanceof Delivery.Lost;
    for (int at = source + step; at != target; at += step) {
      line[at] = line[at] == symbols.idle() ? symbols.crossing() : line[at];
      line[at] = line[at] == ' ' ? symbols.dash() : line[at];
    }
    if (line[source] == symbols.idle()) {
      line[source] = step > 0 ? symbols.leavesRight() : symbols.leavesLeft();
    }
    char head = step > 0 ? symbols.headRight() : symbols.headLeft();
    if (lost) {
      line[target] = symbols.lost();
    } else {
      line[target - step] = head;
    }
    label(line, message, lost ? target : target - step);
  }

  /** Writes the label into the first gap from the sender that is wide enough, if any. */
  private void label(char[] line, Message message, int end) {
    int low = Math.min(centre(message.from()), end);
    int high = Math.max(centre(message.from()), end);
    int start = low + 1;
    for (int at = low + 1; at <= high; at++) {
      if (at == high || line[at] != symbols.dash()) {
        int free = at - start;
        if (free >= message.label().length() + 2) {
          write(line, start + (free - message.label().length()) / 2, message.label());
          return;
        }
        start = at + 1;
      }
    }
  }

  private int halfWay(Message message) {
    return centre(message.to()) + Integer.signum(message.from() - message.to()) * (column / 2);
  }

  private String words(int row) {
    var words = new StringJoiner(", ");
    switch (run.rows().get(row)) {
      case Row.Local(int lane, String text) -> {
        String who = run.lanes().get(lane).name();
        words.add((who + " " + received(row, text)).strip());
      }
      case Row.Network(String text) -> words.add(lost(row, text));
    }
    Map<String, StringJoiner> receivers = new LinkedHashMap<>();
    for (Message message : run.messages()) {
      if (message.sentAt() == row) {
        receivers
            .computeIfAbsent(message.label(), _ -> new StringJoiner(" "))
            .add(run.lanes().get(message.to()).name());
      }
    }
    receivers.forEach((label, to) -> words.add(label + " " + symbols.sends() + " " + to));
    return words.toString();
  }

  private String received(int row, String text) {
    List<String> taken = new ArrayList<>();
    for (Message message : run.messages()) {
      if (message.delivery() instanceof Delivery.Received(int at) && at == row) {
        taken.add(message.label() + " of " + message.sentAt());
      }
    }
    String all = String.join(", ", taken);
    if (taken.isEmpty()) {
      return text;
    }
    return text.isEmpty() ? "takes " + all : text + " (" + all + ")";
  }

  private String lost(int row, String text) {
    for (Message message : run.messages()) {
      if (message.delivery() instanceof Delivery.Lost(int at) && at == row) {
        String what = "lost: " + message.label() + " of " + message.sentAt();
        return text.isEmpty() ? what : text + " (" + what + ")";
      }
    }
    return text;
  }

  private void legend() {
    var used = new StringJoiner("   ");
    used.add(symbols.acts() + " acts");
    for (State state : List.of(State.WAITING, State.INSIDE, State.CRASHED)) {
      if (run.intervals().stream().anyMatch(i -> i.state() == state)) {
        char sign = symbols.of(state);
        String shown = sign == ' ' ? "(no line)" : Character.toString(sign);
        used.add(shown + " " + state.name().toLowerCase(Locale.ROOT));
      }
    }
    line("");
    line("     " + used + "   \"Req of 3\" was sent in row 3");
  }

  private void inFlight() {
    for (Message message : run.messages()) {
      if (message.delivery() instanceof Delivery.InFlight) {
        Lane from = run.lanes().get(message.from());
        Lane to = run.lanes().get(message.to());
        line(
            "     still in flight: %s of %d, %s %s %s"
                .formatted(
                    message.label(), message.sentAt(), from.name(), symbols.sends(), to.name()));
      }
    }
  }

  private List<String> wrap(String words) {
    int room = WIDTH - MARGIN - run.lanes().size() * column - 3;
    List<String> lines = new ArrayList<>();
    var line = new StringBuilder();
    for (String word : words.split(" ", -1)) {
      if (!line.isEmpty() && line.length() + 1 + word.length() > room) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }

  private int centre(int lane) {
    return MARGIN + lane * column + column / 2;
  }

  private char[] blank() {
    return " ".repeat(MARGIN + run.lanes().size() * column).toCharArray();
  }

  private static void write(char[] line, int at, String text) {
    text.getChars(0, text.length(), line, at);
  }

  private static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, width);
  }

  private void line(String text) {
    out.append(text.stripTrailing()).append('\n');
  }
}
