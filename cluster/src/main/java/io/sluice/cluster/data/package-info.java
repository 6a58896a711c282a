/**
 * The data that locks protect, in one node: memory for its versions, and the way they take from
 * node to node.
 *
 * <p>{@link io.sluice.cluster.data.DataSite} runs the searched protocol {@link
 * io.sluice.protocol.data.Replication} beside a lock, within the steps of the lock, and does what
 * the model of {@link io.sluice.protocol.data.Handover} does in the search: it fetches what the
 * protocol wants fetched, and lets applications in when lock and data are here. {@link
 * io.sluice.cluster.data.SealedVersion} is a version that never changes again; {@link
 * io.sluice.cluster.data.Draft} one that is being written. {@code Fetch} and {@code Serving} are
 * the two ends of a connection over which versions are read. {@code Storing} and {@code Store} keep
 * versions in directories, so that they survive the end of all nodes.
 *
 * <p>Internal: applications use {@code io.sluice.locks}.
 */
package io.sluice.cluster.data;
