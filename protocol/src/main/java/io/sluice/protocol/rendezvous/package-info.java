/**
 * Count-down latches and cyclic barriers: processes that wait for each other.
 *
 * <p>All members of a view have a copy of a small value, the {@link
 * io.sluice.protocol.rendezvous.Tally}, and make the same changes to it in the same order: {@link
 * io.sluice.protocol.rendezvous.Replica}. What a change means is said by a {@link
 * io.sluice.protocol.rendezvous.Rule}, one for {@link io.sluice.protocol.rendezvous.Latch} and one
 * for {@link io.sluice.protocol.rendezvous.Barrier}. Live nodes run {@code Replica}, once for each
 * name; the explorer runs it in {@link io.sluice.protocol.rendezvous.Rendezvous}, which adds the
 * views that follow a crash.
 */
package io.sluice.protocol.rendezvous;
