package io.sluice.locks;

import io.sluice.locks.Contender.Manner;
import java.util.ArrayList;

/** Kills and stops contender processes; the history they wrote down is judged afterwards. */
public final class Nemesis {

  private Nemesis() {}

  /**
   * kill -9 of a holder, a waiter and a bystander; a holder is stopped for longer than its lease.
   */
  public static void killsAndStops(ContenderProcesses contenders) throws Exception {
    var bystander = contenders.launch("bystander", Manner.BYSTANDER);
    bystander.awaitWord("member");
    var one = contenders.launch("one", Manner.BUSY);
    var two = contenders.launch("two", Manner.BUSY);
    var three = contenders.launch("three", Manner.BUSY);
    contenders.awaitEntries(one, two, three);

    var holder = contenders.launch("holder", Manner.KEEPER);
    holder.awaitWord("in");
    holder.kill();
    contenders.awaitEntries(one, two, three);

    var sleeper = contenders.launch("sleeper", Manner.KEEPER);
    sleeper.awaitWord("in");
    sleeper.signal("STOP");
    contenders.awaitEntries(one, two, three);
    sleeper.signal("CONT");
    sleeper.awaitWord("lost");

    var keeper = contenders.launch("keeper", Manner.KEEPER);
    keeper.awaitWord("in");
    three.kill();
    keeper.dismiss();
    keeper.awaitWord("out");
    contenders.awaitEntries(one, two);

    bystander.kill();
    contenders.awaitEntries(one, two);
  }

  /**
   * All units of a semaphore are held, each by a process of its own; one of them is killed, the
   * others are stopped for longer than the lease. A contender that is granted then has one of their
   * units.
   */
  static void killsAndStopsAllHolders(ContenderProcesses contenders, int units) throws Exception {
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
}
