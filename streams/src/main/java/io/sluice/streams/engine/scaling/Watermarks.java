package io.sluice.streams.engine.scaling;

import io.sluice.protocol.ProcessSet;
import io.sluice.streams.graph.Output;
import java.util.HashMap;
import java.util.Map;

/** The watermarks of an instance's senders. Its own is the least of them. */
public final class Watermarks {

  private final Map<Integer, Long> bySender = new HashMap<>();
  private long least = Output.NO_TIME;

  /** These send from now on. What they have said already stays. */
  public void begin(ProcessSet senders) {
    senders.forEach(each -> bySender.putIfAbsent(each, Output.NO_TIME));
    least = computed();
  }

  /**
   * Newborn instances send, too. Until they say more, theirs is what their parent said last: what
   * they will process comes after that.
   */
  public void begin(ProcessSet newborn, int parent) {
    long parents = bySender.getOrDefault(parent, Output.NO_TIME);
    newborn.forEach(each -> bySender.merge(each, parents, Math::max));
    least = computed();
  }

  public void advance(int sender, long watermark) {
    long before = bySender.getOrDefault(sender, Output.NO_TIME);
    if (watermark > before) {
      bySender.put(sender, watermark);
      if (before == least) {
        least = computed();
      }
    }
  }

  /** This one sends nothing any more. */
  public void end(int sender) {
    bySender.remove(sender);
    least = computed();
  }

  /** No record up to this time can come any more. */
  public long least() {
    return least;
  }

  /** What each sender has said, to be saved. */
  public Map<Integer, Long> saved() {
    return Map.copyOf(bySender);
  }

  /** Goes on from what was {@link #saved}. */
  public void resume(Map<Integer, Long> saved) {
    bySender.clear();
    bySender.putAll(saved);
    least = computed();
  }

  private long computed() {
    return bySender.values().stream().mapToLong(Long::longValue).min().orElse(Output.NO_TIME);
  }
}
