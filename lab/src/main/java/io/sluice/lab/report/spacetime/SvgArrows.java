package io.sluice.lab.report.spacetime;

import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.Row;
import io.sluice.lab.report.svg.Box;
import io.sluice.lab.report.svg.Glyph;
import io.sluice.lab.report.svg.LabelPlacer;
import io.sluice.lab.report.svg.Numbers;
import io.sluice.lab.report.svg.Palette;
import io.sluice.lab.report.svg.Svg;
import io.sluice.lab.report.svg.TextWidth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Draws the messages of a space-time diagram: first all lines, then the labels over them. */
final class SvgArrows {
  /**
   * A message on its way from (x1, y1) to (x2, y2), the place where the arrow really ends.
   *
   * @param bow how far the control point of the curve lies below the straight line
   */
  private record Flight(Message message, double x1, double y1, double x2, double y2, double bow) {
    boolean loop() {
      return message.from() == message.to();
    }

    double yAt(double x) {
      double share = (x - x1) / (x2 - x1);
      return y1 + (y2 - y1) * share + 2 * share * (1 - share) * bow;
    }

    double controlX() {
      return (x1 + x2) / 2;
    }

    double controlY() {
      return (y1 + y2) / 2 + bow;
    }

    Flight bowed(double newBow) {
      return new Flight(message, x1, y1, x2, y2, newBow);
    }
  }

  /** A step of length one. */
  private record Direction(double x, double y) {
    static Direction of(double x1, double y1, double x2, double y2) {
      double length = Math.hypot(x2 - x1, y2 - y1);
      return new Direction((x2 - x1) / length, (y2 - y1) / length);
    }
  }

  /** The arrow stops at the edge of the circle around an event. */
  private static final double CLEARANCE = 6;

  private static final double HEAD = 8;

  /** How far an arrow bends to pass an event of another process. */
  private static final double BOW = 30;

  /** How far the arrow of a message to the sender itself leaves its lane. */
  private static final double LOOP = 24;

  private final SpaceTime run;
  private final SpaceTimeLayout layout;
  private final Svg svg;
  private final LabelPlacer placer;

  SvgArrows(SpaceTime run, SpaceTimeLayout layout, Svg svg) {
    this.run = run;
    this.layout = layout;
    this.svg = svg;
    this.placer = new LabelPlacer(new Box(0, 0, layout.textX(), layout.endY() + 8));
  }

  void draw() {
    double top = layout.headY();
    for (int lane = 0; lane < run.lanes().size(); lane++) {
      placer.avoid(new Box(layout.x(lane) - 7, top, 14, layout.endY() - top));
    }
    List<Flight> flights =
        run.messages().stream().map(this::flight).map(this::avoidingOtherEvents).toList();
    for (Flight flight : flights) {
      line(flight);
      double middle = flight.loop() ? flight.y1() : flight.yAt(flight.controlX());
      placer.avoidLine(flight.x1(), flight.y1(), flight.controlX(), middle);
      placer.avoidLine(flight.controlX(), middle, flight.x2(), flight.y2());
      placer.avoid(new Box(flight.x2() - 7, flight.y2() - 7, 14, 14));
    }
    flights.forEach(this::label);
  }

  private Flight flight(Message message) {
    double x1 = layout.x(message.from());
    double y1 = layout.y(message.sentAt());
    double x2 = layout.x(message.to());
    return switch (message.delivery()) {
      case Delivery.Received(int row) -> new Flight(message, x1, y1, x2, layout.y(row), 0);
      // A message that never arrived must not touch its receiver's lane.
      case Delivery.Lost(int row) ->
          new Flight(message, x1, y1, x2 - toward(message) * layout.gap() * 0.4, layout.y(row), 0);
      case Delivery.InFlight() ->
          new Flight(message, x1, y1, x2 - toward(message) * layout.gap() * 0.2, layout.endY(), 0);
    };
  }

  /**
   * Bends an arrow that would cross another process's event, which would suggest that it belongs
   * there.
   */
  private Flight avoidingOtherEvents(Flight flight) {
    return DoubleStream.of(0, -BOW, BOW)
        .mapToObj(flight::bowed)
        .filter(this::missesOtherEvents)
        .findFirst()
        .orElse(flight);
  }

  private boolean missesOtherEvents(Flight flight) {
    int low = Math.min(flight.message().from(), flight.message().to());
    int high = Math.max(flight.message().from(), flight.message().to());
    for (int row = 0; row < run.rows().size(); row++) {
      boolean between =
          run.rows().get(row) instanceof Row.Local(int lane, _)
              && lane > low
              && lane < high
              && Math.abs(layout.y(row) - flight.yAt(layout.x(lane))) < 2 * CLEARANCE;
      if (between) {
        return false;
      }
    }
    return true;
  }

  private static int toward(Message message) {
    return Integer.signum(message.to() - message.from());
  }

