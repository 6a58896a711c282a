package org.example.ring;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import org.example.ring.LazyRing.Client;
import org.example.ring.LazyRing.Message;
import org.example.ring.LazyRing.Message.Want;
import org.example.ring.LazyRing.State;

/** The same ring with an error: a process that waits itself ignores that another one waits, too. */
public final class ForgetfulRing implements Protocol<State, Message> {

  public static final Algorithm<State, Message> ALGORITHM =
      Algorithm.of("forgetful-ring", Family.EXCLUSIVE, ForgetfulRing::new)
          .source("an example")
          .cost("0 to 2(n-1)")
          .fenced()
          .flaw("forgets requests")
          .build();

  private final LazyRing ring;

  public ForgetfulRing(int self, Layout layout) {
    this.ring = new LazyRing(self, layout);
  }

  @Override
  public State initial() {
    return ring.initial();
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    return input instanceof Receive(_, Want()) && s.client() == Client.WAITING
        ? s
        : ring.on(s, input, out);
  }
}
