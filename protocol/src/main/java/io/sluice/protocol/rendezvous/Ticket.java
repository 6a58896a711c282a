package io.sluice.protocol.rendezvous;

/**
 * Names one arrival, so that it counts once however often it is sent.
 *
 * @param node the node that it comes from, as long as that is a member without interruption
 * @param number tells it from others of the same node
 */
public record Ticket(long node, long number) {}