  private void line(Flight flight) {
    Message message = flight.message();
    String css =
        switch (message.delivery()) {
          case Delivery.Received _ -> "s" + slot(message);
          case Delivery.Lost _ -> "lost";
          case Delivery.InFlight _ -> "flight";
        };
    if (flight.loop()) {
      loop(flight, css);
      return;
    }
    Direction out = Direction.of(flight.x1(), flight.y1(), flight.controlX(), flight.controlY());
    Direction in = Direction.of(flight.controlX(), flight.controlY(), flight.x2(), flight.y2());
    double gap = message.delivery() instanceof Delivery.Received ? CLEARANCE : 0;
    double startX = flight.x1() + out.x() * CLEARANCE;
    double startY = flight.y1() + out.y() * CLEARANCE;
    double endX = flight.x2() - in.x() * gap;
    double endY = flight.y2() - in.y() * gap;
    String course = flight.bow() == 0 ? "L" : "Q" + xy(flight.controlX(), flight.controlY()) + " ";
    svg.path("M" + xy(startX, startY) + course + xy(endX, endY), "thin " + css);
    end(message, endX, endY, in, css);
  }

  /** A message to the sender itself leaves the lane and returns to it. */
  private void loop(Flight flight, String css) {
    double side = side(flight.message());
    double out = flight.x1() + side * LOOP;
    String curve =
        "M"
            + xy(flight.x1() + side * CLEARANCE, flight.y1())
            + "C"
            + xy(out, flight.y1())
            + " "
            + xy(out, flight.y2())
            + " "
            + xy(flight.x2() + side * CLEARANCE, flight.y2());
    svg.path(curve, "thin " + css);
    end(
        flight.message(),
        flight.x2() + side * CLEARANCE,
        flight.y2(),
        new Direction(-side, 0),
        css);
  }

  /** To the right of the lane, except for the last lane, where the texts begin. */
  private double side(Message message) {
    return message.to() == run.lanes().size() - 1 ? -1 : 1;
  }

  private void end(Message message, double x, double y, Direction in, String css) {
    if (message.delivery() instanceof Delivery.Lost) {
      svg.path(Glyph.CROSS.path(x, y, 4.5), "curve solid " + css);
      return;
    }
    double backX = x - in.x() * HEAD;
    double backY = y - in.y() * HEAD;
    double wing = HEAD * 0.42;
    String head =
        "M"
            + xy(backX - in.y() * wing, backY + in.x() * wing)
            + "L"
            + xy(x, y)
            + "L"
            + xy(backX + in.y() * wing, backY - in.x() * wing);
    if (message.delivery() instanceof Delivery.InFlight) {
      svg.path(head, "thin solid " + css);
    } else {
      svg.path(head + "z", css + " f" + slot(message));
    }
  }

  /** A message has the colour of its sender's group. */
  private int slot(Message message) {
    return Palette.slot(run.groupIndex(message.from()));
  }

  private void label(Flight flight) {
    String text = flight.message().label();
    if (text.isEmpty()) {
      return;
    }
    String shown = TextWidth.shorten(text, SpaceTimeLayout.LABEL_SIZE, layout.gap() - 30);
    double width = TextWidth.of(shown, SpaceTimeLayout.LABEL_SIZE);
    Box place = placer.place(candidates(flight, width));
    String colour =
        switch (flight.message().delivery()) {
          case Delivery.Received _ -> "fi";
          case Delivery.Lost _ -> "lostfill";
          case Delivery.InFlight _ -> "muted";
        };
    svg.open("g");
    svg.leaf("title", describe(flight.message()));
    svg.text(place.x() + place.width() / 2, place.bottom() - 3, "small mid halo " + colour, shown);
    svg.close();
  }

  private String describe(Message message) {
    return "%s, %s to %s"
        .formatted(
            message.label(),
            run.lanes().get(message.from()).name(),
            run.lanes().get(message.to()).name());
  }

  /**
   * Candidates beside the line in every gap between lanes, the receiver's first: there each arrow
   * has a row of its own, while several arrows may start in one row.
   */
  private List<Box> candidates(Flight flight, double width) {
    double height = 13;
    List<Box> places = new ArrayList<>();
    if (flight.loop()) {
      double middle = (flight.y1() + flight.y2()) / 2;
      double x = flight.x1() + side(flight.message()) * (LOOP * 0.75 + 4 + width / 2);
      return List.of(new Box(x - width / 2, middle - height / 2, width, height));
    }
    int from = flight.message().from();
    int to = flight.message().to();
    int step = Integer.signum(from - to);
    for (int lane = to; lane != from; lane += step) {
      double middle = (layout.x(lane) + layout.x(lane + step)) / 2;
      double play = Math.max(0, (layout.gap() - width - 18) / 2);
      for (double shift : new double[] {0, -0.5, 0.5, -1, 1}) {
        double x = middle + shift * play;
        double y = flight.yAt(x);
        places.add(new Box(x - width / 2, y - height - 2, width, height));
        places.add(new Box(x - width / 2, y - height / 2, width, height));
        places.add(new Box(x - width / 2, y + 2, width, height));
      }
    }
    return places;
  }

  private static String xy(double x, double y) {
    return Numbers.coordinate(x) + " " + Numbers.coordinate(y);
  }
}
