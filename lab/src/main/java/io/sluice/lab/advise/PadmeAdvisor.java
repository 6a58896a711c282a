package io.sluice.lab.advise;

import io.sluice.lab.advise.Advice.Ranked;
import io.sluice.lab.experiment.Grid;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.experiment.Progress;
import io.sluice.lab.experiment.Trial;
import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.Delay;
import io.sluice.lab.simulate.Nanos;
import io.sluice.lab.simulate.Network;
import io.sluice.lab.simulate.Simulation;
import io.sluice.lab.simulate.Workload;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.priority.Models;
import io.sluice.protocol.priority.Padme;
import io.sluice.protocol.priority.TreePlan;
import io.sluice.protocol.priority.TreePlan.Candidate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Recommends a configuration and a tree for given participants.
 *
 * <p>Simulates all sixteen configurations on balanced trees of a few arities, in which high
 * priorities are near the root, each in a short run. The best choices run again, longer and with
 * several seeds, and so do all choices that differ from the best in one part; the objective
 * decides. The same input gives the same advice.
 */
public final class PadmeAdvisor {

  /** More participants would take hours to compare. */
  static final int MOST_PARTICIPANTS = 2000;

  private static final List<Integer> ARITIES = List.of(2, 3, 4, 8);
  private static final int FINALISTS = 6;
  private static final int SEEDS = 4;

  /** About how many entries a run has for each participant. */
  private static final int ENTRIES_EACH = 50;

  private static final int FEWEST_ENTRIES = 1000;
  private static final int MOST_ENTRIES = 4000;

  /** How much longer the second runs are. */
  private static final int FINAL = 4;

  private final List<Participant> participants;
  private final Environment environment;
  private final Objective objective;

  /**
   * Prepares a comparison.
   *
   * @throws IllegalArgumentException if there are fewer than two participants, or too many
   */
  public PadmeAdvisor(
      List<Participant> participants, Environment environment, Objective objective) {
    if (participants.size() < 2 || participants.size() > MOST_PARTICIPANTS) {
      throw new IllegalArgumentException(
          "advice is for 2 to %d participants, not %d"
              .formatted(MOST_PARTICIPANTS, participants.size()));
    }
    this.participants = List.copyOf(participants);
    this.environment = environment;
    this.objective = objective;
  }

  /**
   * Simulates, compares and recommends.
   *
   * @throws java.util.concurrent.CancellationException if {@link Options#cancelled} became true
   */
  public Advice advise(Options options, Progress progress) {
    long time = duration();
    var choices = choices();
    var first = simulate(choices, 1, time, options, progress.part(0, 0.4));
    var alike = alike(first);
    var finalists =
        ranked(first, alike).stream()
            .map(Ranked::choice)
            .filter(alike::containsKey)
            .limit(FINALISTS)
            .toList();
    var last = simulate(finalists, SEEDS, FINAL * time, options, progress.part(0.4, 0.8));
    var ranking = ranked(last, alike);
    // Choices that differ from the best in one part are measured as precisely as the best: one may
    // turn out better, and if not, the comparison is the reason given.
    for (var rest = neighbours(ranking, choices, last); !rest.isEmpty(); ) {
      last.putAll(simulate(rest, SEEDS, FINAL * time, options, progress.part(0.8, 1)));
      ranking = ranked(last, alike);
      rest = neighbours(ranking, choices, last);
    }
    return new Advice(
        participants,
        objective,
        ranking.stream().filter(one -> alike.containsKey(one.choice())).limit(FINALISTS).toList(),
        new Reasons(participants, objective, ranking, last, load()).sentences(),
        choices.size(),
        choices.size() + SEEDS * last.size(),
        FINAL * time / 1e9);
  }

  /** Choices that differ from the best in one model or in the tree, and are not measured yet. */
  private static List<Choice> neighbours(
      List<Ranked> ranking, List<Choice> choices, Map<Choice, Measures> measured) {
    var best = ranking.getFirst().choice();
    return choices.stream()
        .filter(other -> best.differences(other) == 1 && !measured.containsKey(other))
        .toList();
  }

  /** All choices, the paper's most robust configuration first. */
  private List<Choice> choices() {
    var candidates =
        participants.stream().map(one -> new Candidate(one.priority(), one.rate())).toList();
    int most = Math.min(environment.children(), participants.size() - 1);
    var arities = new TreeSet<>(ARITIES.stream().filter(arity -> arity < most).toList());
    arities.add(most);
    var choices = new ArrayList<Choice>();
    for (int arity : arities) {
      var plan = TreePlan.balanced(arity, candidates);
      Models.ALL.reversed().forEach(models -> choices.add(new Choice(models, plan)));
    }
    return choices;
  }

