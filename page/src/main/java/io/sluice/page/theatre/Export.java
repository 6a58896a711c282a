package io.sluice.page.theatre;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Example;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.search.FateSearch;
import io.sluice.lab.explore.search.Fates;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.walk.Choice;
import io.sluice.lab.explore.walk.Walk;
import io.sluice.lab.explore.walk.Walk.Place;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.protocol.catalogue.Catalogue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the worlds of a scope into one HTML file that needs neither a server nor the network.
 *
 * <p>Worlds are found breadth first; where the scope has more than fit, the file holds the first
 * ones and says so where a choice leads out of it. Values that many worlds share are written once.
 */
public final class Export<S, M> {

  /** Worlds that a file holds unless more are asked for: below 3 MB, and it opens at once. */
  public static final int USUAL_WORLDS = 20_000;

  private static final int OUTSIDE = -1;

  private final Scope<S, M> scope;
  private final Catalogue catalogue;
  private final int most;
  private final Dictionary<S, M> dictionary;
  private final Walk<S, M> walk;
  private final Optional<Fates> fates;
  private final LongIntMap numbers = new LongIntMap();
  private final List<Place> places = new ArrayList<>();
  private final Table processes = new Table();
  private final Table channels = new Table();
  private final Table choices = new Table();
  private final Table refusals = new Table();
  private final Table verdicts = new Table();

  private Export(Scope<S, M> scope, Catalogue catalogue, int most) {
    this.scope = scope;
    this.catalogue = catalogue;
    this.most = most;
    this.dictionary = new Dictionary<>(scope);
    this.walk = new Walk<>(scope, dictionary);
    this.fates = FateSearch.search(scope, dictionary, Effort.full(), OpenScope.MOST_WORLDS);
  }

  /** A file's text, and how much of the scope it holds. */
  public record File(String html, int worlds, boolean whole) {}

  /**
   * Writes a scope.
   *
   * @param most how many worlds at most
   */
  public static <S, M> File of(Scope<S, M> scope, Catalogue catalogue, int most) {
    Explorer.check(scope, Effort.full());
    return new Export<>(scope, catalogue, most).write();
  }

  private File write() {
    var root = WorldJson.MAPPER.createObjectNode();
    root.set("scope", ScopeJson.write(scope, catalogue));
    var worlds = root.putArray("worlds");
    number(walk);
    layOut(root);
    boolean whole = true;
    for (int next = 0; next < places.size(); next++) {
      whole &= world(places.get(next), worlds.addArray());
    }
    root.put("total", fates.map(Fates::worlds).orElse((long) places.size()));
    root.set("processes", processes.values());
    root.set("channels", channels.values());
    root.set("choices", choices.values());
    root.set("refusals", refusals.values());
    root.set("verdicts", verdicts.values());
    return new File(Bundle.html(WorldJson.MAPPER.writeValueAsString(root)), places.size(), whole);
  }

  /**
   * The run that the file opens with, and its worlds: a shortest way to an error, or an example.
   */
  private void layOut(ObjectNode root) {
    boolean error = fates.isPresent() && fates.get().distance(walk.fingerprint()) != Fates.NEVER;
    var tokens = error ? shortestWay(fates.get()) : example();
    if (error && walk.finding().isEmpty() && places.size() < most) {
      tokens = endless(root).orElse(tokens);
    }
    root.put("run", String.join(".", tokens));
  }

  /**
   * An error that only a run without end shows: the way to its loop, and once round it, if there is
   * room for its worlds.
   */
  private Optional<List<String>> endless(ObjectNode root) {
    var result = Explorer.search(scope, Effort.full());
    var found = result.trace().map(SavedTrace::of).filter(trace -> trace.cycle() >= 0);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    walk.goTo(places.getFirst());
    var tokens = found.get().steps().stream().map(walk::token).toList();
    for (String token : tokens) {
      walk.follow(List.of(token));
      if (number(walk) == OUTSIDE) {
        return Optional.empty();
      }
    }
    root.put("loop", found.get().cycle()).put("what", result.what());
    return Optional.of(tokens);
  }

