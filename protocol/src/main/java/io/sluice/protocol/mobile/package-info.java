/**
 * Locks for processes that join, depart, withdraw and crash: {@link io.sluice.protocol.mobile.Elmp}
 * (exclusive), {@link io.sluice.protocol.mobile.RwLmp} (readers and writers) and {@link
 * io.sluice.protocol.mobile.Rooms} (any number of rooms), three uses of one protocol, {@link
 * io.sluice.protocol.mobile.Mobile}.
 *
 * <p>{@link io.sluice.protocol.mobile.QueueSide} is the queue of requests, along which the token
 * goes; {@link io.sluice.protocol.mobile.TreeSide} is the tree that leads to the queue's end, kept
 * complete by {@link io.sluice.protocol.mobile.ShapedTree} or balanced now and then by {@link
 * io.sluice.protocol.mobile.LazyTree}. {@link io.sluice.protocol.mobile.Errands} joins and departs.
 * {@link io.sluice.protocol.mobile.CrashRecovery} wraps the protocol, and after a crash gives the
 * survivors a fresh tree and queue.
 */
package io.sluice.protocol.mobile;
