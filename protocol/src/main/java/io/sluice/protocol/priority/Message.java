package io.sluice.protocol.priority;

import io.sluice.protocol.Node;
import io.sluice.protocol.NodeSet;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import java.util.List;

/** What participants of {@link Padme} say to each other. */
public sealed interface Message {

  /**
   * Those whom the sender knows to be dead. What was said before somebody died is void to those who
   * know of it: everybody says again what still matters.
   */
  NodeSet dead();

  /** To the parent: somebody wants in. */
  record Request(NodeSet dead, Wish wish) implements Message {}

  /** Towards a requester: here is the token, and this is my clock. */
  record Reply(NodeSet dead, Ticket ticket, UnitToken token, @Time int clock) implements Message {}

  /** To the parent: here is the token again; these requests have been served by it. */
  record Release(NodeSet dead, List<Ticket> served, UnitToken token) implements Message {
    public Release {
      served = List.copyOf(served);
    }
  }

  /** To the parent: this request is no longer meant. */
  record Withdrawal(NodeSet dead, Ticket ticket) implements Message {}

  /** From the parent, and at first as an order to the root: these are the models now. */
  record Change(NodeSet dead, Models models) implements Message {}

  /** From the root to everybody, after a death: tell me what you have. */
  record Lead(NodeSet dead) implements Message {}

  /** To the root, after a death: of these resources I have the token. */
  record Sync(NodeSet dead, List<Integer> units) implements Message {
    public Sync {
      units = List.copyOf(units);
    }
  }

  /** To somebody: be my parent. */
  record Attach(NodeSet dead) implements Message {}

  /** To a new child: so be it, and these are the models. */
  record Welcome(NodeSet dead, Models models) implements Message {}

  /** To a child, or as an order: there is another parent for you. */
  record Move(NodeSet dead, @Node int parent) implements Message {}

  /** To a former parent: I have another one, or need none any more. */
  record Detach(NodeSet dead) implements Message {}

  /** To a former child, or from a root that leaves to all: nothing more will come from here. */
  record Farewell(NodeSet dead) implements Message {}
}
