package io.sluice.protocol.mobile;

import io.sluice.protocol.Claim;
import io.sluice.protocol.ProcessId;
import io.sluice.protocol.Token;
import io.sluice.protocol.mobile.Message.Next;
import java.util.Optional;

/**
 * A process's part in the queue.
 *
 * @param wants the room that the application waits for, if it does
 * @param phase how far its request has come
 * @param last if the queue ends with this process and it has been let in since, the manager that
 *     let it in
 * @param open the open room, at its manager, which has the token
 * @param unanswered whether it has asked to be skipped and has had no answer yet; until then there
 *     is no new request, which the answer could be mistaken to be about
 * @param ahead where latecomers may be admitted, the manager to ask
 */
public record Queueing(
    Optional<String> wants,
    Phase phase,
    Optional<@ProcessId Integer> last,
    Optional<Open> open,
    boolean unanswered,
    Optional<Ahead> ahead) {

  /** How far a request has come. */
  public sealed interface Phase {
    /** There is none. */
    record Out() implements Phase {}

    /**
     * It climbs to the root or is in the queue. The application may have withdrawn.
     *
     * @param predecessor the process before it, once it is in the queue
     * @param tried whether it has asked this predecessor to be skipped
     */
    record Asking(
        String room, Optional<@ProcessId Integer> predecessor, Optional<Next> next, boolean tried)
        implements Phase {

      /** A request that has not left yet. */
      static Asking of(String room) {
        return new Asking(room, Optional.empty(), Optional.empty(), false);
      }

      Asking behind(int other) {
        return new Asking(room, Optional.of(other), next, false);
      }

      Asking before(Next other) {
        return new Asking(room, predecessor, Optional.of(other), tried);
      }

      Asking afterTrying() {
        return new Asking(room, predecessor, next, true);
      }
    }

    /** The application is inside. */
    record In(String room, @ProcessId int manager) implements Phase {}
  }

  /**
   * A room that has holders, or could have.
   *
   * @param inside how many have been let in and have not released
   * @param next the process that gets the token when they have, if the queue goes on
   * @param places how many latecomers may still be admitted before the waiting processes
   */
  public record Open(String room, Token token, int inside, Optional<Next> next, int places) {

    /** A room without holders. */
    static Open resting(Token token) {
      return new Open(Claim.ALONE, token, 0, Optional.empty(), 0);
    }

    Open withInside(int count) {
      return new Open(room, token, count, next, places);
    }

    Open withNext(Optional<Next> other) {
      return new Open(room, token, inside, other, places);
    }

    Open withPlaces(int left) {
      return new Open(room, token, inside, next, left);
    }
  }

  /** The room before this one, which was open when this process last heard of it. */
  public record Ahead(@ProcessId int manager, String room) {}

  static final Phase OUT = new Phase.Out();

  /** Nothing to do with the queue. */
  public static final Queueing NONE =
      new Queueing(
          Optional.empty(), OUT, Optional.empty(), Optional.empty(), false, Optional.empty());

  /** Whether the token rests here. */
  boolean isIdle() {
    return open.isPresent() && open.get().inside == 0;
  }

  /** Whether the request is in the middle of the queue, and withdrawn. */
  boolean isToBeSkipped() {
    return phase instanceof Phase.Asking asking
        && !asking.tried
        && !unanswered
        && asking.predecessor.isPresent()
        && asking.next.isPresent()
        && !wants.equals(Optional.of(asking.room));
  }

  boolean isOut() {
    return phase.equals(OUT);
  }

  /** Whether there is no request, and could be one. */
  boolean isFree() {
    return isOut() && !unanswered;
  }

  Queueing wanting(Optional<String> room) {
    return new Queueing(room, phase, last, open, unanswered, ahead);
  }

  Queueing with(Phase other) {
    return new Queueing(wants, other, last, open, unanswered, ahead);
  }

  Queueing withLast(Optional<Integer> manager) {
    return new Queueing(wants, phase, manager, open, unanswered, ahead);
  }

  Queueing withOpen(Optional<Open> other) {
    return new Queueing(wants, phase, last, other, unanswered, ahead);
  }

  Queueing unanswered(boolean yet) {
    return new Queueing(wants, phase, last, open, yet, ahead);
  }

  Queueing withAhead(Optional<Ahead> other) {
    return new Queueing(wants, phase, last, open, unanswered, other);
  }

  Queueing with(Open other) {
    return withOpen(Optional.of(other));
  }
}
