package io.sluice.lab.experiment.padme;

import io.sluice.lab.simulate.MessageAuditor;

/** Counts the messages sent from a given moment on. */
final class TrafficMeter implements MessageAuditor<Object> {

  private final long from;
  private long messages;

  TrafficMeter(long from) {
    this.from = from;
  }

  long messages() {
    return messages;
  }

  @Override
  public void sent(long at, int sender, int to, Object message) {
    messages += at >= from ? 1 : 0;
  }
}
