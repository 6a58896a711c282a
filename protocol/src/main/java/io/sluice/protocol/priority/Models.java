package io.sluice.protocol.priority;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The four choices that make a configuration of {@link Padme}, written as four letters in this
 * order: {@code FRUU} is Fair-Replace-Use-Use.
 *
 * @param priority which request goes first
 * @param request which of the requests below it a participant sends on
 * @param reply what a waiting participant does with a token on its way down
 * @param release what a waiting participant does with a token on its way up
 */
public record Models(Priority priority, Requests request, Passing reply, Passing release) {

  /** Which request goes first. */
  public enum Priority {
    /** The more urgent one, then the older one. */
    LEVEL,
    /** The older one, then the more urgent one. */
    FAIR
  }

  /** Which requests go up to the parent. */
  public enum Requests {
    /** All, at once. */
    FORWARD,
    /** The foremost one. */
    REPLACE
  }

  /** What a participant that waits does with a token that passes. */
  public enum Passing {
    /** Sends it on. */
    FORWARD,
    /** Enters with it, and sends it on when it releases. */
    USE
  }

  /**
   * Fair-Replace-Use-Use: what the paper calls the most robust one, and serves all participants.
   */
  public static final Models ROBUST =
      new Models(Priority.FAIR, Requests.REPLACE, Passing.USE, Passing.USE);

  /** All sixteen, in the order of the paper's figures. */
  public static final List<Models> ALL = all();

  private static List<Models> all() {
    var models = new ArrayList<Models>();
    for (var priority : Priority.values()) {
      for (var request : Requests.values()) {
        for (var reply : Passing.values()) {
          for (var release : Passing.values()) {
            models.add(new Models(priority, request, reply, release));
          }
        }
      }
    }
    return List.copyOf(models);
  }

  /** The configuration that four letters stand for, if they do. */
  public static Optional<Models> find(String letters) {
    return ALL.stream().filter(models -> models.letters().equals(letters)).findFirst();
  }

  /**
   * The configuration that four letters stand for.
   *
   * @throws IllegalArgumentException if they stand for none
   */
  public static Models of(String letters) {
    return find(letters)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "write four letters: L or F for the priority, F or R for requests, F or U for"
                        + " replies, F or U for releases, such as FRUU, not '"
                        + letters
                        + "'"));
  }

  /** Its four letters. */
  public String letters() {
    return "" + first(priority) + first(request) + first(reply) + first(release);
  }

  private static char first(Enum<?> model) {
    return model.name().charAt(0);
  }

  @Override
  public String toString() {
    return letters();
  }
}
