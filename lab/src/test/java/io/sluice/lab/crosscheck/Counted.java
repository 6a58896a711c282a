package io.sluice.lab.crosscheck;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a plain breadth-first search finds: worlds as texts in a set, and nothing else. It ends with
 * the first level that has a world in which processes wait and nothing can happen.
 *
 * @param transitions moves, and one for the first world
 * @param depth levels of worlds
 */
record Counted(boolean deadlock, long worlds, long transitions, int depth) {

  static Counted of(Rules rules) {
    Set<String> seen = new HashSet<>();
    List<World> level = new ArrayList<>(List.of(rules.first()));
    seen.add(level.getFirst().text());
    long transitions = 1;
    boolean deadlock = false;
    int depth = 0;
    while (!level.isEmpty()) {
      depth++;
      if (deadlock) {
        break;
      }
      var next = new ArrayList<World>();
      for (var world : level) {
        var successors = successors(rules, world);
        transitions += successors.size();
        deadlock |= successors.isEmpty() && world.isAnyoneWaiting();
        for (var successor : successors) {
          if (seen.add(successor.text())) {
            judge(rules, successor);
            next.add(successor);
          }
        }
      }
      level = next;
    }
    return new Counted(deadlock, seen.size(), transitions, depth);
  }

  private static List<World> successors(Rules rules, World world) {
    var successors = new ArrayList<World>();
    for (int process = 0; process < world.n; process++) {
      if (world.client[process] == World.THINKING && world.left[process] > 0) {
        var next = world.copy();
        next.client[process] = World.WAITING;
        next.left[process]--;
        rules.ask(next, process);
        successors.add(next);
      }
      if (world.client[process] == World.INSIDE) {
        var next = world.copy();
        next.client[process] = World.THINKING;
        rules.release(next, process);
        successors.add(next);
      }
      for (int from = 0; from < world.n; from++) {
        if (world.hasMessage(from, process)) {
          var next = world.copy();
          rules.receive(next, process, from, next.take(from, process));
          successors.add(next);
        }
      }
    }
    return successors;
  }

  private static void judge(Rules rules, World world) {
    for (int one = 0; one < world.n; one++) {
      for (int other = 0; other < one; other++) {
        if (world.client[one] == World.INSIDE
            && world.client[other] == World.INSIDE
            && rules.compete(one, other)) {
          throw new AssertionError("two inside: " + world.text());
        }
      }
    }
  }
}
