package io.sluice.locks;

import io.sluice.locks.Contender.Manner;
import java.util.ArrayList;

/** What is done to a fleet; what its processes wrote down is judged afterwards. */
public final class Nemesis {

  private Nemesis() {}

  /**
   * kill -9 of a holder, a waiter and a bystander; a holder is stopped for longer than its lease.
   */
  public static void killsAndStops(Fleet fleet) throws Exception {
    var bystander = fleet.launch("bystander", Manner.BYSTANDER);
    bystander.awaitWord("member");
    var one = fleet.launch("one", Manner.BUSY);
    var two = fleet.launch("two", Manner.BUSY);
    var three = fleet.launch("three", Manner.BUSY);
    fleet.awaitEntries(one, two, three);

    var holder = fleet.launch("holder", Manner.KEEPER);
    holder.awaitWord("in");
    holder.kill();
    fleet.awaitEntries(one, two, three);

    var sleeper = fleet.launch("sleeper", Manner.KEEPER);
    sleeper.awaitWord("in");
    sleeper.signal("STOP");
    fleet.awaitEntries(one, two, three);
    sleeper.signal("CONT");
    sleeper.awaitWord("lost");

    var keeper = fleet.launch("keeper", Manner.KEEPER);
    keeper.awaitWord("in");
    three.kill();
    keeper.dismiss();
    keeper.awaitWord("out");
    fleet.awaitEntries(one, two);

    bystander.kill();
    fleet.awaitEntries(one, two);
  }

  /**
   * All units of a semaphore are held, each by a process of its own; one of them is killed, the
   * others are stopped for longer than the lease. Whoever is let in then has a unit of theirs.
   */
  static void killsAndStopsAllHolders(Fleet fleet, int units) throws Exception {
    var bystanders = new ArrayList<Fleet.Vessel>();
    for (int i = 0; i <= units; i++) {
      bystanders.add(fleet.launch("bystander" + i, Manner.BYSTANDER));
      bystanders.getLast().awaitWord("member");
    }
    var one = fleet.launch("one", Manner.BUSY);
    var two = fleet.launch("two", Manner.BUSY);
    fleet.awaitEntries(one, two);

    var holders = new ArrayList<Fleet.Vessel>();
    for (int i = 0; i < units; i++) {
      holders.add(fleet.launch("holder" + i, Manner.KEEPER));
      holders.getLast().awaitWord("in");
    }
    holders.getFirst().kill();
    for (var stopped : holders.subList(1, units)) {
      stopped.signal("STOP");
    }
    fleet.awaitEntries(one, two);
    for (var stopped : holders.subList(1, units)) {
      stopped.signal("CONT");
      stopped.awaitWord("lost");
    }
    bystanders.getFirst().kill();
    fleet.awaitEntries(one, two);
  }
}
