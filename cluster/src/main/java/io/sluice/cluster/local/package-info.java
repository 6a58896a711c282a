/**
 * The network of nodes within one JVM, {@link io.sluice.cluster.local.Local}: for tests, examples
 * and applications of a single process.
 *
 * <p>The sender's thread hands a frame to the receiving node without encoding it. No node can be
 * cut off, so leases never expire, and a node departs when it is closed.
 */
package io.sluice.cluster.local;
