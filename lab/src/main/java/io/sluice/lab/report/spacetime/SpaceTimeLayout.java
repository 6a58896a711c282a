package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.lab.report.svg.TextWidth;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The positions of lanes, rows and texts of a space-time diagram. */
record SpaceTimeLayout(
    int lanes,
    int rows,
    double gap,
    double nameWidth,
    double textWidth,
    List<String> title,
    List<String> legend,
    double tail) {
  /** The numbers of the rows are left of this. */
  static final double LEFT = 44;

  /** The width of the bar that shows a state. */
  static final double BAR = 9;

  static final double LABEL_SIZE = 11;
  static final double LEGEND_SAMPLE = 32;
  static final String LOST = "lost";
  static final String IN_FLIGHT = "still in flight at the end";
  private static final double ROW = 28;
  private static final double NARROWEST_GAP = 84;
  private static final double WIDEST_GAP = 180;
  private static final double WIDEST_TEXT = 360;

  static SpaceTimeLayout of(SpaceTime run) {
    double label =
        run.messages().stream()
            .mapToDouble(m -> TextWidth.of(m.label(), LABEL_SIZE))
            .max()
            .orElse(0);
    double name =
        run.lanes().stream().map(Lane::name).mapToDouble(n -> TextWidth.of(n, 12)).max().orElse(0);
    double gap = Math.clamp(Math.max(label + 30, name * 1.2 + 34), NARROWEST_GAP, WIDEST_GAP);
    double text =
        run.rows().stream().map(Row::text).mapToDouble(t -> TextWidth.of(t, 12)).max().orElse(0);
    double lanes = run.lanes().size() * gap;
    double textWidth = Math.min(text, WIDEST_TEXT);
    double width = LEFT + lanes + name * 1.2 + textWidth;
    List<String> title = TextWidth.wrap(run.title(), 15 * 1.15, Math.max(320, width));
    return new SpaceTimeLayout(
        run.lanes().size(),
        run.rows().size(),
        gap,
        name * 1.2 + 10,
        textWidth,
        title,
        legend(run),
        has(run, Delivery.InFlight.class) ? 48 : 18);
  }

  /** The entries of the legend that this run needs. */
  private static List<String> legend(SpaceTime run) {
    Stream<String> states =
        Stream.of(State.WAITING, State.INSIDE, State.CRASHED)
            .filter(state -> run.intervals().stream().anyMatch(i -> i.state() == state))
            .map(state -> state.name().toLowerCase(Locale.ROOT));
    Stream<String> lost = has(run, Delivery.Lost.class) ? Stream.of(LOST) : Stream.of();
    Stream<String> open = has(run, Delivery.InFlight.class) ? Stream.of(IN_FLIGHT) : Stream.of();
    return Stream.of(states, lost, open).flatMap(s -> s).toList();
  }

  private static boolean has(SpaceTime run, Class<? extends Delivery> kind) {
    return run.messages().stream().map(Message::delivery).anyMatch(kind::isInstance);
  }

  /** The width of an entry of the legend, with its sample and the gap after it. */
  static double legendWidth(String text) {
    return LEGEND_SAMPLE + TextWidth.of(text, LABEL_SIZE) + 20;
  }

  double x(int lane) {
    return LEFT + gap / 2 + lane * gap;
  }

  double headY() {
    return 22 + title.size() * 20;
  }

  double y(int row) {
    return headY() + 50 + row * ROW;
  }

  /** The end of the lanes, where messages still in flight end too. */
  double endY() {
    return y(rows - 1) + tail;
  }

  double textX() {
    return LEFT + lanes * gap + 8;
  }

  double width() {
    double longestTitle =
        title.stream().mapToDouble(t -> TextWidth.of(t, 15 * 1.15)).max().orElse(0);
    double longestLegend = legend.stream().mapToDouble(SpaceTimeLayout::legendWidth).sum();
    double content = Math.max(textX() + nameWidth + textWidth, LEFT + longestLegend);
    return Math.max(content, 16 + longestTitle) + 16;
  }

  double height() {
    return endY() + 48;
  }
}
