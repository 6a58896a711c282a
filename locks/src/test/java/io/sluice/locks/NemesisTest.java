package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.locks.Contender.Kind;
import io.sluice.locks.Contender.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real processes, killed and stopped; judged by what they wrote down. */
@Timeout(900)
class NemesisTest {

  private static final Duration LEASE = Duration.ofMillis(1500);

  private static final int FAULTS = Integer.getInteger("sluice.test.faults", 200);

  private static String cluster(String name) {
    return ClusterNames.of(NemesisTest.class, name);
  }

  @Test
  void holderWaiterAndBystanderAreKilledAndTheHolderIsStopped() throws Exception {
    var contenders = new ContenderProcesses(cluster("nemesis"), LEASE);
    Nemesis.killsAndStops(contenders);
  }

  /** All of several locks are held or lost together; the history is that of one of them. */
  @Test
  @Tag("long")
  void holdersOfSeveralLocksAreKilledAndStopped() throws Exception {
    Nemesis.killsAndStops(
        new ContenderProcesses(
            cluster("several"), LEASE, Contender.class, Contender.Kind.SEVERAL_LOCKS.name()));
  }

  /** Two of three units and all of them, judged unit by unit. */
  @Test
  void holdersOfSeveralUnitsAreKilledAndStopped() throws Exception {
    var history = Nemesis.killsAndStopsHolders(contending(Kind.SEVERAL_UNITS));
    history.checkNeverMoreThan(Kind.UNITS);
    assertThat(history.stays()).hasSizeGreaterThan(10);
  }

  /** No other writes between a process's write lock and the read lock that follows it. */
  @Test
  void writersThatGoOnAsReadersAreKilledAndStopped() throws Exception {
    Nemesis.killsAndStopsHolders(contending(Kind.DOWNGRADE)).checkReadersAndWriters();
  }

  /** They are told of the loss when the time is over, also if they were stopped then. */
  @Test
  void holdersWithALimitAreKilledAndStopped() throws Exception {
    Nemesis.killsAndStopsLimitedHolders(contending(Kind.LIMITED));
  }

  private static ContenderProcesses contending(Kind kind) {
    return new ContenderProcesses(cluster(kind.name()), LEASE, Contender.class, kind.name());
  }

  /** Without a quorum no view follows; when no member is left, a new cluster begins. */
  @Test
  void twoOfThreeAreKilledAndTheThirdBeginsAnew() throws Exception {
    var contenders = new ContenderProcesses(cluster("again"), LEASE);
    try (contenders) {
      var one = contenders.launch("one", Manner.BUSY);
      one.awaitWord("member");
      var two = contenders.launch("two", Manner.BUSY);
      var three = contenders.launch("three", Manner.BUSY);
      contenders.awaitEntries(two, three);
      one.kill();
      two.kill();
      three.awaitEntryAfter(System.nanoTime() + 2 * LEASE.toNanos());
    }
    contenders.history().check();
  }

