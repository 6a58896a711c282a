package io.sluice.cluster.runtime;

import io.sluice.protocol.priority.Message;
import java.util.Optional;

/**
 * A message between processes of which a node has several.
 *
 * @param from the process that sends it
 * @param to the process that it is for
 * @param message nothing at all if the sender's node has now asked for all who waited there when
 *     the view began
 */
public record SeatMessage(int from, int to, Optional<Message> message) {}
