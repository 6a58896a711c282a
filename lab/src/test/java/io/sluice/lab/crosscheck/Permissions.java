package io.sluice.lab.crosscheck;

import java.util.List;

/**
 * Ricart and Agrawala, CACM 24(1), 1981, and with groups RA1 of Joung, Distributed Computing 15(3),
 * 2002, in which a process of the same group is never put off.
 *
 * @param groups the group of each process
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Permissions(int entries, int... groups) implements Rules {

  private static final int REQUEST = 0;
  private static final int REPLY = 1;

  /** The variables of a process: the paper's names, where it has them. */
  private static final int HIGHEST_SEQUENCE_NUMBER = 0;

  /** Forgotten with the last reply, since it is not read again. */
  private static final int OUR_SEQUENCE_NUMBER = 1;

  private static final int OUTSTANDING = 2; // a bit for each peer
  private static final int REPLY_DEFERRED = 3; // a bit for each peer

  static Permissions ricartAgrawala(int n, int entries) {
    var groups = new int[n];
    for (int process = 0; process < n; process++) {
      groups[process] = process;
    }
    return new Permissions(entries, groups);
  }

  @Override
  public World first() {
    return new World(groups.length, entries, 4);
  }

  @Override
  public boolean compete(int one, int other) {
    return groups[one] != groups[other];
  }

  @Override
  public void ask(World w, int self) {
    var my = w.own[self];
    my[OUR_SEQUENCE_NUMBER] = ++my[HIGHEST_SEQUENCE_NUMBER];
    my[OUTSTANDING] = (1 << w.n) - 1 & ~(1 << self);
    w.sendAll(self, REQUEST, my[OUR_SEQUENCE_NUMBER]);
  }

  @Override
  public void receive(World w, int self, int from, List<Integer> message) {
    var my = w.own[self];
    if (message.getFirst() == REPLY) {
      my[OUTSTANDING] &= ~(1 << from);
      if (my[OUTSTANDING] == 0) {
        my[OUR_SEQUENCE_NUMBER] = 0;
        w.enter(self);
      }
      return;
    }
    int theirs = message.get(1);
    my[HIGHEST_SEQUENCE_NUMBER] = Math.max(my[HIGHEST_SEQUENCE_NUMBER], theirs);
    boolean older =
        my[OUR_SEQUENCE_NUMBER] < theirs || (my[OUR_SEQUENCE_NUMBER] == theirs && self < from);
    boolean ahead = w.client[self] == World.INSIDE || (w.client[self] == World.WAITING && older);
    if (ahead && compete(self, from)) {
      my[REPLY_DEFERRED] |= 1 << from;
    } else {
      w.send(self, from, REPLY);
    }
  }

  @Override
  public void release(World w, int self) {
    for (int peer = 0; peer < w.n; peer++) {
      if ((w.own[self][REPLY_DEFERRED] & 1 << peer) != 0) {
        w.send(self, peer, REPLY);
      }
    }
    w.own[self][REPLY_DEFERRED] = 0;
  }
}
