package io.sluice.protocol.mobile;

import io.sluice.protocol.Node;
import io.sluice.protocol.Token;
import io.sluice.protocol.mobile.Message.Next;
import java.util.Optional;

/**
 * A process's part in the queue.
 *
 * @param wants the room that the application waits for, if it does
 * @param phase how far its request has come
 * @param last if the queue ends with this process and it has been let in since, the manager who let
 *     it in
 * @param open the open room, at its manager, who has the token
 */
public record Queueing(
    Optional<String> wants, Phase phase, Optional<@Node Integer> last, Optional<Open> open) {

  /** How far a request has come. */
  public sealed interface Phase {
    /** There is none. */
    record Out() implements Phase {}

    /**
     * It climbs to the root or is in the queue. The application may have lost interest.
     *
     * @param predecessor behind whom it is, once it is in the queue
     */
    record Asking(String room, Optional<@Node Integer> predecessor, Optional<Next> next)
        implements Phase {}

    /** The application is inside. */
    record In(@Node int manager) implements Phase {}
  }

  /**
   * A room that people are in, or could be.
   *
   * @param inside how many have been let in and have not left
   * @param next who gets the token when they have, if the queue goes on
   */
  public record Open(String room, Token token, int inside, Optional<Next> next) {}

  static final Phase OUT = new Phase.Out();

  /** Nothing to do with the queue. */
  static final Queueing NONE =
      new Queueing(Optional.empty(), OUT, Optional.empty(), Optional.empty());

  /** Whether the token rests here. */
  boolean isIdle() {
    return open.isPresent() && open.get().inside == 0;
  }

  boolean isOut() {
    return phase.equals(OUT);
  }

  Queueing wanting(Optional<String> room) {
    return new Queueing(room, phase, last, open);
  }

  Queueing with(Phase other) {
    return new Queueing(wants, other, last, open);
  }

  Queueing withLast(Optional<Integer> manager) {
    return new Queueing(wants, phase, manager, open);
  }

  Queueing withOpen(Optional<Open> other) {
    return new Queueing(wants, phase, last, other);
  }

  Queueing with(Open other) {
    return withOpen(Optional.of(other));
  }
}