  /** Groups choices with exactly the same results on the same tree: the first, with the others. */
  private static Map<Choice, List<Models>> alike(Map<Choice, Measures> measured) {
    record Behaviour(TreePlan plan, Measures measures) {}
    var firsts = new HashMap<Behaviour, Choice>();
    var alike = new LinkedHashMap<Choice, List<Models>>();
    measured.forEach(
        (choice, measures) -> {
          var behaviour = new Behaviour(choice.plan(), measures);
          var first = firsts.putIfAbsent(behaviour, choice);
          if (first == null) {
            alike.put(choice, new ArrayList<>());
          } else {
            alike.getOrDefault(first, new ArrayList<>()).add(choice.models());
          }
        });
    return alike;
  }

  private Map<Choice, Measures> simulate(
      List<Choice> choices, int seeds, long time, Options options, Progress progress) {
    var byChoice = new LinkedHashMap<Choice, Measures>();
    Grid.run(
            "advice",
            choices,
            _ -> seeds,
            (choice, seed) -> measure(choice, time, seed, options),
            options,
            progress)
        .forEach((choice, runs) -> byChoice.put(choice, Measures.mean(runs)));
    return byChoice;
  }

  private List<Ranked> ranked(Map<Choice, Measures> measured, Map<Choice, List<Models>> alike) {
    var best = Measures.best(List.copyOf(measured.values()));
    var ranked = new ArrayList<Ranked>();
    measured.forEach(
        (choice, measures) ->
            ranked.add(
                new Ranked(
                    choice,
                    measures,
                    objective.cost(measures, best),
                    alike.getOrDefault(choice, List.of()))));
    // The sort is stable, so that among equals the one tried first wins.
    ranked.sort(Comparator.comparingDouble(Ranked::cost));
    return ranked;
  }

  private Measures measure(Choice choice, long time, long seed, Options options) {
    var order = choice.plan().order();
    var meter = new WaitingMeter(order.size());
    var workload =
        Workload.unlimited()
            .thinkOf(place -> think(order.get(place)))
            .hold(environment.hold())
            .claims(
                place ->
                    List.of(
                        Claim.EXCLUSIVE.withPriority(
                            participants.get(order.get(place)).priority())));
    var outcome =
        Trial.runSound(
            Simulation.of(Padme.algorithm(choice.configuration()), Layout.plain(order.size()))
                .network(Network.of(environment.latency()))
                .workload(workload)
                .duration(time)
                .audit(meter),
            seed,
            options);
    return measures(order, meter, outcome.messages(), time);
  }

  private Measures measures(List<Integer> order, WaitingMeter meter, long messages, long time) {
    var sums = new TreeMap<Integer, double[]>();
    for (int place = 0; place < order.size(); place++) {
      int priority = participants.get(order.get(place)).priority();
      double[] sum = sums.computeIfAbsent(priority, _ -> new double[2]);
      if (meter.hasAsked(place)) {
        sum[0] += meter.mean(place);
        sum[1]++;
      }
    }
    var byPriority =
        sums.values().stream().map(sum -> sum[1] == 0 ? 0.0 : sum[0] / sum[1]).toList();
    double weighted = 0;
    double weights = 0;
    int rank = 0;
    for (double[] sum : sums.values()) {
      double weight = Math.pow(objective.urgency(), sums.size() - 1 - rank++);
      weighted += weight * sum[0];
      weights += weight * sum[1];
    }
    return new Measures(
        weights == 0 ? 0 : weighted / weights,
        meter.entries() / (time / 1e9),
        meter.entries() == 0 ? 0 : (double) messages / meter.entries(),
        meter.longest(),
        byPriority);
  }

  /** The time between two requests is exponential. */
  private Delay think(int participant) {
    return new Delay.Exponential((long) (1e9 / participants.get(participant).rate()), 0);
  }

  /** How many participants would be inside on average if none ever had to wait. */
  private double load() {
    return participants.stream().mapToDouble(Participant::rate).sum() * mean(environment.hold());
  }

  /** Long enough for the wanted number of entries, if the lock is fully used. */
  private long duration() {
    double demand = participants.stream().mapToDouble(Participant::rate).sum();
    double stay = mean(environment.hold()) + mean(environment.latency());
    double rate = stay == 0 ? demand : Math.min(demand, 1 / stay);
    int entries =
        Math.clamp((long) ENTRIES_EACH * participants.size(), FEWEST_ENTRIES, MOST_ENTRIES);
    return Math.min(Nanos.LONGEST / FINAL, (long) (entries / rate * 1e9));
  }

  /** The mean of a delay over many draws, in seconds. */
  private static double mean(Delay delay) {
    var chance = new Chance(1, 0);
    double sum = 0;
    int draws = 1000;
    for (int k = 0; k < draws; k++) {
      sum += delay.sample(chance);
    }
    return sum / draws / 1e9;
  }
}
