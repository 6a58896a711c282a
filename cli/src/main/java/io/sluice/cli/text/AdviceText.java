package io.sluice.cli.text;

import io.sluice.lab.advise.Advice;
import io.sluice.lab.advise.Advice.Ranked;
import io.sluice.lab.advise.Measures;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sluice lab advise} prints. */
public record AdviceText(Advice advice) {

  /** The text shows at most this many participants; the JSON has all. */
  private static final int MOST_SHOWN = 40;

  public String words() {
    return "Recommended: "
        + advice.best().choice().words()
        + "\n\n"
        + advice.reasons().stream()
            .flatMap(reason -> TextTable.wrap(reason, 98).stream())
            .collect(Collectors.joining("\n  ", "  ", "\n\n"))
        + alternatives()
        + "\n"
        + tree()
        + "\n"
        + objective();
  }

  /** Together with the gaps at most 100 columns. */
  private String alternatives() {
    var table =
        new TextTable(27, 5, 7, 9, 8, 7, 22)
            .row("choice", "cost", "waiting", "entries/s", "messages", "longest", "by priority");
    for (var one : advice.ranking()) {
      var measures = one.measures();
      table.row(
          one.choice().words() + (one.alike().isEmpty() ? "" : " (+" + one.alike().size() + ")"),
          number("%.3f", one.cost()),
          seconds(measures.waiting()),
          number("%.3g", measures.throughput()),
          number("%.2f", measures.messages()),
          seconds(measures.longest()),
          measures.byPriority().stream().map(AdviceText::seconds).collect(Collectors.joining(" ")));
    }
    return table.render();
  }

  private String tree() {
    var plan = advice.best().choice().plan();
    var table = new TextTable(7, 40, 8, 40).row("process", "name", "priority", "parent");
    int shown = Math.min(MOST_SHOWN, plan.order().size());
    for (int place = 0; place < shown; place++) {
      var participant = advice.participants().get(plan.order().get(place));
      table.row(
          "p" + place,
          participant.name(),
          Integer.toString(participant.priority()),
          plan.parentAt(place).map(parent -> advice.participants().get(parent).name()).orElse("-"));
    }
    int left = plan.order().size() - shown;
    return table.render() + (left > 0 ? "and " + left + " more; --json shows all\n" : "");
  }

  private String objective() {
    var objective = advice.objective();
    return String.format(
        Locale.ROOT,
        """
        Cost: the mean of waiting (weight %s), throughput (%s), messages (%s) and longest wait (%s),
        each divided by the best value of any choice; 1 is the best in everything. Waiting: the mean
        wait of the participants, each priority counting %s times as much as the next. (+n): n other
        configurations had exactly the same results. %d choices, %d runs.
        """,
        plain(objective.waiting()),
        plain(objective.throughput()),
        plain(objective.messages()),
        plain(objective.longest()),
        plain(objective.urgency()),
        advice.tried(),
        advice.simulations());
  }

  private static String plain(double number) {
    return number("%.4f", number).replaceFirst("\\.?0+$", "");
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static String seconds(double seconds) {
    return seconds < 0.1
        ? number("%.1fms", 1000 * seconds)
        : number(seconds < 10 ? "%.2fs" : "%.0fs", seconds);
  }

  public ObjectNode json() {
    var root = Json.object();
    var best = advice.best();
    var plan = best.choice().plan();
    root.put("protocol", "padme")
        .put("config", best.choice().models().letters())
        .put("arity", plan.arity())
        .put("tree", plan.tree().words() + ":" + plan.order().size())
        .put("tried", advice.tried())
        .put("simulations", advice.simulations())
        .put("simulatedSeconds", Json.rounded(advice.seconds()));
    var weights = root.putObject("objective");
    weights
        .put("waiting", advice.objective().waiting())
        .put("throughput", advice.objective().throughput())
        .put("messages", advice.objective().messages())
        .put("longest", advice.objective().longest())
        .put("urgency", advice.objective().urgency());
    var reasons = root.putArray("reasons");
    advice.reasons().forEach(reasons::add);
    var places = root.putArray("places");
    for (int place = 0; place < plan.order().size(); place++) {
      var participant = advice.participants().get(plan.order().get(place));
      var row =
          places
              .addObject()
              .put("process", place)
              .put("name", participant.name())
              .put("priority", participant.priority());
      plan.parentAt(place)
          .ifPresent(parent -> row.put("parent", advice.participants().get(parent).name()));
    }
    var alternatives = root.putArray("ranking");
    advice.ranking().forEach(ranked -> add(alternatives.addObject(), ranked));
    return root;
  }

  private static void add(ObjectNode row, Ranked ranked) {
    Measures measures = ranked.measures();
    row.put("config", ranked.choice().models().letters())
        .put("arity", ranked.choice().plan().arity())
        .put("cost", Json.rounded(ranked.cost()))
        .put("waitingSeconds", Json.rounded(measures.waiting()))
        .put("entriesPerSecond", Json.rounded(measures.throughput()))
        .put("messagesPerEntry", Json.rounded(measures.messages()))
        .put("longestWaitSeconds", Json.rounded(measures.longest()));
    var alike = row.putArray("alike");
    ranked.alike().forEach(models -> alike.add(models.letters()));
    var byPriority = row.putArray("waitingSecondsByPriority");
    measures.byPriority().forEach(wait -> byPriority.add(Json.rounded(wait)));
  }
}
