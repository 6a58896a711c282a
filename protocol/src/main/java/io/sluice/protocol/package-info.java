/**
 * The kernel: what a protocol is, and what it is made of. Nothing here or below uses a thread, a
 * clock, randomness or I/O, and nothing but {@code java.base}.
 *
 * <p>A {@link io.sluice.protocol.Protocol} is one process's part of an algorithm: a pure function
 * from a state and an {@link io.sluice.protocol.Input} to the next state, which writes its effects
 * to an {@link io.sluice.protocol.Outbox}. An {@link io.sluice.protocol.Algorithm} adds what tools
 * must know of it: its name, family, invariants, and what it does with logical times. A {@link
 * io.sluice.protocol.Layout} says which processes there are and which of them compete; {@link
 * io.sluice.protocol.Layout#compatible} is the one conflict rule by which explorer, simulator and
 * live auditors judge.
 *
 * <p>The explorer rewrites states and messages, so numbers that mean something are marked: logical
 * times {@link io.sluice.protocol.Time}, process numbers {@link io.sluice.protocol.ProcessId},
 * fencing numbers {@link io.sluice.protocol.Fence}.
 *
 * <p>Start reading at {@link io.sluice.protocol.exclusive.RicartAgrawala}, the shortest complete
 * example.
 */
package io.sluice.protocol;
