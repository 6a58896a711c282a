package io.sluice.page.pipeline;

import io.sluice.page.server.Feed;
import io.sluice.page.server.Query;
import io.sluice.page.server.Refused;
import io.sluice.page.server.Route;
import io.sluice.streams.Running;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** One pipeline as it runs: its latest samples, and changes that a reader wants. */
final class PipelineView {

  private static final Duration BETWEEN = Duration.ofMillis(250);

  /** Two minutes: as long as the page shows. */
  private static final int MOST_SAMPLES = 480;

  private static final double MOST_LOAD = 4;

  private final Running running;
  private final Optional<Load> load;
  private final Feed samples = new Feed(MOST_SAMPLES);
  private final Thread sampler;

  PipelineView(Running running, Optional<Load> load) {
    this.running = running;
    this.load = load;
    this.sampler = Thread.ofVirtual().name("page samples").start(this::sample);
  }

  void follow(Query query, Route.Events events) throws IOException {
    samples.follow(query, events);
  }

  /** Ends the samples; browsers that follow them get the last one, and are told so. */
  void close() {
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

  /** Lets an operator have that number of instances, or decide by its load again. */
  void scale(JsonNode wish) {
    String operator = wish.path("operator").asString("");
    int instances = wish.path("instances").asInt(0);
    if (instances > 0) {
      var _ = running.scale(operator, instances);
    } else {
      running.release(operator);
    }
  }

  /** Changes the load. */
  void change(JsonNode wish) {
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
  }

  /** Kills a worker. */
  void kill(JsonNode wish) {
    String worker = wish.path("worker").asString("");
    load.orElseThrow(() -> new Refused(404, "the workers of this pipeline are not ours"))
        .kill(worker);
  }
}
