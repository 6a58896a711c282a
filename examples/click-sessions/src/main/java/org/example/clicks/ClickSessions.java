package org.example.clicks;

import io.sluice.streams.DeadLetters;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import io.sluice.streams.WindowResult;
import io.sluice.streams.WindowResults;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Finds the visits of each user: clicks without a pause of half an hour. */
public final class ClickSessions {

  private static final Duration PAUSE = Duration.ofMinutes(30);

  /** Clicks come out of order by up to a minute; */
  private static final Duration OUT_OF_ORDER = Duration.ofMinutes(1);

  /** and visits wait another ten minutes for those that are later still. */
  private static final Duration LATENESS = Duration.ofMinutes(10);

  private ClickSessions() {}

  /** What {@code sluice run} calls, with the arguments behind {@code --}. */
  public static Pipeline pipeline(String... args) {
    if (args.length != 1) {
      throw new IllegalArgumentException("name one file: sluice run click-sessions.jar -- FILE");
    }
    return sessions(
        Source.lines(Path.of(args[0])),
        Sink.forEach(visit -> System.out.println(words(visit))),
        Sink.forEach(click -> System.out.println("late: " + click)),
        (_, line, why) ->
            System.err.println("no click: %s (%s)".formatted(line, why.getMessage())));
  }

  /** The pipeline, for any lines and any sinks. */
  static Pipeline sessions(
      Source<String> lines,
      Sink<WindowResult<String, Visit>> visits,
      Sink<Click> late,
      DeadLetters noClicks) {
    WindowResults<String, Click, Visit> sessions =
        Pipeline.named("click-sessions")
            .from("lines", lines)
            .map("parse", Click::parse)
            .fixed(1) // Several instances would mix up the order in which clicks were read.
            .onError(noClicks)
            .timestamps("time", Click::time, OUT_OF_ORDER)
            .keyBy(Click::user)
            .sessions(PAUSE)
            .lateness(LATENESS)
            .aggregate("sessions", () -> Visit.EMPTY, Visit::plus, Visit::plus);
    sessions.late().to("late", late);
    return sessions.to("visits", visits);
  }

  private static String words(WindowResult<String, Visit> result) {
    var visit = result.value();
    return "%s %s: %d clicks, from %s to %s"
        .formatted(
            Instant.ofEpochMilli(result.start()),
            result.key(),
            visit.clicks(),
            visit.first().page(),
            visit.last().page());
  }
}
