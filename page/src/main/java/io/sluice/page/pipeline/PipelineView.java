package io.sluice.page.pipeline;

import io.sluice.page.server.Feed;
import io.sluice.page.server.Refused;
import io.sluice.page.server.Route;
import io.sluice.streams.Running;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests of the view of a pipeline. */
public final class PipelineView {

  private static final Duration BETWEEN = Duration.ofMillis(250);

  /** Two minutes: as long as the page shows. */
  private static final int MOST_SAMPLES = 480;

  private static final double MOST_LOAD = 4;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final Running running;
  private final Optional<Load> load;
  private final Feed samples = new Feed(MOST_SAMPLES);
  private final Thread sampler;

  public PipelineView(Running running, Optional<Load> load) {
    this.running = running;
    this.load = load;
    this.sampler = Thread.ofVirtual().name("page samples").start(this::sample);
  }

  /** The paths that it answers. */
  public Map<String, Route> routes() {
    return Map.of(
        "/api/pipeline", samples,
        "/api/scale", (Route.Take) this::scale,
        "/api/load", (Route.Take) this::change,
        "/api/kill", (Route.Take) this::kill);
  }

  /** Ends the samples; browsers that follow them get the last one, and are told so. */
  public void close() {
    try {
      if (!isOver(running.state()) || !sampler.join(BETWEEN.multipliedBy(4))) {
        sampler.interrupt();
      }
    } catch (InterruptedException e) {
      sampler.interrupt();
      Thread.currentThread().interrupt();
    }
    samples.end();
  }

  private void sample() {
    try {
      boolean over = false;
      while (!over) {
        over = isOver(running.state());
        samples.publish(SnapshotJson.write(running.snapshot(), load));
        if (!over) {
          Thread.sleep(BETWEEN);
        }
      }
    } catch (InterruptedException e) {
      // The page is being closed.
    }
    samples.end();
  }

  private static boolean isOver(Running.State state) {
    return state != Running.State.RUNNING && state != Running.State.DRAINING;
  }

  private ObjectNode scale(String body) {
    var wish = object(body);
    String operator = wish.path("operator").asString("");
    int instances = wish.path("instances").asInt(0);
    if (instances > 0) {
      var _ = running.scale(operator, instances);
    } else {
      running.release(operator);
    }
    return MAPPER.createObjectNode().put("done", true);
  }

  private ObjectNode change(String body) {
    var wish = object(body);
    var chosen = load.orElseThrow(() -> new Refused(404, "the load of this pipeline is not ours"));
    if (wish.path("burst").asBoolean(false)) {
      chosen.burst();
    } else {
      double factor = wish.path("factor").asDouble(-1);
      if (!(factor >= 0 && factor <= MOST_LOAD)) {
        throw new Refused(400, "factor: write a number from 0 to " + MOST_LOAD);
      }
      chosen.change(factor);
    }
    return MAPPER.createObjectNode().put("done", true);
  }

  private ObjectNode kill(String body) {
    String worker = object(body).path("worker").asString("");
    load.orElseThrow(() -> new Refused(404, "this pipeline runs in one process")).kill(worker);
    return MAPPER.createObjectNode().put("done", true);
  }

  private static JsonNode object(String body) {
    try {
      return MAPPER.readTree(body);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    }
  }
}
