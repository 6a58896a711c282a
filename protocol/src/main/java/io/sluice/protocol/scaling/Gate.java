package io.sluice.protocol.scaling;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.group.Forks;
import java.util.function.Function;

/**
 * What the guard of a pipeline writes in one step: its messages go out as messages of the scaling
 * protocol, its grant is noted.
 *
 * @param <M> the messages of the scaling protocol
 */
public final class Gate<M> implements SendOnly<Forks.Message> {

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
}
