package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessId;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The time until which a member may rely on being one.
 *
 * <p>A member pings all members of its view at intervals. An answer says: when you asked, I had
 * accepted no next view. So when the latest question was asked that a quorum has answered, no next
 * view was decided, and one decided later waits as long as a lease lasts before it is opened.
 *
 * @param renewed when that question was asked; the lease is counted from then
 * @param answers the answers to later questions, which are not a quorum yet, by member
 */
public record Lease(@Time long renewed, List<Answer> answers) {

  /**
   * @param asked when the latest question was asked that the member has answered
   * @param counts whether the member is one of the processes that are {@link Expected}
   */
  public record Answer(@ProcessId int member, @Time long asked, boolean counts) {}

  /** A lease that has expired. */
  static Lease none(long now, Timing timing) {
    return new Lease(now - timing.lease(), List.of());
  }

  /** When it expires. */
  public long until(Timing timing) {
    return renewed + timing.lease();
  }

  /**
   * A member has answered.
   *
   * @param needed how many of the members that count must have answered, besides a quorum
   */
  Lease answered(View view, int needed, Answer given) {
    if (given.asked <= renewed) {
      return this;
    }
    var latest = new ArrayList<Answer>();
    latest.add(given);
    for (var answer : answers) {
      if (answer.member != given.member) {
        latest.add(answer);
      } else if (answer.asked >= given.asked) {
        return this;
      }
    }
    latest.sort(Comparator.comparingLong(Answer::asked).reversed());
    var agreeing = ProcessSet.EMPTY;
    int counted = 0;
    for (var answer : latest) {
      agreeing = agreeing.plus(answer.member);
      counted += answer.counts ? 1 : 0;
      if (counted >= needed && view.isQuorum(agreeing)) {
        return new Lease(answer.asked, after(answer.asked, latest));
      }
    }
    return new Lease(renewed, after(renewed, latest));
  }

  private static List<Answer> after(long time, List<Answer> some) {
    return some.stream()
        .filter(answer -> answer.asked > time)
        .sorted(Comparator.comparingInt(Answer::member))
        .toList();
  }

  /** The same lease in the next view, in which the answers of this view do not count. */
  Lease inNextView() {
    return new Lease(renewed, List.of());
  }
}
