package io.sluice.page.pipeline;

import io.sluice.page.server.Query;
import io.sluice.page.server.Refused;
import io.sluice.page.server.Route;
import io.sluice.streams.Running;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests of the view of pipelines; a request may name one, else it is the first. */
public final class PipelinesView {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Supplier<? extends Map<String, ? extends Running>> running;
  private final Optional<Load> load;
  private final Map<String, PipelineView> views = new HashMap<>();

  /**
   * @param running the pipelines that run now, by their names
   */
  public PipelinesView(
      Supplier<? extends Map<String, ? extends Running>> running, Optional<Load> load) {
    this.running = running;
    this.load = load;
    running.get().keySet().forEach(this::view); // so that a browser sees what was before it came
  }

  /** The paths that it answers. */
  public Map<String, Route> routes() {
    return Map.of(
        "/api/pipelines", (Route.Read) _ -> names(),
        "/api/pipeline", (Route.Follow) this::follow,
        "/api/scale", (Route.Take) body -> wish(body, PipelineView::scale),
        "/api/load", (Route.Take) body -> wish(body, PipelineView::change),
        "/api/kill", (Route.Take) body -> wish(body, PipelineView::kill));
  }

  private ObjectNode names() {
    var root = MAPPER.createObjectNode();
    running.get().keySet().stream().sorted().forEach(root.putArray("pipelines")::add);
    return root;
  }

  private void follow(Query query, Route.Events events) throws IOException {
    view(query.get("pipeline").orElse("")).follow(query, events);
  }

  /** A change that a reader wants. */
  @FunctionalInterface
  private interface Wish {
    void carryOut(PipelineView view, JsonNode body);
  }

  private ObjectNode wish(String body, Wish wish) {
    JsonNode object;
    try {
      object = MAPPER.readTree(body);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
    wish.carryOut(view(object.path("pipeline").asString("")), object);
    return MAPPER.createObjectNode().put("done", true);
  }

  private synchronized PipelineView view(String name) {
    var pipelines = running.get();
    String chosen =
        name.isEmpty() ? pipelines.keySet().stream().sorted().findFirst().orElse("") : name;
    var known = Optional.ofNullable(views.get(chosen));
    if (known.isPresent()) {
      return known.get();
    }
    Running found = pipelines.get(chosen);
    if (found == null) {
      throw new Refused(
          404,
          chosen.isEmpty()
              ? "no pipeline runs now"
              : "no pipeline '%s' runs now".formatted(chosen));
    }
    var view = new PipelineView(found, load);
    views.put(chosen, view);
    return view;
  }

  /** Ends the samples; browsers that follow them get the last one, and are told so. */
  public void close() {
    List<PipelineView> all;
    synchronized (this) {
      all = List.copyOf(views.values());
    }
    all.forEach(PipelineView::close);
  }
}