  /** All members are restarted, one after the other, while all want the lock. */
  @Test
  void rollingRestart() throws Exception {
    var contenders = new ContenderProcesses(cluster("rolling"), LEASE.multipliedBy(2));
    long last;
    try (contenders) {
      List<ContenderProcess> members = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        members.add(contenders.launch("old" + i, Manner.BUSY));
        members.getLast().awaitWord("in");
      }
      for (int i = 0; i < 3; i++) {
        var old = members.get(i);
        old.dismiss();
        old.awaitWord("bye");
        members.set(i, contenders.launch("new" + i, Manner.BUSY));
        contenders.awaitEntries(members.toArray(ContenderProcess[]::new));
      }
      last = System.nanoTime();
      contenders.awaitEntries(members.toArray(ContenderProcess[]::new));
    }
    var history = contenders.history();
    history.check();
    history.checkServedAfter(last, List.of("new0", "new1", "new2"));
  }

  /** Never more inside than there are units, and each unit with a fence that rises. */
  @Test
  @Tag("long")
  void holdersOfUnitsAreKilledAndStopped() throws Exception {
    int units = 2;
    var contenders =
        new ContenderProcesses(
            cluster("units"), LEASE, SemaphoreContender.class, Integer.toString(units));
    try (contenders) {
      Nemesis.killsAndStopsAllHolders(contenders, units);
    }
    var history = contenders.history();
    history.check();
    history.checkNeverMoreThan(units);
    assertThat(history.stays()).hasSizeGreaterThan(10);
  }

  /** Faults at random; after each the survivors go on. */
  @Test
  @Tag("long")
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void twoHundredFaults() throws Exception {
    var contenders = new ContenderProcesses(cluster("two-hundred"), LEASE.multipliedBy(2));
    storm(contenders, FAULTS, "kills and stops, of a lock's contenders");
    contenders.history().check();
  }

  @Test
  @Tag("long")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void manyFaultsWhileUnitsAreHeld() throws Exception {
    int units = 3;
    var contenders =
        new ContenderProcesses(
            cluster("many-units"),
            LEASE.multipliedBy(2),
            SemaphoreContender.class,
            Integer.toString(units));
    storm(contenders, FAULTS / 4, "kills and stops, of a semaphore's contenders");
    contenders.history().check();
    contenders.history().checkNeverMoreThan(units);
  }

  /** Several locks, several units, with a limit, from writer to reader, and what is shared. */
  @ParameterizedTest
  @EnumSource(
      names = {"LOCK", "UNIT"},
      mode = EnumSource.Mode.EXCLUDE)
  @Tag("long")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void manyFaultsWhileRecipesAreUsed(Kind kind) throws Exception {
    var contenders =
        new ContenderProcesses(
            cluster("many-" + kind), LEASE.multipliedBy(2), Contender.class, kind.name());
    storm(contenders, FAULTS / 4, "kills and stops, of contenders for " + kind);
    var history = contenders.history();
    history.check();
    if (kind == Kind.SEVERAL_UNITS) {
      history.checkNeverMoreThan(Kind.UNITS);
    } else if (kind == Kind.DOWNGRADE || kind == Kind.READ_OR_WRITE) {
      history.checkReadersAndWriters();
    }
    assertThat(history.stays()).hasSizeGreaterThan(FAULTS / 4);
  }

  /** Terms, and what the callbacks of candidates are told of them. */
  @Test
  @Tag("long")
  @Timeout(value = 20, unit = TimeUnit.MINUTES)
  void manyFaultsWhileCandidatesStand() throws Exception {
    var contenders =
        new ContenderProcesses(
            cluster("many-leaders"), LEASE.multipliedBy(2), LeaderContender.class);
    storm(contenders, FAULTS / 4, "kills and stops, of candidates");
    contenders.history().check();
    Terms.of(contenders).check(FAULTS / 4);
  }

  private static void storm(ContenderProcesses contenders, int faults, String what)
      throws Exception {
    var random = new Random(7);
    try (contenders;
        var count = new FaultCount(what)) {
      var standing = contenders.launch("standing", Manner.BUSY);
      standing.awaitWord("member");
      List<ContenderProcess> others = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        others.add(contenders.launch("first" + i, Manner.BUSY));
      }
      for (int fault = 0; fault < faults; fault++) {
        int which = random.nextInt(others.size());
        var victim = others.get(which);
        // One at a time: there is always a quorum.
        others.forEach(each -> each.awaitWord("member"));
        if (random.nextInt(4) == 0) {
          boolean longer = random.nextBoolean();
          count.add(longer ? "stopped for up to two leases" : "stopped");
          victim.signal("STOP");
          if (longer) {
            TimeUnit.MILLISECONDS.sleep(random.nextLong(4 * LEASE.toMillis()));
          }
          contenders.awaitEntries(standing);
          victim.signal("CONT");
        } else {
          count.add("killed");
          victim.kill();
          others.set(which, contenders.launch("next" + fault, Manner.BUSY));
          contenders.awaitEntries(standing);
        }
      }
      contenders.awaitEntries(others.toArray(ContenderProcess[]::new));
      assertThat(count.total()).isEqualTo(faults);
    }
  }
}
