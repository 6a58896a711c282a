/**
 * The rules that every promise of a cluster stands on, as protocols: views agreed on by quorum,
 * leases, suspicion, exclusion, joining and departing ({@link
 * io.sluice.protocol.membership.Views}), and the census by which locks held from earlier views are
 * respected ({@link io.sluice.protocol.membership.Census}).
 *
 * <p>{@link io.sluice.protocol.membership.Membership} puts both together around one lock, to be
 * searched. A live node runs the same {@link io.sluice.protocol.membership.Views} with its own
 * clock and network. Start reading at {@link io.sluice.protocol.membership.Views}; {@code
 * docs/algorithms/membership.md} has the rules in prose and what was searched.
 */
package io.sluice.protocol.membership;
