package io.sluice.lab.crosscheck;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * One global state of an algorithm, as plain variables that its rules change in place. It has
 * nothing in common with the explorer of the lab, which it is there to check.
 */
final class World {

  static final int THINKING = 0;
  static final int WAITING = 1;
  static final int INSIDE = 2;

  final int n;

  /** What each client does, and how often it will still ask. */
  final int[] client;

  final int[] left;

  /** The variables of each process, by number. */
  final int[][] own;

  /** The lists of each process, by number. */
  final List<List<Integer>> lists = new ArrayList<>();

  /** The messages between each two processes, the oldest first. */
  private final List<Deque<List<Integer>>> channels = new ArrayList<>();

  /**
   * @param variables how many variables each process has, all 0 at first
   */
  World(int n, int entries, int variables) {
    this.n = n;
    this.client = new int[n];
    this.left = new int[n];
    Arrays.fill(left, entries);
    this.own = new int[n][variables];
    for (int process = 0; process < n; process++) {
      lists.add(new ArrayList<>());
    }
    for (int channel = 0; channel < n * n; channel++) {
      channels.add(new ArrayDeque<>());
    }
  }

  World copy() {
    var copy = new World(n, 0, own[0].length);
    System.arraycopy(client, 0, copy.client, 0, n);
    System.arraycopy(left, 0, copy.left, 0, n);
    for (int process = 0; process < n; process++) {
      copy.own[process] = own[process].clone();
      copy.lists.get(process).addAll(lists.get(process));
    }
    for (int channel = 0; channel < n * n; channel++) {
      copy.channels.get(channel).addAll(channels.get(channel));
    }
    return copy;
  }

  /** All of it as text: equal worlds have equal texts. */
  String text() {
    return Arrays.toString(client)
        + Arrays.toString(left)
        + Arrays.deepToString(own)
        + lists
        + channels;
  }

  void send(int from, int to, Integer... message) {
    channels.get(from * n + to).addLast(List.of(message));
  }

  void sendAll(int from, Integer... message) {
    for (int to = 0; to < n; to++) {
      if (to != from) {
        send(from, to, message);
      }
    }
  }

  boolean hasMessage(int from, int to) {
    return !channels.get(from * n + to).isEmpty();
  }

  List<Integer> take(int from, int to) {
    return channels.get(from * n + to).removeFirst();
  }

  void enter(int process) {
    client[process] = INSIDE;
  }

  boolean isAnyoneWaiting() {
    return Arrays.stream(client).anyMatch(state -> state == WAITING);
  }
}
