package io.sluice.cli.text;

import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sluice run} prints about a pipeline. */
public final class RunText {

  private static final int NAME_WIDTH = 40;
  private static final int NUMBER_WIDTH = 20;

  private RunText() {}

  /**
   * A line about the present.
   *
   * @param perSecond how many records the sources read a second, lately
   */
  public static String progress(Snapshot now, double perSecond) {
    return String.format(
        Locale.ROOT,
        "%.0f s: %,d in, %,d out, %,.0f/s; %s",
        now.seconds(),
        now.recordsIn(),
        now.recordsOut(),
        perSecond,
        now.operators().stream()
            .map(each -> each.name() + " " + each.instances())
            .collect(Collectors.joining(", ")));
  }

  /** The whole, at the end. */
  public static String summary(Snapshot end) {
    var table = new TextTable(NAME_WIDTH, NUMBER_WIDTH, NUMBER_WIDTH);
    table.row("operator", "instances", "records");
    end.operators()
        .forEach(
            each ->
                table.row(
                    each.name(),
                    Integer.toString(each.instances()),
                    String.format(Locale.ROOT, "%,d", each.records())));
    return String.format(
            Locale.ROOT,
            "pipeline '%s' %s: %,d records in, %,d out, %.2f s, %,d action%s, longest gap %.1f ms%n",
            end.pipeline(),
            words(end.state()),
            end.recordsIn(),
            end.recordsOut(),
            end.seconds(),
            end.actions(),
            end.actions() == 1 ? "" : "s",
            end.longestGapMillis())
        + table.render();
  }

  private static String words(Running.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** The object of {@code --json}. */
  public static ObjectNode json(Snapshot end) {
    var json = Json.object();
    json.put("pipeline", end.pipeline());
    json.put("state", words(end.state()));
    json.put("recordsIn", end.recordsIn());
    json.put("recordsOut", end.recordsOut());
    json.put("seconds", Json.rounded(end.seconds()));
    json.put("actions", end.actions());
    json.put("longestGapMs", Json.rounded(end.longestGapMillis()));
    var operators = json.putArray("operators");
    end.operators()
        .forEach(
            each ->
                operators
                    .addObject()
                    .put("name", each.name())
                    .put("instances", each.instances())
                    .put("records", each.records())
                    .put("deadLetters", each.deadLetters()));
    return json;
  }
}
