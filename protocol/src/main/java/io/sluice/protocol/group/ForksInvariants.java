package io.sluice.protocol.group;

import io.sluice.protocol.group.Forks.Message;
import io.sluice.protocol.group.Forks.Message.Fork;
import io.sluice.protocol.group.Forks.Message.Swap;
import io.sluice.protocol.group.Forks.State;
import io.sluice.protocol.group.Roster.MemberPhase;
import java.util.List;
import java.util.stream.Stream;

/** What {@link Forks} promises of every two competitors. */
final class ForksInvariants {

  private ForksInvariants() {}

  static boolean theForkIsInOnePlace(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    if (!ofOne.competitors().contains(other) || !ofOther.competitors().contains(one)) {
      return true; // One of them is about to join or to depart.
    }
    long copies =
        Stream.concat(there.stream(), back.stream())
                .filter(m -> m instanceof Fork || m instanceof Swap)
                .count()
            + (ofOne.forks().contains(other) ? 1 : 0)
            + (ofOther.forks().contains(one) ? 1 : 0);
    return copies == 1;
  }

  static boolean nobodyCountsOnTheDeparted(
      int one, State ofOne, int other, State ofOther, List<Message> there, List<Message> back) {
    return !(ofOne.roster().phase() == MemberPhase.DEPARTED && ofOther.competitors().contains(one))
        && !(ofOther.roster().phase() == MemberPhase.DEPARTED
            && ofOne.competitors().contains(other));
  }
}
