/**
 * Runs the locks of one node.
 *
 * <pre>{@code
 * try (var node = Node.start(transport)) {
 *   Request request = node.resource("invoice-42", TokenQueue.ALGORITHM).ask(Claim.EXCLUSIVE);
 *   if (request.await(deadline)) {
 *     store.put(row, request.fence());
 *     request.release();
 *   }
 * }
 * }</pre>
 *
 * <p>An acquisition passes these classes: {@link io.sluice.cluster.runtime.Resource} queues the
 * {@link io.sluice.cluster.runtime.Request}; {@code SingleEntry}, or {@code Seats} for a semaphore,
 * asks the protocol; {@code RunningProcess} takes the step and carries out its effects: messages go
 * to the {@link io.sluice.cluster.Transport}, a grant comes back to the request. A frame from
 * another node comes in at {@link io.sluice.cluster.runtime.Node} and goes through {@code
 * FrameDispatch} to its resource.
 *
 * <p>Nothing here has a thread of its own. A {@link io.sluice.cluster.runtime.Mailbox} for each
 * lock runs its steps one after the other, on the threads that bring them.
 *
 * <p>Protocols start again in each view; {@code Epoch} takes the census that protects what is held
 * from earlier ones. A protocol that fails stops its node: it loses all locks, departs, and fails
 * every request with the reason.
 *
 * <p>Internal: applications use {@code io.sluice.locks}.
 */
package io.sluice.cluster.runtime;
