package io.sluice.protocol.scaling;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.group.Forks;
import java.util.function.Function;

/**
 * What the guard of a pipeline writes in one step: its messages go out as messages of the scaling
 * protocol, its grant is noted.
 *
 * @param <M> the messages of the scaling protocol
 */
public final class Gate<M> implements Outbox<Forks.Message> {

  private final Outbox<M> out;
  private final Function<Forks.Message, M> wrapping;
  private boolean opened;

  public Gate(Outbox<M> out, Function<Forks.Message, M> wrapping) {
    this.out = out;
    this.wrapping = wrapping;
  }

  /** Whether the guard has granted entry. */
  public boolean opened() {
    return opened;
  }

  @Override
  public void send(int to, Forks.Message message) {
    out.send(to, wrapping.apply(message));
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
