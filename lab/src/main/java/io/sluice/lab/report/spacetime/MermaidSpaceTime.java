package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Interval;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A run as a Mermaid sequence diagram, which GitHub and others render in Markdown. Mermaid's arrows
 * are horizontal, so each is drawn where its message arrives; bars show which processes are inside.
 */
public final class MermaidSpaceTime {
  /** Mermaid takes this word for the end of a block, wherever it occurs as a word. */
  private static final Pattern END = Pattern.compile("(?i)\\b(e)(nd)\\b");

  private final SpaceTime run;
  private final StringBuilder out = new StringBuilder("sequenceDiagram\n");

  private MermaidSpaceTime(SpaceTime run) {
    this.run = run;
  }

  public static String render(SpaceTime run) {
    var diagram = new MermaidSpaceTime(run);
    diagram.title();
    diagram.participants();
    for (int row = 0; row < run.rows().size(); row++) {
      diagram.row(row);
    }
    diagram.inFlight();
    diagram.bars(run.rows().size());
    return diagram.out.toString();
  }

  private void title() {
    if (!run.title().isBlank()) {
      line("title " + escape(run.title()));
    }
  }

  private void participants() {
    boolean boxes = groupsAreNeighbours();
    for (int lane = 0; lane < run.lanes().size(); lane++) {
      String group = run.lanes().get(lane).group();
      boolean first = lane == 0 || !run.lanes().get(lane - 1).group().equals(group);
      boolean last =
          lane == run.lanes().size() - 1 || !run.lanes().get(lane + 1).group().equals(group);
      if (boxes && first) {
        // Without a colour, Mermaid would take a group named Red for one.
        line("box transparent " + escape(group));
      }
      line("participant n" + lane + " as " + escape(run.lanes().get(lane).name()));
      if (boxes && last) {
        line("end");
      }
    }
  }

  /** A Mermaid box holds neighbours only; there are no boxes if a group is scattered or unnamed. */
  private boolean groupsAreNeighbours() {
    List<String> groups = run.lanes().stream().map(Lane::group).toList();
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < groups.size(); i++) {
      boolean starts = i == 0 || !groups.get(i).equals(groups.get(i - 1));
      if (groups.get(i).isBlank() || (starts && !seen.add(groups.get(i)))) {
        return false;
      }
    }
    return seen.size() > 1;
  }

  private void row(int row) {
    for (Message message : run.messages()) {
      switch (message.delivery()) {
        case Delivery.Received(int at) when at == row -> arrow(message, "-)", "");
        case Delivery.Lost(int at) when at == row -> arrow(message, "-x", " (lost)");
        default -> {}
      }
    }
    switch (run.rows().get(row)) {
      case Row.Local(int lane, String text) -> note("n" + lane, text);
      case Row.Network(String text) -> note(allLanes(), text);
    }
    bars(row);
  }

  /** Mermaid draws only bars that end, so open ones end after the last row. */
  private void bars(int row) {
    for (Interval interval : run.intervals()) {
      boolean inside = interval.state() == State.INSIDE;
      if (inside && interval.until() == row) {
        line("deactivate n" + interval.lane());
      }
      if (inside && interval.from() == row) {
        line("activate n" + interval.lane());
      }
    }
  }

  private void inFlight() {
    for (Message message : run.messages()) {
      if (message.delivery() instanceof Delivery.InFlight) {
        arrow(message, "--)", " (still in flight)");
      }
    }
  }

  private String allLanes() {
    int last = run.lanes().size() - 1;
    return last == 0 ? "n0" : "n0,n" + last;
  }

  private void arrow(Message message, String head, String suffix) {
    line(
        "n%d%sn%d: %s"
            .formatted(message.from(), head, message.to(), escape(message.label()) + suffix));
  }

  private void note(String where, String text) {
    if (!text.isBlank()) {
      line("Note over " + where + ": " + escape(text));
    }
  }

  private void line(String text) {
    out.append("    ").append(text).append('\n');
  }

  /** Mermaid reads ; as a line end, # as an entity, and angle brackets as HTML. */
  static String escape(String text) {
    var safe = new StringBuilder();
    for (int c : text.strip().codePoints().toArray()) {
      switch (c) {
        case '#', ';', '<', '>', '%', '"', '{', '}', '\\', '`' ->
            safe.append('#').append(c).append(';');
        case '\n' -> safe.append("<br/>");
        default -> safe.appendCodePoint(Character.isISOControl(c) ? ' ' : c);
      }
    }
    // An empty label would leave a colon with nothing after it, which is not valid.
    return safe.isEmpty()
        ? "#8203;"
        : END.matcher(safe).replaceAll(m -> entity(m.group(1)) + m.group(2));
  }

  private static String entity(String letter) {
    return "#" + letter.codePointAt(0) + ";";
  }
}
