package io.sluice.page.recording;

import io.sluice.protocol.Claim;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one node has recorded from its start to its end.
 *
 * @param views the members of each view that the node was in, by the view's number
 * @param ends why it ends; empty if no line says so, since the process was killed or still runs
 * @param lastAt when the last line was written, in microseconds since 1970
 */
record RecordedNode(
    String cluster,
    String name,
    Map<Long, List<OfMember>> views,
    List<OfProcess> processes,
    Optional<String> ends,
    long lastAt) {

  /** A member of a view. */
  record OfMember(String id, String name) {}

  /**
   * The steps of one process.
   *
   * @param process its number
   * @param size how many processes the lock's protocol has in that view
   */
  record OfProcess(
      long view, String lock, String protocol, int process, int size, List<Step> steps) {}

  /**
   * A step as it is in the file.
   *
   * @param at in microseconds since 1970
   * @param peer the other process concerned, or -1
   * @param text the message, timer or draw
   * @param message the message as nodes send it, in Base64
   * @param number the outcome of a draw, or the time that a process was told
   * @param granted the unit that was granted
   * @param failed why the process failed at this input; usually empty
   */
  record Step(
      long at,
      String event,
      int peer,
      String text,
      String message,
      long number,
      Claim claim,
      List<Sent> sent,
      Optional<Integer> granted,
      String failed) {}

  /** A message that a process sent. */
  record Sent(int to, String message) {}
}
