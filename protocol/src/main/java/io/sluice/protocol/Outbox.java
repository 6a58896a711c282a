package io.sluice.protocol;

/** Where a process writes the effects of one step; the environment carries them out afterwards. */
public interface Outbox<M> {

  /** The fencing number of a protocol that has none. */
  long UNFENCED = 0;

  /** Sends a message to another process. */
  void send(int to, M message);

  /** Sends the same message to each of several processes, in ascending order. */
  default void send(ProcessSet to, M message) {
    to.forEach(peer -> send(peer, message));
  }

  /**
   * The application may enter.
   *
   * @param unit which of several equal resources it got; see {@link Claim#unit}
   * @param fence higher than that of every conflicting grant before it
   */
  void granted(int unit, long fence);

  /** The application may enter, and there is but one resource. */
  default void granted(long fence) {
    granted(Claim.ONLY_UNIT, fence);
  }

  /** The application may enter, under a protocol without fencing numbers. */
  default void granted() {
    granted(UNFENCED);
  }

  /**
   * Asks for {@link Input.Expired} after a while. A timer of the same name that has not run out yet
   * is replaced.
   */
  void timer(String name, long delayMillis);

  /** This process, told to {@link Input.Join}, is a member now and may be asked for entries. */
  void joined();

  /**
   * This process, told to {@link Input.Depart}, is a member no longer: no process waits for it any
   * more. Until the view has dropped it, it still answers processes that did not know of its
   * departure.
   */
  void departed();

  /** Asks for {@link Input.Drawn} with an outcome from 0 to {@code bound - 1}. */
  void draw(String name, int bound);
}
