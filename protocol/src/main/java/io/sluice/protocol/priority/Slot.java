package io.sluice.protocol.priority;

import io.sluice.protocol.Ticket;
import io.sluice.protocol.Token;

/** What the root knows of a resource's token. */
public sealed interface Slot {

  /** It is here. */
  record Home(Token token) implements Slot {}

  /** It went out to answer a request. */
  record Out(Ticket ticket) implements Slot {}

  /** After a crash, a survivor had it, and will bring it back. */
  record Kept() implements Slot {}

  /** After a crash, no survivor has reported it yet. */
  record Missing() implements Slot {}
}
