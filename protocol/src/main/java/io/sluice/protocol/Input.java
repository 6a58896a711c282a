package io.sluice.protocol;

/**
 * Everything that can happen to a process.
 *
 * <p>Every protocol answers the first three. The others, gathered under {@link Rare}, concern only
 * protocols that deal with time, chance or membership; any other protocol ends its switch with
 * {@code case Rare<Message> _ -> state}.
 */
public sealed interface Input<M> {

  /**
   * The application asks for its claim. It asks again only after the grant and its release (or,
   * where the protocol supports that, after a withdrawal).
   */
  record Acquire<M>(Claim claim) implements Input<M> {}

  /** The application, which is inside, releases. */
  record Release<M>() implements Input<M> {}

  /** A message arrives. */
  record Receive<M>(@ProcessId int from, M message) implements Input<M> {}

  /** What many protocols never hear of. */
  sealed interface Rare<M> extends Input<M> {}

  /** The application no longer wants what it waits for: a timeout, or an interrupt. */
  record Withdraw<M>() implements Rare<M> {}

  /** A timer set through {@link Outbox#timer} has run out. */
  record Expired<M>(String timer) implements Rare<M> {}

  /**
   * The outcome of a draw asked for through {@link Outbox#draw}: live and in simulation a random
   * number, in the explorer every number in turn.
   */
  record Drawn<M>(String draw, int outcome) implements Rare<M> {}

  /**
   * Time has passed, in a protocol that reads a clock: see {@link Algorithm#horizon}.
   *
   * @param now the present time; it never goes back
   */
  record Tick<M>(@Time long now) implements Rare<M> {}

  /** The view has excluded a peer for good: nothing more is heard from it. */
  record Excluded<M>(@ProcessId int peer) implements Rare<M> {}

  /**
   * This process, not yet a member or no longer one, shall become one, introduced by a member it
   * knows. That member may have departed by the time it is asked.
   */
  record Join<M>(@ProcessId int introducer) implements Rare<M> {}

  /**
   * This process shall cease to be a member. One that waits gives up its request by that; one that
   * is inside ceases after it has released.
   */
  record Depart<M>() implements Rare<M> {}

  /**
   * The operator of the system wants something that only this protocol knows: another
   * configuration, another place in the tree. It is one of the protocol's own messages, without a
   * sender.
   */
  record Order<M>(M order) implements Rare<M> {}
}