  /** Keeps the worlds on a shortest way to an error, however far that is. */
  private List<String> shortestWay(Fates known) {
    var tokens = new ArrayList<String>();
    while (known.distance(walk.fingerprint()) > 0 && places.size() < most) {
      var next = Theatre.nearest(walk, known);
      tokens.add(next.token());
      walk.take(next);
      number(walk);
    }
    return tokens;
  }

  /** Keeps the worlds of the run that {@code sluice draw} shows, as far as there is room. */
  private List<String> example() {
    if (scope.unbounded()) {
      return List.of();
    }
    var tokens = new ArrayList<String>();
    for (var step : Example.of(scope).trace().steps()) {
      if (places.size() == most) {
        return tokens;
      }
      String token = walk.token(SavedStep.of(step));
      walk.follow(List.of(token));
      tokens.add(token);
      number(walk);
    }
    return tokens;
  }

  /** The number of the world of a walk; a new one if there is room, else {@link #OUTSIDE}. */
  private int number(Walk<S, M> at) {
    long key = key(at.fingerprint());
    int known = numbers.get(key);
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    if (places.size() == most) {
      return OUTSIDE;
    }
    numbers.add(key, places.size());
    places.add(at.here());
    return places.size() - 1;
  }

  /** Writes one world: numbers of what it shares with others, in the order that the page reads. */
  private boolean world(Place place, ArrayNode out) {
    walk.goTo(place);
    var json = new WorldJson(walk, Optional.empty());
    var mine = out.addArray();
    var between = out.addArray();
    var moves = out.addArray();
    var cannot = out.addArray();
    for (int process = 0; process < scope.layout().size(); process++) {
      mine.add(processes.number(json.process(process)));
      for (int to = 0; to < scope.layout().size(); to++) {
        json.channel(process, to).ifPresent(node -> between.add(channels.number(node)));
      }
    }
    walk.refusals().forEach(refusal -> cannot.add(refusals.number(json.refusal(refusal))));
    out.add(verdicts.number(json.verdict()));
    out.add(walk.seal());
    var fate = fates.map(known -> known.of(walk.fingerprint())).orElse(Fates.Fate.UNKNOWN);
    out.add(fateNumber(fate));
    out.add(distance(walk.fingerprint()));
    return moves(place, json, moves);
  }

  private boolean moves(Place place, WorldJson json, ArrayNode moves) {
    boolean whole = true;
    for (Choice choice : walk.choices()) {
      int target = target(place, choice);
      whole &= target != OUTSIDE;
      moves.add(choices.number(json.choice(choice))).add(target);
    }
    return whole;
  }

  /** The number of the world that a choice leads to; goes there only if it is a new one. */
  private int target(Place place, Choice choice) {
    int known = numbers.get(key(choice.fingerprint()));
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    if (places.size() == most) {
      return OUTSIDE;
    }
    walk.goTo(place);
    walk.take(choice);
    return number(walk);
  }

  private static long key(long fingerprint) {
    return fingerprint & Long.MAX_VALUE;
  }

  private int distance(long fingerprint) {
    int distance = fates.map(known -> known.distance(fingerprint)).orElse(Fates.NEVER);
    return distance == Fates.NEVER ? -1 : distance;
  }

  /** As the page has them in its list. */
  private static int fateNumber(Fates.Fate fate) {
    return switch (fate) {
      case UNKNOWN -> 0;
      case SAFE -> 1;
      case OPEN -> 2;
      case DOOMED -> 3;
      case TROUBLE -> 4;
    };
  }

  /** Values that are written once and then stand for themselves as numbers. */
  private static final class Table {
    private final Map<ObjectNode, Integer> numbers = new LinkedHashMap<>();

    int number(ObjectNode value) {
      return numbers.computeIfAbsent(value, _ -> numbers.size());
    }

    ArrayNode values() {
      var values = WorldJson.MAPPER.createArrayNode();
      numbers.keySet().forEach(values::add);
      return values;
    }
  }
}
