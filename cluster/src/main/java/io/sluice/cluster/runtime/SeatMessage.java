package io.sluice.cluster.runtime;

import io.sluice.protocol.priority.Message;
import java.util.Optional;

/**
 * A message between processes, of which a node has several ({@link Seats}).
 *
 * @param from the process that sends it
 * @param to the process that it is for
 * @param message empty to say that the sender's node has now sent all requests that waited there
 *     when the view began
 */
public record SeatMessage(int from, int to, Optional<Message> message) {}
