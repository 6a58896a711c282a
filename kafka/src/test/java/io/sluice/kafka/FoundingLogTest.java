package io.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.membership.MembershipMessage;
import io.sluice.kafka.FoundingLog.Meaning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who begins a cluster, told by a log; no broker is needed for that. */
class FoundingLogTest {

  private static final long LEASE = 100;
  private static final Member ANN = new Member(1, 1, "ann");
  private static final Member BOB = new Member(2, 2, "bob");
  private static final Member OLD = new Member(3, 3, "old");

  /** A log, and what each of those who read it makes of what it has read. */
  private static final class Log {
    private record Entry(Member from, Announcement call) {}

    private final List<Entry> entries = new ArrayList<>();

    long add(Member from, Announcement call) {
      entries.add(new Entry(from, call));
      return entries.size() - 1L;
    }

    Meaning read(FoundingLog reader, long at, long now) {
      var entry = entries.get((int) at);
      return reader.read(at, entry.from, entry.call, now);
    }

    Meaning say(FoundingLog reader, Member from, Announcement call, long now) {
      return read(reader, add(from, call), now);
    }
  }

  private static Announcement seeks(long sent) {
    return new Announcement.Present(new MembershipMessage.Ping(0, sent, false, List.of(), true));
  }

  private static Announcement isMember(long sent) {
    return new Announcement.Present(new MembershipMessage.Ping(7, sent, false, List.of(), true));
  }

  private final Log log = new Log();

  @Test
  void whereNobodyEverWasTheFirstBeginsAtOnce() {
    var ann = new FoundingLog(ANN, LEASE, true);
    assertThat(log.say(ann, ANN, seeks(0), 1)).isEqualTo(Meaning.VACANT);
    assertThat(log.say(ann, ANN, new Announcement.Found(0), 2)).isEqualTo(Meaning.BEGIN);
  }

  @Test
  void ofTwoWhoClaimTheFirstInTheLogBegins() {
    var ann = new FoundingLog(ANN, LEASE, true);
    var bob = new FoundingLog(BOB, LEASE, true);
    var bySelf = new ArrayList<Meaning>();
    log.add(ANN, seeks(0));
    log.add(BOB, seeks(0));
    log.add(BOB, new Announcement.Found(1));
    log.add(ANN, new Announcement.Found(0));
    for (int at = 0; at < 4; at++) {
      bySelf.add(log.read(ann, at, at));
      bySelf.add(log.read(bob, at, at));
    }
    assertThat(bySelf)
        .containsExactly(
            Meaning.VACANT,
            Meaning.NOTHING,
            Meaning.NOTHING,
            Meaning.VACANT,
            Meaning.REPLACED,
            Meaning.BEGIN,
            Meaning.NOTHING,
            Meaning.NOTHING);
  }

  @Test
  void afterTheLastSignOfAMemberALeaseIsWaitedFor() {
    var ann = new FoundingLog(ANN, LEASE, false);
    log.say(ann, OLD, isMember(0), 5);
    assertThat(log.say(ann, ANN, seeks(10), 20)).isEqualTo(Meaning.NOTHING);
    // Sent 120 after the first was read: just not longer than 1.2 leases.
    assertThat(log.say(ann, ANN, seeks(140), 150)).isEqualTo(Meaning.NOTHING);
    assertThat(log.say(ann, ANN, seeks(141), 151)).isEqualTo(Meaning.VACANT);
  }

  @Test
  void aSignStartsTheWaitAnew() {
    var ann = new FoundingLog(ANN, LEASE, false);
    log.say(ann, ANN, seeks(0), 1);
    log.say(ann, OLD, isMember(0), 100);
    assertThat(log.say(ann, ANN, seeks(130), 140)).isEqualTo(Meaning.NOTHING);
    assertThat(log.say(ann, ANN, seeks(250), 260)).isEqualTo(Meaning.NOTHING);
    assertThat(log.say(ann, ANN, seeks(261), 262)).isEqualTo(Meaning.VACANT);
  }

  @Test
  void aMemberHeardBetweenLookingAndClaimingStopsTheClaim() {
    var ann = new FoundingLog(ANN, LEASE, true);
    log.say(ann, ANN, seeks(0), 1);
    log.say(ann, OLD, isMember(0), 2);
    assertThat(log.say(ann, ANN, new Announcement.Found(0), 3)).isEqualTo(Meaning.NOTHING);
  }

  @Test
  void aClusterThatWasClosedIsNotWaitedFor() {
    var ann = new FoundingLog(ANN, LEASE, false);
    log.say(ann, OLD, isMember(0), 1);
    log.say(ann, OLD, new Announcement.Closed(), 2);
    assertThat(log.say(ann, ANN, seeks(2), 3)).isEqualTo(Meaning.VACANT);
  }

  @Test
  void whoWasCutOffLearnsOfTheNewCluster() {
    var old = new FoundingLog(OLD, LEASE, true);
    log.say(old, OLD, isMember(0), 1);
    log.say(old, ANN, seeks(0), 2);
    assertThat(log.say(old, ANN, new Announcement.Found(1), 300)).isEqualTo(Meaning.REPLACED);
  }
}
