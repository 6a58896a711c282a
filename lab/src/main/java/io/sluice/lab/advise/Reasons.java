package io.sluice.lab.advise;

import io.sluice.lab.advise.Advice.Ranked;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Models.Passing;
import io.sluice.protocol.priority.Models.Priority;
import io.sluice.protocol.priority.Models.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Explains why the best choice is the best: what would change if one of its parts were different.
 *
 * @param tried the results of the best choice and of its neighbours
 * @param load how many participants would be inside on average if none ever had to wait
 */
record Reasons(
    List<Participant> participants,
    Objective objective,
    List<Ranked> ranking,
    Map<Choice, Measures> tried,
    double load) {

  /** Smaller differences are not mentioned. */
  private static final double NOTICEABLE = 0.01;

  List<String> sentences() {
    var sentences = new ArrayList<String>();
    sentences.add(busy());
    var alike = ranking.getFirst().alike();
    if (!alike.isEmpty()) {
      sentences.add(
          alike.stream().map(Models::letters).collect(Collectors.joining(", "))
              + " had exactly the same results; without crashes there is no difference"
              + " between them, and after a crash Replace sends fewer requests again.");
    }
    var best = ranking.getFirst().choice();
    var models = best.models();
    sentences.add(
        instead(
            models.priority() == Priority.LEVEL ? "Fair instead of Level" : "Level instead of Fair",
            new Models(
                models.priority() == Priority.LEVEL ? Priority.FAIR : Priority.LEVEL,
                models.request(),
                models.reply(),
                models.release())));
    sentences.add(
        instead(
            models.request() == Requests.REPLACE
                ? "Forward instead of Replace for requests"
                : "Replace instead of Forward for requests",
            new Models(
                models.priority(),
                models.request() == Requests.REPLACE ? Requests.FORWARD : Requests.REPLACE,
                models.reply(),
                models.release())));
    sentences.add(
        instead(
            swapped(models.reply()) + " for replies",
            new Models(
                models.priority(), models.request(), other(models.reply()), models.release())));
    sentences.add(
        instead(
            swapped(models.release()) + " for releases",
            new Models(
                models.priority(), models.request(), models.reply(), other(models.release()))));
    tried.keySet().stream()
        .filter(choice -> choice.models().equals(models) && !choice.plan().equals(best.plan()))
        .forEach(choice -> sentences.add(effect("a " + choice.treeWords() + " instead", choice)));
    return sentences;
  }

  private String busy() {
    return String.format(
        Locale.ROOT,
        "%d participants ask for %.2f times the capacity of the lock%s.",
        participants.size(),
        load,
        load < 0.5
            ? ": they rarely wait for each other, so messages and the path to the root decide"
            : load < 1
                ? ": they often wait for each other"
                : ": some participant always" + " waits");
  }

  private static Passing other(Passing passing) {
    return passing == Passing.USE ? Passing.FORWARD : Passing.USE;
  }

  private static String swapped(Passing passing) {
    return passing == Passing.USE ? "Forward instead of Use" : "Use instead of Forward";
  }

  private String instead(String words, Models models) {
    return effect(words, new Choice(models, ranking.getFirst().choice().plan()));
  }

  /** How another choice would change each measure that has a weight. */
  private String effect(String words, Choice other) {
    var ours = Objects.requireNonNull(tried.get(ranking.getFirst().choice()));
    var theirs = Objects.requireNonNull(tried.get(other));
    var changes = new ArrayList<String>();
    add(changes, objective.waiting(), "waiting", ours.waiting(), theirs.waiting());
    add(changes, objective.throughput(), "throughput", ours.throughput(), theirs.throughput());
    add(changes, objective.messages(), "messages", ours.messages(), theirs.messages());
    add(changes, objective.longest(), "longest wait", ours.longest(), theirs.longest());
    return "With "
        + words
        + ": "
        + (changes.isEmpty() ? "no visible difference" : String.join(", ", changes))
        + ".";
  }

  private static void add(
      List<String> changes, double weight, String what, double ours, double theirs) {
    double change = ours == 0 ? (theirs == 0 ? 0 : Double.POSITIVE_INFINITY) : theirs / ours - 1;
    if (weight > 0 && Math.abs(change) >= NOTICEABLE) {
      changes.add(
          Double.isInfinite(change)
              ? what + " where there was none"
              : String.format(Locale.ROOT, "%s %+.0f %%", what, 100 * change));
    }
  }
}
