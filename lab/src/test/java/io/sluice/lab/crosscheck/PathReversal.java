package io.sluice.lab.crosscheck;

import java.util.List;

/** Naimi, Trehel and Arnold, JPDC 34(1), 1996: requests climb a tree that they turn round. */
record PathReversal(int n, int entries) implements Rules {

  private static final int REQUEST = 0;
  private static final int TOKEN = 1;
  private static final int NIL = -1;

  private static final int FATHER = 0;
  private static final int NEXT = 1;
  private static final int TOKEN_PRESENT = 2;
  private static final int REQUESTING = 3;

  @Override
  public World first() {
    var world = new World(n, entries, 4);
    for (int process = 0; process < n; process++) {
      world.own[process][FATHER] = process == 0 ? NIL : 0;
      world.own[process][NEXT] = NIL;
    }
    world.own[0][TOKEN_PRESENT] = 1;
    return world;
  }

  @Override
  public void ask(World w, int self) {
    var my = w.own[self];
    my[REQUESTING] = 1;
    if (my[TOKEN_PRESENT] == 1) {
      w.enter(self);
    } else {
      w.send(self, my[FATHER], REQUEST, self);
      my[FATHER] = NIL;
    }
  }

  @Override
  public void receive(World w, int self, int from, List<Integer> message) {
    var my = w.own[self];
    if (message.getFirst() == TOKEN) {
      my[TOKEN_PRESENT] = 1;
      w.enter(self);
      return;
    }
    int requester = message.get(1);
    if (my[FATHER] != NIL) {
      w.send(self, my[FATHER], REQUEST, requester);
    } else if (my[REQUESTING] == 1) {
      my[NEXT] = requester;
    } else {
      my[TOKEN_PRESENT] = 0;
      w.send(self, requester, TOKEN);
    }
    my[FATHER] = requester;
  }

  @Override
  public void release(World w, int self) {
    var my = w.own[self];
    my[REQUESTING] = 0;
    if (my[NEXT] != NIL) {
      w.send(self, my[NEXT], TOKEN);
      my[TOKEN_PRESENT] = 0;
      my[NEXT] = NIL;
    }
  }
}
