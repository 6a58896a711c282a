package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.util.Optional;

/** What the members of a cluster send each other, and what their environment tells them. */
public sealed interface Message {

  /** A message of {@link Views}. */
  sealed interface OfViews extends Message {}

  /** A message of the census: see {@link Census}. */
  sealed interface OfCensus extends Message {

    /** The view whose census it belongs to; in any other it has no meaning. */
    long view();
  }

  /**
   * The sender is there, and asks for its lease.
   *
   * @param view the number of the sender's view, or 0 if it seeks to join
   * @param sent the sender's clock
   * @param leaving whether the sender departs; it holds nothing any more
   * @param suspects the members of the view that the sender has lost touch with
   * @param counts whether the sender is one of the processes that are {@link Expected}
   */
  record Ping(long view, @Time long sent, boolean leaving, ProcessSet suspects, boolean counts)
      implements OfViews {}

  /**
   * When the ping was sent, the sender of the answer had accepted no view after this one.
   *
   * @param counts whether the sender is one of the processes that are {@link Expected}
   */
  record Pong(long view, @Time long sent, boolean counts) implements OfViews {}

  /** Paxos, phase 1a: promise to accept nothing under a lower ballot. */
  record Prepare(long number, long ballot) implements OfViews {}

  /**
   * Paxos, phase 1b.
   *
   * @param under the ballot under which the sender accepted a view before, or {@link
   *     Agreement#NONE}
   */
  record Promise(long number, long ballot, long under, Optional<Proposal> accepted)
      implements OfViews {}

  /** Paxos, phase 2a: accept this view. */
  record Accept(long ballot, Proposal proposal) implements OfViews {}

  /** Paxos, phase 2b. */
  record Accepted(long number, long ballot) implements OfViews {}

  /** A quorum has accepted this view: it is the one of its number. */
  record Decided(Proposal proposal) implements OfViews {}

  /** From the environment: connections exist to these processes, and to no others. */
  record Reachable(ProcessSet processes) implements OfViews {}

  /** From the environment: a message to or from that process may have been lost. */
  record Unreliable(@ProcessId int process) implements OfViews {}

  /**
   * From the environment: there is no cluster; found one.
   *
   * @param view the number of its first view; the views of two clusters never have numbers next to
   *     each other
   */
  record Found(long view) implements OfViews {}

  /**
   * The sender has ceased to act in earlier views.
   *
   * @param holds whether it still holds the lock from one of them
   */
  record Held(long view, boolean holds) implements OfCensus {}

  /** The sender has released the lock that it held from an earlier view. */
  record Freed(long view) implements OfCensus {}

  /** The sender has ended, and its connections with it. */
  record Closed() implements Message {}

  /** From the environment: the process is started. */
  record Start() implements Message {}

  /** From the environment: the protocol that runs in the open view grants the lock. */
  record Enter() implements Message {}

  /** From the environment: the application releases the lock. */
  record Exit() implements Message {}
}
