package io.sluice.page.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The latest samples of something that runs, for any number of browsers that follow it. A browser
 * gets those that are kept, then each new one, and at the end {@code {"ended": true}}.
 */
public final class Feed implements Route.Follow {

  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final int most;

  // Guarded by this.
  private final List<ObjectNode> samples = new ArrayList<>();
  private long taken;
  private boolean ended;

  /**
   * @param most how many samples are kept
   */
  public Feed(int most) {
    this.most = most;
  }

  /** Adds a sample; it must not be changed any more. */
  public synchronized void publish(ObjectNode sample) {
    samples.add(sample);
    taken++;
    if (samples.size() > most) {
      samples.removeFirst();
    }
    notifyAll();
  }

  /** No sample follows; browsers get the last one and are told so. */
  public synchronized void end() {
    ended = true;
    notifyAll();
  }

  @Override
  public void follow(Query query, Route.Events events) throws IOException {
    long seen = 0;
    boolean over = false;
    while (!over) {
      List<ObjectNode> fresh;
      synchronized (this) {
        try {
          while (taken == seen && !ended) {
            wait();
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
        int news = (int) Math.min(taken - seen, samples.size());
        fresh = List.copyOf(samples.subList(samples.size() - news, samples.size()));
        seen = taken;
        over = ended;
      }
      for (var sample : fresh) {
        events.send(sample);
      }
    }
    events.send(MAPPER.createObjectNode().put("ended", true));
  }
}
