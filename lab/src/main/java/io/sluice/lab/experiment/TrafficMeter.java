package io.sluice.lab.experiment;

import io.sluice.lab.simulate.MessageAuditor;

/** Counts the messages that are sent from some moment on. */
public final class TrafficMeter implements MessageAuditor<Object> {

  private final long from;
  private long messages;

  public TrafficMeter(long from) {
    this.from = from;
  }

  public long messages() {
    return messages;
  }

  @Override
  public void sent(long at, int sender, int to, Object message) {
    messages += at >= from ? 1 : 0;
  }
}
