package io.sluice.lab.crosscheck;

import java.util.List;

/** Raymond, ACM TOCS 7(1), 1989, on a complete binary tree with the token at its root. */
record TreeToken(int n, int entries) implements Rules {

  private static final int REQUEST = 0;
  private static final int PRIVILEGE = 1;

  private static final int HOLDER = 0; // a neighbour, or the process itself
  private static final int ASKED = 1;

  /** The list of a process is the paper's REQUEST_Q. */
  @Override
  public World first() {
    var world = new World(n, entries, 2);
    for (int process = 1; process < n; process++) {
      world.own[process][HOLDER] = (process - 1) / 2;
    }
    return world;
  }

  @Override
  public void ask(World w, int self) {
    w.lists.get(self).add(self);
    assignPrivilege(w, self);
    makeRequest(w, self);
  }

  @Override
  public void release(World w, int self) {
    assignPrivilege(w, self);
    makeRequest(w, self);
  }

  @Override
  public void receive(World w, int self, int from, List<Integer> message) {
    if (message.getFirst() == REQUEST) {
      w.lists.get(self).add(from);
    } else {
      w.own[self][HOLDER] = self;
    }
    assignPrivilege(w, self);
    makeRequest(w, self);
  }

  private static void assignPrivilege(World w, int self) {
    var my = w.own[self];
    var queue = w.lists.get(self);
    if (my[HOLDER] == self && w.client[self] != World.INSIDE && !queue.isEmpty()) {
      my[HOLDER] = queue.removeFirst();
      my[ASKED] = 0;
      if (my[HOLDER] == self) {
        w.enter(self);
      } else {
        w.send(self, my[HOLDER], PRIVILEGE);
      }
    }
  }

  private static void makeRequest(World w, int self) {
    var my = w.own[self];
    if (my[HOLDER] != self && !w.lists.get(self).isEmpty() && my[ASKED] == 0) {
      w.send(self, my[HOLDER], REQUEST);
      my[ASKED] = 1;
    }
  }
}
