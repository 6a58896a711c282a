package io.sluice.lab.experiment.catalogue;

import io.sluice.lab.simulate.MessageAuditor;
import io.sluice.protocol.Claim;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the messages of single entries and measures how long each took. That is possible only
 * without competition, so entries during which another process asked are left out.
 */
final class EntryMeter implements MessageAuditor<Object> {

  /**
   * One entry and exit.
   *
   * @param messages from the request until the next request of any process
   * @param waited from the request to the grant, in nanoseconds
   */
  record Entry(long messages, long waited) {}

  private final long from;
  private final List<Entry> entries = new ArrayList<>();

  /** How many processes wait or are inside. */
  private int present;

  private boolean alone;
  private long askedAt = -1;
  private long waited;
  private long messages;

  /**
   * @param from the time before which nothing counts
   */
  EntryMeter(long from) {
    this.from = from;
  }

  /** The entries in their order. */
  List<Entry> entries() {
    return entries;
  }

  @Override
  public void asked(long at, int node, Claim claim) {
    close();
    alone = present == 0;
    present++;
    askedAt = at;
    messages = 0;
  }

  @Override
  public void sent(long at, int from, int to, Object message) {
    messages++;
  }

  @Override
  public void entered(long at, int node, Claim claim, long fence) {
    waited = at - askedAt;
  }

  @Override
  public void released(long at, int node, Claim claim) {
    present--;
  }

  @Override
  public void ended(long at) {
    close();
  }

  private void close() {
    if (alone && present == 0 && askedAt >= from) {
      entries.add(new Entry(messages, waited));
    }
  }
}
