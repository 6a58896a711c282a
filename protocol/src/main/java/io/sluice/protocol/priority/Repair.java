package io.sluice.protocol.priority;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Token;
import io.sluice.protocol.priority.Errand.Back;
import io.sluice.protocol.priority.Message.Attach;
import io.sluice.protocol.priority.Message.Detach;
import io.sluice.protocol.priority.Message.Farewell;
import io.sluice.protocol.priority.Message.Lead;
import io.sluice.protocol.priority.Message.Sync;
import io.sluice.protocol.priority.TreeLinks.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What survivors do after a crash.
 *
 * <p>Every message says which crashes its sender knows of, so messages in transit are void to a
 * receiver that knows of more, and a receiver that knew of fewer learns. Each survivor forgets the
 * requests of others, sends its own again, and tells the root whether it has a token: that is what
 * the paper's Sync is for. An orphan attaches to the root. The root grants nothing until all
 * participants that know of the same crashes have reported; a token that none of them has was with
 * a crashed process, or in transit and void, and is replaced with a higher fencing number.
 *
 * <p>The root is the survivor with the lowest number. So all participants know the next root, and
 * it is below no process that crashes after it.
 *
 * @param nodes how many processes there are
 * @param units how many resources there are
 */
record Repair(int self, int nodes, int units, TokenPath path) {

  /** Room for the entries between two deaths: at a million a second, for half a year. */
  private static final int ENTRY_BITS = 44;

  /** The root among the survivors. */
  static int leader(ProcessSet dead) {
    int least = 0;
    while (dead.contains(least)) {
      least++;
    }
    return least;
  }

  State learn(State s, ProcessSet news, Outbox<Message> out) {
    var dead = s.dead().plus(news);
    var held = s.errand().map(errand -> List.of(errand.token().unit())).orElse(List.of());
    var renewed =
        new State(
            s.links().without(dead),
            dead,
            ProcessSet.EMPTY,
            s.models(),
            s.clock(),
            s.wish(),
            s.errand().map(errand -> new Back(List.of(), errand.token())),
            s.wish().map(wish -> List.of(new Pending(wish, self, false))).orElse(List.of()),
            List.of());
    if (leader(dead) == self && s.links().stage() == Stage.OUTSIDE) {
      return abdicate(renewed, out);
    }
    if (leader(dead) == self) {
      return complete(lead(renewed, s.slots(), held, out), out);
    }
    out.send(leader(dead), new Sync(dead, held));
    return path.advance(reattached(renewed, s.links().seeking(), out), out);
  }

  /** An orphan attaches to the root, and so does a newcomer whose introducer has crashed. */
  private static State reattached(State s, Optional<Integer> sought, Outbox<Message> out) {
    int root = leader(s.dead());
    boolean isOrphan = s.links().parent().filter(s.dead()::contains).isPresent();
    switch (s.links().stage()) {
      case MEMBER, DEPARTING, GOING -> {
        if (isOrphan) {
          out.send(root, new Attach(s.dead()));
          return s.with(s.links().under(root));
        }
      }
      case JOINING -> {
        if (sought.isPresent() && s.dead().contains(sought.get())) {
          out.send(root, new Attach(s.dead()));
          return s.with(s.links().seeking(root));
        }
      }
      case OUTSIDE -> {
        if (isOrphan) {
          return s.with(s.links().atTheTop());
        }
      }
    }
    return s;
  }

  private State lead(State s, List<Slot> before, List<Integer> held, Outbox<Message> out) {
    s.links()
        .parent()
        .filter(former -> !s.dead().contains(former))
        .ifPresent(former -> out.send(former, new Detach(s.dead())));
    var slots = new ArrayList<Slot>();
    for (int unit = 0; unit < units; unit++) {
      boolean isHome = !before.isEmpty() && before.get(unit) instanceof Slot.Home;
      slots.add(
          isHome ? before.get(unit) : held.contains(unit) ? new Slot.Kept() : new Slot.Missing());
    }
    var others = ProcessSet.allBut(self, nodes).minus(s.dead());
    out.send(others, new Lead(s.dead()));
    return s.with(s.links().atTheTop()).with(slots).mourning(s.dead(), others);
  }

  /**
   * A survivor reports which tokens it has; one that it had may have returned to the root
   * meanwhile.
   */
  State sync(State s, int from, List<Integer> held, Outbox<Message> out) {
    var heard = s.mourning(s.dead(), s.awaited().minus(from));
    for (int unit : held) {
      if (heard.slots().get(unit) instanceof Slot.Missing) {
        heard = heard.with(unit, new Slot.Kept());
      }
    }
    return complete(heard, out);
  }

  /** Replaces the tokens that no survivor has, once all survivors have reported. */
  private State complete(State s, Outbox<Message> out) {
    if (!s.awaited().isEmpty()) {
      return s;
    }
    var token = new Token((long) s.dead().size() << ENTRY_BITS);
    List<Slot> slots =
        s.slots().stream()
            .map(slot -> slot instanceof Slot.Missing ? new Slot.Home(token) : slot)
            .toList();
    return path.advance(s.with(slots), out);
  }

  /** A departing root counts itself among the crashed, and so do the participants that it tells. */
  State abdicate(State s, Outbox<Message> out) {
    var dead = s.dead().plus(self);
    out.send(ProcessSet.range(0, nodes).minus(dead), new Farewell(dead));
    return new State(
        TreeLinks.NONE,
        dead,
        ProcessSet.EMPTY,
        s.models(),
        s.clock(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of());
  }
}
