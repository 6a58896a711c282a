/**
 * The census with which a view begins: what each member holds from earlier views, wants, and has of
 * data. {@link io.sluice.cluster.census.ViewCensus} is one node's side of it; its rules are those
 * of {@link io.sluice.protocol.membership.Census}.
 *
 * <p>Internal: applications use {@code io.sluice.locks}.
 */
package io.sluice.cluster.census;
