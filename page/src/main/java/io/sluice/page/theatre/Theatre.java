package io.sluice.page.theatre;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.search.Fates;
import io.sluice.lab.explore.trace.SavedStep;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceDiagram;
import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.lab.explore.walk.Choice;
import io.sluice.lab.explore.walk.Walk;
import io.sluice.lab.report.spacetime.MermaidSpaceTime;
import io.sluice.lab.report.spacetime.SvgSpaceTime;
import io.sluice.page.recording.OpenRecordings;
import io.sluice.page.recording.Recordings;
import io.sluice.page.server.Query;
import io.sluice.page.server.Refused;
import io.sluice.page.server.Route;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests of the theatre. A request names the scope and the choices so far. */
public final class Theatre {

  /** Scopes that are kept, the latest ones. */
  private static final int MOST_OPEN = 6;

  /** More than a reader chooses, and than any shortest way has. */
  private static final int MOST_CHOICES = 2_000;

  private final Catalogue catalogue;
  private final OpenRecordings recordings;
  private Optional<ObjectNode> opened = Optional.empty();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, OpenScope<?, ?>> open = new LinkedHashMap<>(16, 0.75f, true);

  private final ExecutorService searches =
      Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name("searches").factory());

  public Theatre(Catalogue catalogue) {
    this.catalogue = catalogue;
    this.recordings = new OpenRecordings(catalogue);
  }

  /**
   * Opens files before the page is served: a trace, or recordings of the nodes of one cluster.
   *
   * @throws IllegalArgumentException if they are neither; the message says why
   */
  public void open(List<String> texts) {
    opened = Optional.of(texts.size() == 1 ? trace(texts.getFirst()) : recorded(texts));
  }

  /** The paths that it answers. */
  public Map<String, Route> routes() {
    var routes = new HashMap<String, Route>(recordings.routes());
    routes.putAll(ownRoutes());
    return routes;
  }

  private Map<String, Route> ownRoutes() {
    return Map.of(
        "/api/opened", (Route.Read) _ -> opened.orElseThrow(Theatre::nothingOpened),
        "/api/gallery", (Route.Read) _ -> gallery(),
        "/api/scope", (Route.Read) query -> ScopeJson.write(scope(query).scope(), catalogue),
        "/api/run", (Route.Read) query -> run(scope(query), query),
        "/api/fate", (Route.Follow) (query, events) -> fate(scope(query), events),
        "/api/trouble", (Route.Read) query -> trouble(scope(query), query),
        "/api/trace", (Route.Take) this::trace,
        "/api/diagram", (Route.Download) query -> diagram(scope(query), query));
  }

  /** Searches on a thread of its own: it would keep a virtual thread's carrier from all others. */
  private <T> T searched(Callable<T> search) {
    try {
      return searches.submit(search).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(503, "the page is being closed");
    } catch (ExecutionException e) {
      throw new IllegalStateException("the search failed: " + e.getCause(), e);
    }
  }

  private ObjectNode gallery() {
    var root = WorldJson.MAPPER.createObjectNode();
    Gallery.write(root, catalogue);
    return root;
  }

  private OpenScope<?, ?> scope(Query query) {
    var scope = ScopeQuery.read(query, catalogue);
    String key = TraceFile.writeScope(scope);
    lock.lock();
    try {
      var found = open.computeIfAbsent(key, _ -> opened(scope));
      if (open.size() > MOST_OPEN) {
        var eldest = open.entrySet().iterator();
        eldest.next().getValue().cancel();
        eldest.remove();
      }
      return found;
    } finally {
      lock.unlock();
    }
  }

  private static <S, M> OpenScope<S, M> opened(Scope<S, M> scope) {
    Explorer.check(scope, Effort.full());
    return new OpenScope<>(scope);
  }

  private static List<String> choices(Query query) {
    var go = query.get("go").filter(text -> !text.isEmpty());
    var tokens = go.map(text -> List.of(text.split("\\.", -1))).orElse(List.of());
    if (tokens.size() > MOST_CHOICES) {
      throw new Refused(400, "a link holds at most %d choices".formatted(MOST_CHOICES));
    }
    return tokens;
  }

  /** The worlds on the way, from the one after the given number of choices on. */
  private static <S, M> ObjectNode run(OpenScope<S, M> scope, Query query) {
    var tokens = choices(query);
    int from = Math.min(query.number("from", 0), tokens.size());
    // The world before the last choice is mostly one that was shown.
    int known = Math.max(0, from - 1);
    return scope.at(
        tokens.subList(0, known), walk -> run(scope, walk, tokens, from, query.get("seal")));
  }

  /** Goes on along the choices from where the walk is, and shows the worlds from a place on. */
  private static <S, M> ObjectNode run(
      OpenScope<S, M> scope,
      Walk<S, M> walk,
      List<String> tokens,
      int from,
      Optional<String> seal) {
    var root = WorldJson.MAPPER.createObjectNode();
    var worlds = root.putArray("worlds");
    for (int k = Math.max(0, from - 1); k <= tokens.size(); k++) {
      if (k >= from) {
        scope.remember(tokens.subList(0, k), walk);
        worlds.add(new WorldJson(walk, scope.fates()).write());
      }
      if (k < tokens.size()) {
        walk.follow(List.of(tokens.get(k)));
      }
    }
    seal.ifPresent(expected -> root.put("verified", expected.equals(walk.seal())));
    return root;
  }

  private <S, M> void fate(OpenScope<S, M> scope, Route.Events events) throws IOException {
    var found = searched(() -> scope.search((worlds, _, _, _, _) -> tell(scope, events, worlds)));
    var end = WorldJson.MAPPER.createObjectNode().put("done", true);
    end.put("known", found.isPresent());
    if (found.isPresent()) {
      var fates = found.get();
      end.put("worlds", fates.worlds()).put("seconds", fates.seconds()).put("loop", fates.isLoop());
      WorldJson.fate(end, fates, scope.walk().fingerprint());
    } else {
      end.put("most", OpenScope.MOST_WORLDS);
    }
    events.send(end);
  }

  /** A browser that does not listen any more ends its search, so that the next one can begin. */
  private static void tell(OpenScope<?, ?> scope, Route.Events events, long worlds) {
    try {
      events.send(WorldJson.MAPPER.createObjectNode().put("worlds", worlds));
    } catch (IOException e) {
      scope.cancel();
    }
  }

  /** The shortest way from a world to an error, as choices. */
  private <S, M> ObjectNode trouble(OpenScope<S, M> scope, Query query) {
    var fates =
        scope
            .fates()
            .orElseThrow(() -> new Refused(409, "the fates of this scope are not known yet"));
    var walk = scope.walk();
    walk.follow(choices(query));
    var root = WorldJson.MAPPER.createObjectNode();
    if (fates.distance(walk.fingerprint()) == Fates.NEVER) {
      return root.put("found", false);
    }
    root.put("found", true);
    var tokens = new ArrayList<>(choices(query));
    while (fates.distance(walk.fingerprint()) > 0) {
      var next = nearest(walk, fates);
      tokens.add(next.token());
      walk.take(next);
    }
    if (walk.finding().isPresent()) {
      return way(root, tokens, Trace.NO_CYCLE);
    }
    return loop(scope, root, tokens);
  }

  /** The choice that comes nearest to an error. */
  static <S, M> Choice nearest(Walk<S, M> walk, Fates fates) {
    return walk.choices().stream()
        .min(
            Comparator.<Choice>comparingInt(choice -> fates.distance(choice.fingerprint()))
                .thenComparing(Choice::optional))
        .orElseThrow();
  }

  /** An error that only a run without end shows: the explorer finds the loop. */
  private <S, M> ObjectNode loop(OpenScope<S, M> scope, ObjectNode root, List<String> otherwise) {
    var result = searched(() -> Explorer.search(scope.scope(), Effort.full()));
    root.put("what", result.what());
    if (result.trace().isEmpty()) {
      return way(root, otherwise, Trace.NO_CYCLE);
    }
    var trace = SavedTrace.of(result.trace().get());
    return way(root, tokens(scope.walk(), trace.steps()), trace.cycle());
  }

  private static ObjectNode way(ObjectNode root, List<String> tokens, int cycle) {
    return root.put("go", String.join(".", tokens)).put("loop", cycle);
  }

  private static List<String> tokens(Walk<?, ?> walk, List<SavedStep> steps) {
    return steps.stream().map(walk::token).toList();
  }

  private static Refused nothingOpened() {
    return new Refused(404, "no file was opened with the page");
  }

  private ObjectNode recorded(List<String> texts) {
    var traces = texts.stream().filter(text -> !Recordings.isRecording(text)).count();
    if (traces > 0) {
      throw new IllegalArgumentException(
          "several files are opened together only if all are recordings of nodes");
    }
    return WorldJson.MAPPER.createObjectNode().put("recordings", recordings.open(texts));
  }

  /** Opens a file of {@code sluice check --trace}, or recordings that follow each other. */
  private ObjectNode trace(String text) {
    if (Recordings.isRecording(text)) {
      return recorded(List.of(text));
    }
    var file = TraceFile.read(text, catalogue);
    var walk = opened(file.scope()).walk();
    var tokens = tokens(walk, file.trace().steps());
    walk.follow(tokens);
    var root = WorldJson.MAPPER.createObjectNode();
    root.put("query", ScopeQuery.write(file.scope(), catalogue));
    root.put("what", file.what());
    return way(root, tokens, file.trace().cycle());
  }

  private static <S, M> Route.Content diagram(OpenScope<S, M> scope, Query query) {
    var walk = scope.walk();
    walk.follow(choices(query));
    String name = scope.scope().algorithm().name();
    var picture = TraceDiagram.of("theatre", name, walk.trace(), scope.scope().layout());
    return query.get("as").orElse("svg").equals("mermaid")
        ? new Route.Content("text/plain; charset=utf-8", MermaidSpaceTime.render(picture))
        : new Route.Content("image/svg+xml", SvgSpaceTime.render(picture));
  }
}
