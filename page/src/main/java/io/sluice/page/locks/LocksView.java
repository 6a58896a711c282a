package io.sluice.page.locks;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.locks.admin.Inspection;
import io.sluice.page.locks.LocksJson.SeenView;
import io.sluice.page.server.Feed;
import io.sluice.page.server.Refused;
import io.sluice.page.server.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Answers the requests of the view of a cluster's locks. */
public final class LocksView {

  private static final Duration BETWEEN = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final int MOST_VIEWS = 20;

  private final String cluster;
  private final Inspection inspection;
  private final Times times = new Times();
  private final List<SeenView> views = new ArrayList<>();
  private final Feed answers = new Feed(1);
  private final Thread sampler;

  public LocksView(String cluster, Inspection inspection) {
    this.cluster = cluster;
    this.inspection = inspection.patience(PATIENCE);
    this.sampler = Thread.ofVirtual().name("page asks members").start(this::sample);
  }

  /** The paths that it answers. */
  public Map<String, Route> routes() {
    return Map.of("/api/locks", answers, "/api/release", (Route.Take) this::release);
  }

  /** Asks no more; browsers that follow are told so. */
  public void close() {
    sampler.interrupt();
    answers.end();
  }

  private void sample() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        var report = inspection.locks();
        seen(report.view());
        times.add(report);
        answers.publish(LocksJson.write(cluster, report, views, times));
        Thread.sleep(BETWEEN);
      }
    } catch (InterruptedException e) {
      // The page is being closed.
    }
    answers.end();
  }

  private void seen(View view) {
    boolean known = !views.isEmpty() && views.getLast().number() == view.number();
    if (!known && !view.members().isEmpty()) {
      var names = view.members().stream().map(Member::name).toList();
      views.add(new SeenView(view.number(), Instant.now(), names));
      if (views.size() > MOST_VIEWS) {
        views.removeFirst();
      }
    }
  }

  private ObjectNode release(String body) {
    try {
      var wish = LocksJson.MAPPER.readTree(body);
      String lock = wish.path("lock").asString("");
      String fence = wish.path("fence").asString("");
      if (lock.isEmpty() || !fence.matches("-?[0-9]{1,19}")) {
        throw new Refused(400, "write the lock and the fencing number of its holder");
      }
      var outcome = inspection.release(lock, Long.parseLong(fence), "released on the page");
      var node = LocksJson.MAPPER.createObjectNode();
      node.put("released", outcome.released().size());
      var silent = node.putArray("silent");
      outcome.silent().forEach(member -> silent.add(member.name()));
      return node;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("not JSON: " + e.getOriginalMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused(503, "the page is being closed");
    }
  }
}
