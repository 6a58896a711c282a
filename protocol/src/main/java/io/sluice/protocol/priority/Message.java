package io.sluice.protocol.priority;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Ticket;
import io.sluice.protocol.Time;
import java.util.List;

/** What participants of {@link Padme} say to each other. */
public sealed interface Message {

  /**
   * The crashed processes that the sender knows of. A message sent before a crash is void to a
   * receiver that knows of the crash: every participant repeats what still matters.
   */
  ProcessSet dead();

  /** To the parent: a participant asks. */
  record Request(ProcessSet dead, Wish wish) implements Message {}

  /** Towards a requester: here is the token, and this is my clock. */
  record Reply(ProcessSet dead, Ticket ticket, UnitToken token, @Time int clock)
      implements Message {}

  /** To the parent: here is the token again; these requests have been served by it. */
  record Release(ProcessSet dead, List<Ticket> served, UnitToken token) implements Message {
    public Release {
      served = List.copyOf(served);
    }
  }

  /** To the parent: this request is no longer meant. */
  record Withdrawal(ProcessSet dead, Ticket ticket) implements Message {}

  /** From the parent, and at first as an order to the root: these are the models now. */
  record Change(ProcessSet dead, Models models) implements Message {}

  /** From the root to all, after a crash: tell me which tokens you have. */
  record Lead(ProcessSet dead) implements Message {}

  /** To the root, after a crash: I have the tokens of these resources. */
  record Sync(ProcessSet dead, List<Integer> units) implements Message {
    public Sync {
      units = List.copyOf(units);
    }
  }

  /** To a participant: be my parent. */
  record Attach(ProcessSet dead) implements Message {}

  /** To a new child: so be it, and these are the models. */
  record Welcome(ProcessSet dead, Models models) implements Message {}

  /** To a child, or as an order: there is another parent for you. */
  record Move(ProcessSet dead, @ProcessId int parent) implements Message {}

  /** To a former parent: I have another one, or need none any more. */
  record Detach(ProcessSet dead) implements Message {}

  /** To a former child, or from a departing root to all: nothing more will come from here. */
  record Farewell(ProcessSet dead) implements Message {}
}
