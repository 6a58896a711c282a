package io.sluice.lab.crosscheck;

import java.util.ArrayList;
import java.util.List;

/**
 * Suzuki and Kasami, ACM TOCS 3(4), 1985: requests are broadcast, the token knows who was served.
 */
record BroadcastToken(int n, int entries) implements Rules {

  private static final int REQUEST = 0;
  private static final int PRIVILEGE = 1;

  private static final int HAVE_PRIVILEGE = 0;

  /** From here on the paper's RN. */
  private static final int RN = 1;

  /** The list of a process that has the token: the paper's LN and after it Q. */
  @Override
  public World first() {
    var world = new World(n, entries, RN + n);
    world.own[0][HAVE_PRIVILEGE] = 1;
    for (int process = 0; process < n; process++) {
      world.lists.get(0).add(0);
    }
    return world;
  }

  @Override
  public void ask(World w, int self) {
    if (w.own[self][HAVE_PRIVILEGE] == 1) {
      w.enter(self);
    } else {
      w.sendAll(self, REQUEST, ++w.own[self][RN + self]);
    }
  }

  @Override
  public void receive(World w, int self, int from, List<Integer> message) {
    var my = w.own[self];
    if (message.getFirst() == PRIVILEGE) {
      my[HAVE_PRIVILEGE] = 1;
      w.lists.get(self).addAll(message.subList(1, message.size()));
      w.enter(self);
    } else {
      my[RN + from] = Math.max(my[RN + from], message.get(1));
      if (w.client[self] != World.INSIDE) {
        passOn(w, self);
      }
    }
  }

  @Override
  public void release(World w, int self) {
    w.lists.get(self).set(self, w.own[self][RN + self]);
    passOn(w, self);
  }

  private void passOn(World w, int self) {
    if (w.own[self][HAVE_PRIVILEGE] == 0) {
      return;
    }
    var token = new ArrayList<>(w.lists.get(self));
    for (int process = 0; process < n; process++) {
      boolean waits = w.own[self][RN + process] > token.get(process);
      if (waits && !token.subList(n, token.size()).contains(process)) {
        token.add(process);
      }
    }
    if (token.size() > n) {
      int next = token.remove(/* index */ n);
      w.own[self][HAVE_PRIVILEGE] = 0;
      w.lists.get(self).clear();
      token.addFirst(PRIVILEGE);
      w.send(self, next, token.toArray(Integer[]::new));
    }
  }
}
