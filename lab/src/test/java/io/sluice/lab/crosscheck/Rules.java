package io.sluice.lab.crosscheck;

import java.util.List;

/** An algorithm, written down from its paper: what a process does when something happens to it. */
interface Rules {

  World first();

  void ask(World w, int self);

  void release(World w, int self);

  void receive(World w, int self, int from, List<Integer> message);

  /** Whether two processes must not be inside together. */
  default boolean compete(int one, int other) {
    return one != other;
  }
}
