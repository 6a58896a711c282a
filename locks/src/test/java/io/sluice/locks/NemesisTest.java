package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Contender.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real processes, killed and stopped; judged by what they wrote down. */
@Timeout(600)
class NemesisTest {

  private static final Duration LEASE = Duration.ofMillis(1500);

  private static String cluster(String name) {
    return name + "-" + ProcessHandle.current().pid();
  }

  @Test
  void holderWaiterAndBystanderAreKilledAndTheHolderIsStopped() throws Exception {
    var fleet = new Fleet(cluster("nemesis"), LEASE);
    try (fleet) {
      Nemesis.killsAndStops(fleet);
    }
    var history = fleet.history();
    history.check();
    assertThat(history.stays()).hasSizeGreaterThan(15);
  }

  /** Without a quorum nobody goes on; when nobody of the old cluster is left, a new one begins. */
  @Test
  void twoOfThreeAreKilledAndTheThirdBeginsAnew() throws Exception {
    var fleet = new Fleet(cluster("anew"), LEASE);
    try (fleet) {
      var one = fleet.launch("one", Manner.BUSY);
      one.awaitWord("member");
      var two = fleet.launch("two", Manner.BUSY);
      var three = fleet.launch("three", Manner.BUSY);
      fleet.awaitEntries(two, three);
      one.kill();
      two.kill();
      three.awaitEntryAfter(System.nanoTime() + 2 * LEASE.toNanos());
    }
    fleet.history().check();
  }

  /** All members are started anew, one after the other, while all want the lock. */
  @Test
  void rollingRestart() throws Exception {
    var fleet = new Fleet(cluster("rolling"), LEASE.multipliedBy(2));
    long last;
    try (fleet) {
      List<Fleet.Vessel> members = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        members.add(fleet.launch("old" + i, Manner.BUSY));
        members.getLast().awaitWord("in");
      }
      for (int i = 0; i < 3; i++) {
        var old = members.get(i);
        old.dismiss();
        old.awaitWord("bye");
        members.set(i, fleet.launch("new" + i, Manner.BUSY));
        fleet.awaitEntries(members.toArray(Fleet.Vessel[]::new));
      }
      last = System.nanoTime();
      fleet.awaitEntries(members.toArray(Fleet.Vessel[]::new));
    }
    var history = fleet.history();
    history.check();
    history.checkServedAfter(last, List.of("new0", "new1", "new2"));
  }

  /** Faults at random; after each the survivors go on. */
  @Test
  @Tag("long")
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void twoHundredFaults() throws Exception {
    var random = new Random(7);
    var fleet = new Fleet(cluster("two-hundred"), LEASE.multipliedBy(2));
    try (fleet) {
      var standing = fleet.launch("standing", Manner.BUSY);
      standing.awaitWord("member");
      List<Fleet.Vessel> others = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        others.add(fleet.launch("first" + i, Manner.BUSY));
      }
      for (int fault = 0; fault < 200; fault++) {
        int which = random.nextInt(others.size());
        var victim = others.get(which);
        // One at a time: there is always a quorum.
        others.forEach(each -> each.awaitWord("member"));
        if (random.nextInt(4) == 0) {
          victim.signal("STOP");
          fleet.awaitEntries(standing);
          victim.signal("CONT");
        } else {
          victim.kill();
          others.set(which, fleet.launch("next" + fault, Manner.BUSY));
          fleet.awaitEntries(standing);
        }
      }
      fleet.awaitEntries(others.toArray(Fleet.Vessel[]::new));
    }
    fleet.history().check();
  }
}
