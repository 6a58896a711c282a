/**
 * What the protocol for mobile processes promises of every world: one token, a complete tree whose
 * root is the queue's end, a queue that is linked both ways, and a bounded height. {@link
 * io.sluice.protocol.mobile.invariant.TreeSnapshot} assembles the tree from the states and the
 * messages in transit.
 */
package io.sluice.protocol.mobile.invariant;
