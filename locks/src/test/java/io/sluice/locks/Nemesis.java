package io.sluice.locks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.sluice.locks.Contender.Manner;
import java.util.ArrayList;
import java.util.List;

/** Kills and stops contender processes; the history they wrote down is judged afterwards. */
public final class Nemesis {

  private Nemesis() {}

  /**
   * kill -9 of a holder, a waiter and a bystander; a holder is stopped for longer than its lease.
   * Then judges what they wrote down.
   */
  public static void killsAndStops(ContenderProcesses contenders) throws Exception {
    try (contenders) {
      killAndStop(contenders);
    }
    var history = contenders.history();
    history.check();
    assertThat(history.stays()).hasSizeGreaterThan(15);
  }

  /** The same of leaders, whose callbacks are judged too. */
  public static void killsAndStopsLeaders(ContenderProcesses contenders) throws Exception {
    killsAndStops(contenders);
    Terms.of(contenders).check(10);
  }

  private static void killAndStop(ContenderProcesses contenders) throws Exception {
    var bystander = contenders.launch("bystander", Manner.BYSTANDER);
    bystander.awaitWord("member");
    var one = contenders.launch("one", Manner.BUSY);
    var two = contenders.launch("two", Manner.BUSY);
    var three = contenders.launch("three", Manner.BUSY);
    contenders.awaitEntries(one, two, three);

    killAHolder(contenders, one, two, three);
    stopAHolder(contenders, one, two, three);

    var keeper = contenders.launch("keeper", Manner.KEEPER);
    keeper.awaitWord("in");
    three.kill();
    keeper.dismiss();
    keeper.awaitWord("out");
    contenders.awaitEntries(one, two);

    bystander.kill();
    contenders.awaitEntries(one, two);
  }

  private static void killAHolder(ContenderProcesses contenders, ContenderProcess... others)
      throws Exception {
    var holder = contenders.launch("holder", Manner.KEEPER);
    holder.awaitWord("in");
    holder.kill();
    contenders.awaitEntries(others);
  }

  /** The holder is stopped until others have entered, and told of its loss when it goes on. */
  private static void stopAHolder(ContenderProcesses contenders, ContenderProcess... others)
      throws Exception {
    var sleeper = contenders.launch("sleeper", Manner.KEEPER);
    sleeper.awaitWord("in");
    sleeper.signal("STOP");
    contenders.awaitEntries(others);
    long continues = System.nanoTime();
    sleeper.signal("CONT");
    sleeper.awaitWord("lost");
    if (sleeper.count("granted") > 0) {
      sleeper.awaitWord("revoked");
      assertThat(sleeper.lastTime("revoked") - continues).isNotNegative();
    }
  }

  /**
   * kill -9 of one holder, and another one is stopped for longer than its lease; two contenders go
   * on each time.
   */
  public static History killsAndStopsHolders(ContenderProcesses contenders) throws Exception {
    try (contenders) {
      var one = contenders.launch("one", Manner.BUSY);
      one.awaitWord("member");
      var two = contenders.launch("two", Manner.BUSY);
      contenders.awaitEntries(one, two);
      killAHolder(contenders, one, two);
      stopAHolder(contenders, one, two);
    }
    var history = contenders.history();
    history.check();
    return history;
  }

  /**
   * Holders that may not hold for long are told so, while they run, and also if they are stopped
   * until the limit is over, or beyond their lease.
   */
  public static void killsAndStopsLimitedHolders(ContenderProcesses contenders) throws Exception {
    try (contenders) {
      var one = contenders.launch("one", Manner.BUSY);
      one.awaitWord("member");
      var two = contenders.launch("two", Manner.BUSY);
      one.awaitWord("lost");
      two.awaitWord("lost");

      var late = contenders.launch("late", Manner.KEEPER);
      late.awaitWord("in");
      late.signal("STOP");
      long over = late.lastTime("in") + Contender.Kind.LIMIT.toNanos();
      await().atMost(ContenderProcesses.PATIENCE).until(() -> System.nanoTime() - over > 0);
      late.signal("CONT");
      late.awaitWord("lost");
      contenders.awaitEntries(one, two);

      stopAHolder(contenders, one, two);
    }
    contenders.history().check();
  }

  /**
   * All units of a semaphore are held, each by a process of its own; one of them is killed, the
   * others are stopped for longer than the lease. A contender that is granted then has one of their
   * units.
   */
  public static void killsAndStopsAllHolders(ContenderProcesses contenders, int units)
      throws Exception {
    var bystanders = new ArrayList<ContenderProcess>();
    for (int i = 0; i <= units; i++) {
      bystanders.add(contenders.launch("bystander" + i, Manner.BYSTANDER));
      bystanders.getLast().awaitWord("member");
    }
    var one = contenders.launch("one", Manner.BUSY);
    var two = contenders.launch("two", Manner.BUSY);
    contenders.awaitEntries(one, two);

    var holders = new ArrayList<ContenderProcess>();
    for (int i = 0; i < units; i++) {
      holders.add(contenders.launch("holder" + i, Manner.KEEPER));
      holders.getLast().awaitWord("in");
    }
    holders.getFirst().kill();
    for (var stopped : holders.subList(1, units)) {
      stopped.signal("STOP");
    }
    contenders.awaitEntries(one, two);
    for (var stopped : holders.subList(1, units)) {
      stopped.signal("CONT");
      stopped.awaitWord("lost");
    }
    bystanders.getFirst().kill();
    contenders.awaitEntries(one, two);
  }

  /**
   * Processes that count a latch down and then meet at a barrier, as {@link BarrierContender} does.
   * One is killed when it has counted, so the latch opens only if its count stays; the others are
   * killed or stopped, the longest-standing one first, and replaced. Then judges what they wrote
   * down.
   */
  public static void killsParties(ContenderProcesses contenders, int faults) throws Exception {
    try (contenders;
        var count = new FaultCount("kills and stops of parties")) {
      killParties(contenders, faults, count);
    }
    var passages = Passages.of(contenders);
    passages.check(BarrierContender.PARTIES, BarrierContender.COUNTS);
    passages.checkMoreGenerationsThan(5);
  }

  private static void killParties(ContenderProcesses contenders, int faults, FaultCount count)
      throws Exception {
    List<ContenderProcess> members = new ArrayList<>();
    for (int i = 0; i < BarrierContender.COUNTS; i++) {
      members.add(contenders.launch("first" + i, Manner.BUSY));
      members.getLast().awaitWord("counted");
      if (i == 1) {
        // The longest-standing of two: what is left is no quorum, and founds the cluster again.
        count.add("killed after its count");
        members.removeFirst().kill();
      }
    }
    members.forEach(each -> each.awaitWord("open"));
    for (int fault = 1; fault < faults; fault++) {
      contenders.awaitEntries(members.toArray(ContenderProcess[]::new));
      var victim = members.removeFirst();
      if (fault % 4 == 3) {
        count.add("stopped until the others are told");
        victim.signal("STOP");
        var other = members.getFirst();
        long told = other.count("broken");
        await().atMost(ContenderProcesses.PATIENCE).until(() -> other.count("broken") > told);
        victim.signal("CONT");
        members.add(victim);
      } else {
        count.add("killed");
        victim.kill();
        members.add(contenders.launch("next" + fault, Manner.BUSY));
      }
    }
    contenders.awaitEntries(members.toArray(ContenderProcess[]::new));
  }
}
