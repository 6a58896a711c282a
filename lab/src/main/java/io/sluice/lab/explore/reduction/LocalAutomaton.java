package io.sluice.lab.explore.reduction;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Client;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.explore.world.Memo;
import io.sluice.lab.explore.world.Permutation;
import io.sluice.lab.explore.world.Step;
import io.sluice.protocol.Input;
import java.util.ArrayList;
import java.util.List;

/**
 * What each process does by itself, as far as it is known: its nodes are pairs of a state and a
 * client, here called locals, and its edges the inputs that the process takes there.
 */
public final class LocalAutomaton<S, M> {

  private static final long BYTES_A_LOCAL = 200;
  private static final long BYTES_AN_EDGE = 40;

  /** Hears of edges. */
  interface Listener {
    void edge(int local, int code);
  }

  private final Memo<S, M> memo;
  private final int n;
  private final List<Permutation> permutations;

  private final LongIntMap locals = new LongIntMap();
  private final IntList processes = new IntList();
  private final IntList states = new IntList();
  private final IntList clients = new IntList();

  private final LongIntMap knownEdges = new LongIntMap();
  private final List<IntList> edges = new ArrayList<>();
  private int edgeCount;

  /** Whether the edges known so far have shown that every run ends. */
  private boolean runsEnd = true;

  private int edgesJudged;

  LocalAutomaton(Scope<S, M> scope, Dictionary<S, M> dictionary) {
    this.memo = new Memo<>(dictionary);
    this.n = scope.layout().size();
    this.permutations = Permutation.of(scope);
  }

  static long key(int process, int state, int client) {
    return (long) process << 52 | (long) state << 24 | client;
  }

  /** The number of a process in a state with a client. */
  int local(int process, int state, int client) {
    long key = key(process, state, client);
    int known = locals.get(key);
    if (known == LongIntMap.ABSENT) {
      known = processes.size();
      locals.add(key, known);
      processes.add(process);
      states.add(state);
      clients.add(client);
      edges.add(new IntList());
    }
    return known;
  }

  /** How many edges there are. */
  int edgeCount() {
    return edgeCount;
  }

  /** The inputs that are known to be taken at a local. */
  IntList edges(int local) {
    return edges.get(local);
  }

  /**
   * Adds an edge: what one process may be given, those that are like it may be given too.
   *
   * @param news told of each edge that was not known
   */
  void add(int local, int code, Listener news) {
    if (knownEdges.get((long) local << 32 | code) == LongIntMap.ABSENT) {
      for (var permutation : permutations) {
        addImage(local, code, permutation, news);
      }
    }
  }

  private void addImage(int original, int originalCode, Permutation permutation, Listener news) {
    int number = permutation.number();
    int local =
        local(
            permutation.node(processes.get(original)),
            memo.rewrittenState(states.get(original), number, permutation),
            memo.rewrittenClient(clients.get(original), number, permutation));
    int code = memo.dictionary().rewriteCode(originalCode, permutation);
    long key = (long) local << 32 | code;
    if (knownEdges.get(key) == LongIntMap.ABSENT) {
      knownEdges.add(key, edgeCount++);
      edges.get(local).add(code);
      news.edge(local, code);
    }
  }

  /** Where an input leads. */
  int after(int local, int code) {
    var step = step(local, code);
    int client = memo.clientAfter(clients.get(local), code, step.effects());
    return local(processes.get(local), step.next(), client);
  }

  /** What an input makes the process send: in turn, the receiver and the message. */
  int[] sends(int local, int code) {
    return step(local, code).sends();
  }

  private Step step(int local, int code) {
    return memo.step(processes.get(local), states.get(local), code);
  }

  /** Where an input comes from: a sender, or beyond them the client that asks, or all else. */
  int source(int code) {
    if (isArrival(code)) {
      return (code >> 1) % n;
    }
    return memo.dictionary().input(code) instanceof Input.Acquire<M> ? n : n + 1;
  }

  private static boolean isArrival(int code) {
    return (code & 1) == 0;
  }

  /** Whether an input can be given to the process there, if it is on its way. */
  boolean isPossible(int local, int code) {
    int outlook = memo.outlook(clients.get(local));
    return isArrival(code)
        || switch (memo.dictionary().input(code)) {
          case Input.Acquire<M> _ -> (outlook & Client.MAY_ASK) != 0;
          case Input.Release<M> _ -> (outlook & Client.MAY_RELEASE) != 0;
          default -> true;
        };
  }

  boolean isWrong(int local) {
    return (memo.outlook(clients.get(local)) & Client.WRONGED) != 0;
  }

  /**
   * Whether this alone shows that every run ends: no process comes back to where it was, except by
   * taking a message without an answer, and of such messages there is an end.
   */
  boolean everyRunEnds() {
    if (runsEnd && edgesJudged < edgeCount) {
      edgesJudged = edgeCount;
      runsEnd = nothingComesBack();
    }
    return runsEnd;
  }

  private boolean nothingComesBack() {
    int size = processes.size();
    int[] ways = new int[size];
    for (int local = 0; local < size; local++) {
      var codes = edges.get(local);
      for (int k = 0; k < codes.size(); k++) {
        int after = after(local, codes.get(k));
        if (after != local) {
          ways[after]++;
        } else if (!isArrival(codes.get(k)) || sends(local, codes.get(k)).length > 0) {
          return false;
        }
      }
    }
    return outsideCircles(ways) == size;
  }

  /**
   * How many locals are on no circle, nor behind one.
   *
   * @param ways by local, how many edges of others lead there; used up
   */
  private int outsideCircles(int[] ways) {
    var open = new IntList();
    for (int local = 0; local < ways.length; local++) {
      if (ways[local] == 0) {
        open.add(local);
      }
    }
    int passed = 0;
    while (open.size() > 0) {
      int local = open.removeLast();
      passed++;
      var codes = edges.get(local);
      for (int k = 0; k < codes.size(); k++) {
        int after = after(local, codes.get(k));
        if (after != local && --ways[after] == 0) {
          open.add(after);
        }
      }
    }
    return passed;
  }

  /** A careful guess of the memory that it takes. */
  long bytes() {
    return processes.size() * BYTES_A_LOCAL + edgeCount * BYTES_AN_EDGE;
  }
}
