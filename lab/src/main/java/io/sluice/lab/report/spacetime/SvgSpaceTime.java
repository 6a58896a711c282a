package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.Interval;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Glyph;
import io.sluice.lab.report.svg.Palette;
import io.sluice.lab.report.svg.Svg;
import io.sluice.lab.report.svg.TextWidth;
import java.util.Locale;

/**
 * A space-time diagram as SVG. Time goes down, with a row for each event; arrows go from the row of
 * the send to the row of the receipt. The texts of events are in a column to the right of the
 * lanes, where they cover nothing; the labels of messages are between the lanes.
 */
public final class SvgSpaceTime {
  private final SpaceTime run;
  private final SpaceTimeLayout layout;
  private final Svg svg;

  private SvgSpaceTime(SpaceTime run) {
    this.run = run;
    this.layout = SpaceTimeLayout.of(run);
    String spoken =
        "Space-time diagram of %d nodes, %d events and %d messages; time goes down."
            .formatted(run.lanes().size(), run.rows().size(), run.messages().size());
    this.svg = Svg.picture(run.name(), layout.width(), layout.height(), run.title(), spoken);
  }

  public static String render(SpaceTime run) {
    var drawing = new SvgSpaceTime(run);
    drawing.title();
    drawing.guides();
    drawing.lanes();
    drawing.intervals();
    new SvgArrows(run, drawing.layout, drawing.svg).draw();
    drawing.events();
    drawing.legend();
    return drawing.svg.finish();
  }

  private void title() {
    for (int i = 0; i < layout.title().size(); i++) {
      svg.text(16, 28 + i * 20, "title", layout.title().get(i));
    }
  }

  /** Faint lines lead the eye from an event to its text. */
  private void guides() {
    for (int row = 0; row < run.rows().size(); row++) {
      double y = layout.y(row);
      svg.segment(SpaceTimeLayout.LEFT, y, layout.textX() - 8, y, "grid");
      svg.text(SpaceTimeLayout.LEFT - 8, y + 4, "small end muted", Integer.toString(row));
    }
  }

  private void lanes() {
    for (int lane = 0; lane < run.lanes().size(); lane++) {
      double x = layout.x(lane);
      svg.segment(x, layout.headY() + 24, x, layout.endY(), "lane");
      String name = run.lanes().get(lane).name();
      double half = TextWidth.of(name, 12) * 0.6 + 9;
      Box head = new Box(x - half, layout.headY(), 2 * half, 24);
      svg.open("g");
      svg.leaf("title", describe(run.lanes().get(lane)));
      svg.rect(head, "node hollow s" + slot(lane));
      svg.text(x, layout.headY() + 16, "mid bold f" + slot(lane), name);
      svg.close();
    }
  }

  private static String describe(Lane lane) {
    return lane.group().isBlank() ? lane.name() : lane.name() + ", group " + lane.group();
  }

  private void intervals() {
    for (Interval interval : run.intervals()) {
      if (interval.state() == State.IDLE || interval.from() == interval.until()) {
        continue;
      }
      boolean toTheEnd = interval.until() == run.rows().size();
      double from = layout.y(interval.from());
      double until = toTheEnd ? layout.endY() : layout.y(interval.until());
      svg.rect(bar(layout.x(interval.lane()), from, until - from), css(interval.state()));
    }
  }

  private static Box bar(double x, double y, double height) {
    double half = SpaceTimeLayout.BAR / 2;
    return new Box(x - half, y, 2 * half, height);
  }

  private void events() {
    for (int row = 0; row < run.rows().size(); row++) {
      double y = layout.y(row);
      switch (run.rows().get(row)) {
        case Row.Local(int lane, String text) -> {
          svg.path(Glyph.CIRCLE.path(layout.x(lane), y, 4.5), "node hollow s" + slot(lane));
          svg.path(Glyph.CIRCLE.path(layout.x(lane), y, 2.2), "f" + slot(lane));
          words(run.lanes().get(lane).name(), "f" + slot(lane), text, y);
        }
        case Row.Network(String text) -> words("", "muted", text, y);
      }
    }
  }

  private void words(String who, String colour, String text, double y) {
    double x = layout.textX();
    if (text.isEmpty()) {
      return;
    }
    svg.text(x, y + 4, "bold " + colour, who);
    String shown = TextWidth.shorten(text, 12, layout.textWidth());
    svg.open("g");
    if (!shown.equals(text)) {
      svg.leaf("title", text);
    }
    svg.text(x + layout.nameWidth(), y + 4, who.isEmpty() ? "muted" : "words", shown);
    svg.close();
  }

  private void legend() {
    double x = SpaceTimeLayout.LEFT;
    double y = layout.height() - 20;
    for (String text : layout.legend()) {
      switch (text) {
        case SpaceTimeLayout.LOST -> {
          svg.segment(x, y, x + 20, y, "thin lost");
          svg.path(Glyph.CROSS.path(x + 22, y, 4), "curve lost solid");
        }
        case SpaceTimeLayout.IN_FLIGHT -> svg.segment(x, y, x + 26, y, "thin flight");
        default -> svg.rect(bar(x + 20, y - 9, 18), text);
      }
      svg.text(x + SpaceTimeLayout.LEGEND_SAMPLE, y + 4, "small", text);
      x += SpaceTimeLayout.legendWidth(text);
    }
  }

  private static String css(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private int slot(int lane) {
    return Palette.slot(run.groupIndex(lane));
  }
}
