/**
 * A protocol of one's own, from its definition to its lock.
 *
 * <p>{@link org.example.ring.LazyRing} is the protocol, {@link org.example.ring.ForgetfulRing} the
 * same with an error, {@link org.example.ring.RingProvider} lets both be found by name, and {@link
 * org.example.ring.Counter} is a program whose processes lock with it.
 */
package org.example.ring;
