package io.sluice.protocol.scaling;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.scaling.ScalingMessage.Guard;

/** What the guard writes in one step: its messages go out as such, its grant is noted. */
final class Gate implements Outbox<Forks.Message> {

  private final Outbox<ScalingMessage> out;
  private boolean opened;

  Gate(Outbox<ScalingMessage> out) {
    this.out = out;
  }

  /** Whether the instance has been let in. */
  boolean opened() {
    return opened;
  }

  @Override
  public void send(int to, Forks.Message message) {
    out.send(to, new Guard(message));
  }

  @Override
  public void granted(int unit, long fence) {
    opened = true;
  }

  @Override
  public void timer(String name, long delayMillis) {
    throw new IllegalStateException("forks know no time");
  }

  @Override
  public void joined() {
    throw new IllegalStateException("instances join by being started");
  }

  @Override
  public void departed() {
    throw new IllegalStateException("instances leave by deleting themselves");
  }

  @Override
  public void draw(String name, int bound) {
    throw new IllegalStateException("forks leave nothing to chance");
  }
}
