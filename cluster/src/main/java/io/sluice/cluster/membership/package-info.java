/**
 * The safety core of a cluster: which nodes are members, and until when each may rely on it.
 *
 * <p>Members of a view agree on the next one by quorum ({@link
 * io.sluice.protocol.membership.Agreement}), so there is at most one view for each number. A member
 * renews its lease by asking a quorum ({@link io.sluice.protocol.membership.Lease}); a member
 * without a valid lease stops acting, and a new view grants locks only after the leases of the
 * members it excludes have expired. {@link io.sluice.cluster.membership.Membership} combines the
 * two with failure detection and joins.
 *
 * <p>{@link io.sluice.cluster.membership.RejoiningTransport} is the base of transports whose nodes
 * can be cut off: after losing its membership, a node rejoins under a new identity, its next {@link
 * io.sluice.cluster.membership.Incarnation}.
 *
 * <p>These rules are the protocol {@link io.sluice.protocol.membership.Views}, which the explorer
 * searches as {@code membership}; {@link io.sluice.cluster.membership.Membership} runs it.
 *
 * <p>Internal: other transports of Sluice build on it, applications do not.
 */
package io.sluice.cluster.membership;
