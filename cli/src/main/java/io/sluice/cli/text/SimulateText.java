package io.sluice.cli.text;

import io.sluice.cli.environment.Terminal;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Outcome;
import io.sluice.protocol.Layout;
import java.util.HashMap;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/**
 * The outcome of a simulated run, for people and for programs.
 *
 * @param clients whether the family has any; otherwise processes were given orders
 */
public record SimulateText(
    Outcome outcome,
    Layout layout,
    long seed,
    boolean clients,
    SortedMap<Integer, Long> entriesByPriority) {

  private static final int NAMES = 6;

  public static String progress(long events, long nanos) {
    return String.format(
        Locale.ROOT, "%,d events, %,.1f simulated seconds", events, Nanos.seconds(nanos));
  }

  /** What the verdict means, in a sentence. */
  private String what() {
    return switch (outcome.end()) {
      case COMPLETE -> clients ? "every client was served" : "every order was carried out";
      case DURATION -> "the time was up";
      case STALLED ->
          "after %s nothing can happen any more, and %s still wait%s"
              .formatted(
                  seconds(outcome.simulatedSeconds()),
                  waiting(),
                  outcome.waiting().size() == 1 ? "s" : "");
      case VIOLATION -> {
        var violation = outcome.violation().orElseThrow();
        yield "after %s: %s".formatted(seconds(Nanos.seconds(violation.at())), violation.what());
      }
      case CANCELLED -> "interrupted after " + seconds(outcome.simulatedSeconds());
    };
  }

  /** A line has room for a few names; a program gets all of them. */
  private String waiting() {
    int more = outcome.waiting().size() - NAMES;
    return outcome.waiting().stream()
            .limit(NAMES)
            .map(layout::name)
            .collect(Collectors.joining(", "))
        + (more > 0 ? " and " + more + " more" : "");
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%,.3f s", seconds);
  }

  public String words(Terminal terminal) {
    var waits = outcome.waits();
    String head = SearchText.verdict(outcome.verdict(), terminal);
    var kinds =
        outcome.messagesByKind().entrySet().stream()
            .map(kind -> String.format(Locale.ROOT, "%s %,d", kind.getKey(), kind.getValue()))
            .collect(Collectors.joining(", "));
    String verdict = head + ": " + what() + "\n";
    if (!clients) {
      return verdict
          + String.format(
              Locale.ROOT,
              "  messages         %,10d in %,.3f simulated seconds (took %.2f s)\n",
              outcome.messages(),
              outcome.simulatedSeconds(),
              outcome.wallSeconds())
          + outcome.messagesByKind().entrySet().stream()
              .map(
                  kind ->
                      String.format(
                          Locale.ROOT, "    %-14s %,10d\n", kind.getKey(), kind.getValue()))
              .collect(Collectors.joining());
    }
    String sent = kinds.isEmpty() ? "" : " (" + kinds + ")";
    if (outcome.entries() == 0) {
      return verdict
          + String.format(
              Locale.ROOT,
              """
                entries      none in %,.1f simulated seconds (took %.2f s)
                messages     %,d%s
              """,
              outcome.simulatedSeconds(),
              outcome.wallSeconds(),
              outcome.messages(),
              sent);
    }
    return verdict
        + String.format(
            Locale.ROOT,
            """
              entries      %,d in %,.1f simulated seconds (took %.2f s)
              messages     %,d, %.2f per entry%s
              waiting      mean %,.2f ms, median %,.2f ms, 99 %% %,.2f ms, longest %,.2f ms
              inside       %.2f on average while any process is, %d at most
              sessions     %,d, %,d of them full
            """,
            outcome.entries(),
            outcome.simulatedSeconds(),
            outcome.wallSeconds(),
            outcome.messages(),
            outcome.messagesPerEntry(),
            sent,
            waits.meanMillis(),
            waits.percentileMillis(50),
            waits.percentileMillis(99),
            waits.maxMillis(),
            outcome.meanOccupancy(),
            outcome.maxOccupancy(),
            outcome.sessions().size(),
            fullSessions())
        + levels();
  }

  /** Whether any entry had another priority than the usual one. */
  private boolean ranked() {
    return entriesByPriority.keySet().stream().anyMatch(priority -> priority != 0);
  }

  private String levels() {
    return ranked()
        ? entriesByPriority.entrySet().stream()
            .map(level -> String.format(Locale.ROOT, "%d: %,d", level.getKey(), level.getValue()))
            .collect(Collectors.joining(", ", "  by priority  ", "\n"))
        : "";
  }

  public ObjectNode json() {
    var waits = outcome.waits();
    var json = Json.object();
    json.put("protocol", outcome.protocol());
    json.put("nodes", outcome.nodes());
    json.put("entries", outcome.entries());
    json.put("messages", outcome.messages());
    if (outcome.entries() == 0) {
      // Of no entry there is no average.
      json.putNull("messagesPerEntry");
      json.putObject("latencyMs").putNull("mean").putNull("p50").putNull("p99").putNull("max");
    } else {
      json.put("messagesPerEntry", Json.rounded(outcome.messagesPerEntry()));
      json.putObject("latencyMs")
          .put("mean", Json.rounded(waits.meanMillis()))
          .put("p50", Json.rounded(waits.percentileMillis(50)))
          .put("p99", Json.rounded(waits.percentileMillis(99)))
          .put("max", Json.rounded(waits.maxMillis()));
    }
    json.put("meanOccupancy", Json.rounded(outcome.meanOccupancy()));
    json.put("maxOccupancy", outcome.maxOccupancy());
    json.put("simulatedSeconds", outcome.simulatedSeconds());
    json.put("seconds", Json.rounded(outcome.wallSeconds()));
    json.put("verdict", outcome.verdict().word());
    json.put("what", what());
    json.put("seed", seed);
    json.set("layout", LayoutJson.write(LayoutSpec.of(layout)));
    var kinds = json.putObject("messagesByKind");
    outcome.messagesByKind().forEach(kinds::put);
    if (ranked()) {
      var levels = json.putObject("entriesByPriority");
      entriesByPriority.forEach((priority, count) -> levels.put(String.valueOf(priority), count));
    }
    json.putObject("sessions").put("count", outcome.sessions().size()).put("full", fullSessions());
    var waiting = json.putArray("waiting");
    outcome.waiting().forEach(node -> waiting.add(layout.name(node)));
    return json;
  }

  private long fullSessions() {
    var most = new HashMap<Integer, Integer>();
    return outcome.sessions().stream()
        .filter(
            session -> session.peak() == most.computeIfAbsent(session.group(), this::mostTogether))
        .count();
  }

  /** How many of a group can be inside at one moment. */
  private int mostTogether(int group) {
    var members = layout.members(group);
    boolean rivals = layout.competitors(members.least()).intersection(members).size() > 0;
    return rivals ? 1 : members.size();
  }
}
