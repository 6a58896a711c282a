/**
 * Runs protocols as locks in a live node.
 *
 * <p>A {@link io.sluice.cluster.runtime.Node} has any number of named {@link
 * io.sluice.cluster.runtime.Resource}s, each with one process of a protocol ({@code
 * RunningProcess}). A {@link io.sluice.cluster.runtime.Request} is one acquisition, from asking to
 * release. All steps of a node run one after the other in its {@code Mailbox}, on the threads that
 * bring them: a caller, or the transport.
 *
 * <p>Protocols start again with each view. {@code Epoch} is a view at work: it first takes a census
 * of the locks still held from earlier views, and grants such a lock only after its holder has
 * released it. A protocol step that throws stops the node: none of its effects is carried out, and
 * all locks of the node are lost.
 */
package io.sluice.cluster.runtime;
