package io.sluice.lab.crosscheck;

import java.util.List;

/**
 * Maekawa, ACM TOCS 3(2), 1985, without its section on deadlock: four processes in a square, each
 * with the votes of its row and its column. What a process tells itself is done at once.
 */
record Votes(int entries) implements Rules {

  private static final int REQUEST = 0;
  private static final int REPLY = 1;
  private static final int RELEASE = 2;

  private static final int REPLIES = 0;
  private static final int VOTED = 1;
  private static final int MEMBERS = 3;

  /** The list of a process is the queue of those that wait for its vote. */
  @Override
  public World first() {
    return new World(4, entries, 2);
  }

  @Override
  public void ask(World w, int self) {
    tellRowAndColumn(w, self, REQUEST);
  }

  @Override
  public void release(World w, int self) {
    tellRowAndColumn(w, self, RELEASE);
  }

  private void tellRowAndColumn(World w, int self, int message) {
    for (int member = 0; member < 4; member++) {
      if (member / 2 == self / 2 || member % 2 == self % 2) {
        tell(w, self, member, message);
      }
    }
  }

  private void tell(World w, int self, int to, int message) {
    if (to == self) {
      receive(w, self, self, List.of(message));
    } else {
      w.send(self, to, message);
    }
  }

  @Override
  public void receive(World w, int self, int from, List<Integer> message) {
    var my = w.own[self];
    var queue = w.lists.get(self);
    switch (message.getFirst()) {
      case REQUEST -> {
        if (my[VOTED] == 1) {
          queue.add(from);
        } else {
          my[VOTED] = 1;
          tell(w, self, from, REPLY);
        }
      }
      case REPLY -> {
        my[REPLIES]++;
        if (my[REPLIES] == MEMBERS) {
          my[REPLIES] = 0;
          w.enter(self);
        }
      }
      default -> {
        if (queue.isEmpty()) {
          my[VOTED] = 0;
        } else {
          tell(w, self, queue.removeFirst(), REPLY);
        }
      }
    }
  }
}
