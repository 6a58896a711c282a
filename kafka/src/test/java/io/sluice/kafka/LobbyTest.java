package io.sluice.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.Word;
import io.sluice.kafka.Lobby.Meaning;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who begins a cluster, told by a log; no broker is needed for that. */
class LobbyTest {

  private static final long LEASE = 100;
  private static final Member ANN = new Member(1, 1, "ann");
  private static final Member BOB = new Member(2, 2, "bob");
  private static final Member OLD = new Member(3, 3, "old");

  /** A log, and what each of those who read it makes of what it has read. */
  private static final class Log {
    private record Entry(Member from, Call call) {}

    private final List<Entry> entries = new ArrayList<>();

    long add(Member from, Call call) {
      entries.add(new Entry(from, call));
      return entries.size() - 1L;
    }

    Meaning read(Lobby reader, long at, long now) {
      var entry = entries.get((int) at);
      return reader.read(at, entry.from, entry.call, now);
    }

    Meaning say(Lobby reader, Member from, Call call, long now) {
      return read(reader, add(from, call), now);
    }
  }

  private static Call seeks(long sent) {
    return new Call.Present(new Word.Ping(0, sent, false, List.of()));
  }

  private static Call isMember(long sent) {
    return new Call.Present(new Word.Ping(7, sent, false, List.of()));
  }

  private final Log log = new Log();

  @Test
  void whereNobodyEverWasTheFirstBeginsAtOnce() {
    var ann = new Lobby(ANN, LEASE, true);
    assertThat(log.say(ann, ANN, seeks(0), 1)).isEqualTo(Meaning.VACANT);
    assertThat(log.say(ann, ANN, new Call.Found(0), 2)).isEqualTo(Meaning.BEGIN);
  }

  @Test
  void ofTwoWhoClaimTheFirstInTheLogBegins() {
    var ann = new Lobby(ANN, LEASE, true);
    var bob = new Lobby(BOB, LEASE, true);
    var bySelf = new ArrayList<Meaning>();
    log.add(ANN, seeks(0));
    log.add(BOB, seeks(0));
    log.add(BOB, new Call.Found(1));
    log.add(ANN, new Call.Found(0));
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
    var ann = new Lobby(ANN, LEASE, false);
    log.say(ann, OLD, isMember(0), 5);
    assertThat(log.say(ann, ANN, seeks(10), 20)).isEqualTo(Meaning.NOTHING);
    // Sent 120 after the first was read: just not longer than 1.2 leases.
    assertThat(log.say(ann, ANN, seeks(140), 150)).isEqualTo(Meaning.NOTHING);
    assertThat(log.say(ann, ANN, seeks(141), 151)).isEqualTo(Meaning.VACANT);
  }

  @Test
  void aSignStartsTheWaitAnew() {
    var ann = new Lobby(ANN, LEASE, false);
    log.say(ann, ANN, seeks(0), 1);
    log.say(ann, OLD, isMember(0), 100);
    assertThat(log.say(ann, ANN, seeks(130), 140)).isEqualTo(Meaning.NOTHING);
    assertThat(log.say(ann, ANN, seeks(250), 260)).isEqualTo(Meaning.NOTHING);
    assertThat(log.say(ann, ANN, seeks(261), 262)).isEqualTo(Meaning.VACANT);
  }

  @Test
  void aMemberHeardBetweenLookingAndClaimingStopsTheClaim() {
    var ann = new Lobby(ANN, LEASE, true);
    log.say(ann, ANN, seeks(0), 1);
    log.say(ann, OLD, isMember(0), 2);
    assertThat(log.say(ann, ANN, new Call.Found(0), 3)).isEqualTo(Meaning.NOTHING);
  }

  @Test
  void aClusterThatWasClosedIsNotWaitedFor() {
    var ann = new Lobby(ANN, LEASE, false);
    log.say(ann, OLD, isMember(0), 1);
    log.say(ann, OLD, new Call.Closed(), 2);
    assertThat(log.say(ann, ANN, seeks(2), 3)).isEqualTo(Meaning.VACANT);
  }

  @Test
  void whoWasCutOffLearnsOfTheNewCluster() {
    var old = new Lobby(OLD, LEASE, true);
    log.say(old, OLD, isMember(0), 1);
    log.say(old, ANN, seeks(0), 2);
    assertThat(log.say(old, ANN, new Call.Found(1), 300)).isEqualTo(Meaning.REPLACED);
  }
}
