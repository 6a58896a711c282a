/**
 * Latches and barriers in one node: {@link io.sluice.cluster.rendezvous.Meeting} runs the searched
 * {@link io.sluice.protocol.rendezvous.Replica} for one name, from view to view, and tells threads
 * of this node when they may go on.
 *
 * <p>Internal: applications use {@code io.sluice.locks}.
 */
package io.sluice.cluster.rendezvous;
