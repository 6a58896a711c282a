/**
 * Connects latches and barriers with the node that they belong to: {@link
 * io.sluice.locks.rendezvous.LiveRendezvous}.
 *
 * <p>Internal: applications use {@code io.sluice.locks} and {@code io.sluice.locks.recipe}.
 */
package io.sluice.locks.rendezvous;
