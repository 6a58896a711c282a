package io.sluice.protocol.membership;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Time;
import java.util.Optional;

/**
 * How far a process has come: {@link Resting} to {@link Seeking} where processes rest, {@link
 * Seeking} to {@link Member} when a decided view contains it, or when it founds a cluster; {@link
 * Member} to {@link Over} when it departs, is excluded, misses a view or has lost its lease.
 * Nothing leads out of {@link Over}: the node that the process belonged to joins again as another
 * process.
 */
public sealed interface Phase {

  /**
   * Has just been started, perhaps in the place of a process that has answered members of a
   * cluster: waits until no lease builds on such an answer any more. See {@link Expected}.
   */
  record Resting(@Time long since) implements Phase {}

  /** Asks the others to be let in. */
  record Seeking() implements Phase {}

  /**
   * A member of the current view.
   *
   * @param current the latest view decided
   * @param since when this process became a member
   * @param agreement on the view after the current one
   * @param opened the latest view that came into force here, or {@link View#NONE}; the current view
   *     waits if that is another one
   * @param waitingSince when a view was decided that excluded members whose leases the current view
   *     waits for
   * @param leavers the members of the current view that depart
   * @param suspects the members of the current view that have to be excluded
   * @param proposed when this member last proposed a next view
   */
  record Member(
      Proposal current,
      @Time long since,
      Agreement agreement,
      Lease lease,
      View opened,
      Optional<@Time Long> waitingSince,
      ProcessSet leavers,
      ProcessSet suspects,
      Optional<@Time Long> proposed)
      implements Phase {

    public View view() {
      return current.view();
    }

    public long number() {
      return current.view().number();
    }

    /** Whether the current view still waits for the leases of excluded members. */
    public boolean isWaiting() {
      return opened.number() != number();
    }

    /** Whether no view waits or is being agreed on, and no member is about to go. */
    boolean isAtRest() {
      return !isWaiting()
          && !agreement.isMovingOn()
          && agreement.attempt().isEmpty()
          && leavers.isEmpty()
          && suspects.isEmpty();
    }

    /** The processes that this state mentions; suspects and leavers are members. */
    ProcessSet mentioned() {
      return current.mentioned().plus(opened.memberSet()).plus(agreement.mentioned());
    }

    Member with(Agreement other) {
      return new Member(
          current, since, other, lease, opened, waitingSince, leavers, suspects, proposed);
    }

    Member with(Lease other) {
      return new Member(
          current, since, agreement, other, opened, waitingSince, leavers, suspects, proposed);
    }

    Member opening() {
      return new Member(
          current, since, agreement, lease, view(), Optional.empty(), leavers, suspects, proposed);
    }

    Member proposingAt(long now) {
      return new Member(
          current,
          since,
          agreement,
          lease,
          opened,
          waitingSince,
          leavers,
          suspects,
          Optional.of(now));
    }

    Member hearing(ProcessSet departing, ProcessSet suspected) {
      return new Member(
          current,
          since,
          agreement,
          lease,
          opened,
          waitingSince,
          leavers.plus(departing),
          suspects.plus(suspected.intersection(view().memberSet())),
          proposed);
    }
  }

  /**
   * Not a member any more.
   *
   * @param why in words, for people
   * @param last whether the cluster ended with this member: the next view has no members, and there
   *     is no lease left to wait for
   */
  record Over(String why, boolean last) implements Phase {}
}
