package io.sluice.protocol.priority;

import io.sluice.protocol.Ticket;
import java.util.List;

/** What happens to the token with which a participant is inside, once it releases. */
public sealed interface Errand {

  UnitToken token();

  /** The same errand with the token as it is then. */
  Errand with(UnitToken other);

  /** It goes on to the requester that it was meant for. */
  record Onward(Ticket ticket, UnitToken token) implements Errand {
    @Override
    public Onward with(UnitToken other) {
      return new Onward(ticket, other);
    }
  }

  /** It goes back to the root; these requests have been served by it already. */
  record Back(List<Ticket> served, UnitToken token) implements Errand {
    public Back {
      served = List.copyOf(served);
    }

    @Override
    public Back with(UnitToken other) {
      return new Back(served, other);
    }
  }
}
