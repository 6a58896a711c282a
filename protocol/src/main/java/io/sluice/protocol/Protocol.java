package io.sluice.protocol;

/**
 * One process's part of a protocol: a pure function from a state and an input to the next state,
 * plus what it writes to the outbox.
 *
 * <p>Equal arguments give equal results. There are no threads, clocks, random numbers, I/O or
 * changing fields behind it; whatever a process has to know of the world reaches it as an {@link
 * Input}. That is what lets the explorer compute each step once and look it up ever after, the
 * simulator replay a run from its seed, and a live node run the very same object.
 *
 * @param <S> the local state: an immutable value with {@code equals}, in practice a record
 * @param <M> the messages: a sealed interface of records
 */
public interface Protocol<S, M> {

  /** The state of a process that has heard nothing yet. */
  S initial();

  /** Takes one step. The effects written to {@code out} are carried out after it returns. */
  S on(S state, Input<M> input, Outbox<M> out);
}
