package io.sluice.lab.crosscheck;

import java.util.List;

/** Lamport, CACM 21(7), 1978: every process has a copy of the queue of requests. */
record LamportQueue(int n, int entries) implements Rules {

  private static final int REQUEST = 0;
  private static final int ACKNOWLEDGE = 1;
  private static final int RELEASE = 2;

  private static final int CLOCK = 0;
  private static final int UNACKNOWLEDGED = 1; // a bit for each peer

  /** From here on the time of each process's request in this copy of the queue, or 0. */
  private static final int QUEUE = 2;

  @Override
  public World first() {
    return new World(n, entries, QUEUE + n);
  }

  /** Rule 1. */
  @Override
  public void ask(World w, int self) {
    var my = w.own[self];
    my[QUEUE + self] = ++my[CLOCK];
    my[UNACKNOWLEDGED] = (1 << n) - 1 & ~(1 << self);
    w.sendAll(self, REQUEST, my[CLOCK]);
  }

  @Override
  public void receive(World w, int self, int from, List<Integer> message) {
    var my = w.own[self];
    switch (message.getFirst()) {
      case REQUEST -> { // rule 2
        my[QUEUE + from] = message.get(1);
        my[CLOCK] = Math.max(my[CLOCK], message.get(1));
        w.send(self, from, ACKNOWLEDGE);
      }
      case ACKNOWLEDGE -> my[UNACKNOWLEDGED] &= ~(1 << from);
      default -> my[QUEUE + from] = 0; // rule 4
    }
    if (w.client[self] == World.WAITING && my[UNACKNOWLEDGED] == 0 && isFirst(my, self)) {
      w.enter(self); // rule 5
    }
  }

  private boolean isFirst(int[] my, int self) {
    for (int other = 0; other < n; other++) {
      int time = my[QUEUE + other];
      int mine = my[QUEUE + self];
      if (time != 0 && (time < mine || (time == mine && other < self))) {
        return false;
      }
    }
    return true;
  }

  /** Rule 3. */
  @Override
  public void release(World w, int self) {
    w.own[self][QUEUE + self] = 0;
    w.sendAll(self, RELEASE);
  }
}
