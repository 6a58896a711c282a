package io.sluice.lab.explore.reduction;

import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Budget;
import io.sluice.lab.explore.world.Dictionary;
import io.sluice.lab.explore.world.Interner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which inputs of a process may be taken before all else that could happen, so that a search need
 * not try the other orders: ample sets, see docs/decisions.
 *
 * <p>Moves of different processes always commute: a step changes its own process, takes from the
 * head of a channel and adds to the tails of others. So all depends on the process itself: on its
 * {@link LocalAutomaton}, whose edges are the inputs that the search has seen it take. An input is
 * admitted at a local if it commutes with every edge of the local that it leads to, and is admitted
 * where each of those edges would have led instead. What must be possible if the input is taken
 * later is added to the automaton; so in the end this holds every step of every run, also of those
 * not searched.
 *
 * <p>Edges are found as the search goes on. One of them may break what was admitted before; then
 * the search has to begin again, knowing more.
 */
public final class Commutation<S, M> {

  private static final int OPEN = 0;
  private static final int RELIED_UPON = 1;
  private static final int DENIED = 2;

  private static final long BYTES_A_QUESTION = 120;

  /**
   * The reduction is given up if there are more edges than this, and this many for each step that
   * the search has seen. In searches that end there are at most 2 for each.
   */
  private static final int MOST_EDGES = 1_000;

  private static final int MOST_EDGES_FOR_ONE_SEEN = 8;

  /** How a question is packed into a key. */
  private static final int LOCAL_BITS = 24;

  private static final int CODE_BITS = 24;
  private static final int APART_BITS = 15;

  private final int n;
  private final LocalAutomaton<S, M> automaton;
  private final SilentPeers silentPeers;

  /** By local, the questions whose input leads there. */
  private final List<IntList> askedFrom = new ArrayList<>();

  /** A question is whether a local admits an input; by number, all about it. */
  private final LongIntMap questions = new LongIntMap();

  private final Interner<Apart> aparts = new Interner<>("sets of channels", 1 << APART_BITS);
  private final IntList askedLocal = new IntList();
  private final IntList askedCode = new IntList();
  private final IntList askedApart = new IntList();
  private final IntList standing = new IntList();

  /** By question, the questions that are to be denied if this one is. */
  private final List<IntList> dependents = new ArrayList<>();

  /** Pairs of a question and an edge that are to be looked at. */
  private final IntList work = new IntList();

  private boolean broken;

  /** How many steps the search has seen, some of them in several rounds. */
  private int seen;

  private boolean givenUp;

  /**
   * What need not be looked at, as bits: the senders, and beyond them the client's asking.
   *
   * @param taken what the ample set itself holds
   * @param silent the peers that can send nothing before the process itself has moved
   */
  record Apart(long taken, long silent) {}

  public Commutation(Scope<S, M> scope, Dictionary<S, M> dictionary) {
    this.n = scope.layout().size();
    this.automaton = new LocalAutomaton<>(scope, dictionary);
    this.silentPeers = new SilentPeers(n);
  }

  /** Refuses a scope in which more than the processes' own steps happens. */
  public static void check(Scope<?, ?> scope) {
    if (scope.unbounded()
        || scope.channels() != Scope.Channels.FIFO
        || !Budget.of(scope).isEmpty()
        || scope.algorithm().horizon().isPresent()
        || scope.overtaking()) {
      throw new IllegalArgumentException(
          "a reduced search goes with a bounded number of entries, FIFO channels, and without"
              + " faults, changes of membership, orders, a clock and the bound on overtaking");
    }
  }

  /** A search begins that has not relied upon anything yet. */
  public synchronized void startRound() {
    broken = false;
    silentPeers.forgetReliance();
    for (int question = 0; question < standing.size(); question++) {
      if (standing.get(question) == RELIED_UPON) {
        standing.set(question, OPEN);
      }
    }
  }

  /** Whether something that the search relies upon has turned out wrong. */
  public synchronized boolean isBroken() {
    return broken;
  }

  /** A careful guess of the memory that all this takes. */
  public synchronized long bytes() {
    return automaton.bytes() + silentPeers.bytes() + standing.size() * BYTES_A_QUESTION;
  }

  /** The number of a process in a state with a client. */
  synchronized int local(int process, int state, int client) {
    return automaton.local(process, state, client);
  }

  /** Whether what each process does by itself shows that every run ends. */
  public synchronized boolean everyRunEnds() {
    return automaton.everyRunEnds();
  }

  /** The search has seen a process take an input. */
  synchronized void seen(int local, int code) {
    seen++;
    addEdge(local, code);
    settle();
  }

  /**
   * Whether what might happen has outgrown what does. What the search has not seen is concluded
   * from what it has; a process that accepts a message in every state, and remembers each, would
   * have states without end.
   */
  public synchronized boolean hasGivenUp() {
    return givenUp;
  }

  /** Whether some inputs may be taken before all others; if so, the search relies upon it. */
  synchronized boolean admits(int local, IntList codes, Apart apart) {
    if (givenUp) {
      return false;
    }
    int number = aparts.number(apart);
    for (int k = 0; k < codes.size(); k++) {
      int question = question(local, codes.get(k), number);
      settle();
      if (standing.get(question) == DENIED) {
        return false;
      }
    }
    for (int k = 0; k < codes.size(); k++) {
      standing.set(question(local, codes.get(k), number), RELIED_UPON);
    }
    return true;
  }

  /** Whether a process sends a peer nothing before it hears from it; the search relies on it. */
  synchronized boolean isSilent(int local, int peer) {
    return silentPeers.isSilent(local, peer);
  }

  private void addEdge(int local, int code) {
    automaton.add(local, code, this::learn);
  }

  private void learn(int local, int code) {
    int after = automaton.after(local, code);
    int source = automaton.source(code);
    broken |= silentPeers.add(local, source, after, automaton.sends(local, code));
    var asking = askedFrom(local);
    for (int k = 0; k < asking.size(); k++) {
      work.add(asking.get(k));
      work.add(code);
    }
  }

  private IntList askedFrom(int local) {
    while (askedFrom.size() <= local) {
      askedFrom.add(new IntList());
    }
    return askedFrom.get(local);
  }

  private int question(int local, int code, int apart) {
    if (local >= 1 << LOCAL_BITS || code >= 1 << CODE_BITS) {
      throw new IllegalStateException("too large for a reduced search: search it in full");
    }
    long key = (long) local << (CODE_BITS + APART_BITS) | (long) code << APART_BITS | apart;
    int known = questions.get(key);
    if (known != LongIntMap.ABSENT) {
      return known;
    }
    int question = askedLocal.size();
    questions.add(key, question);
    askedLocal.add(local);
    askedCode.add(code);
    askedApart.add(apart);
    dependents.add(new IntList());
    standing.add(OPEN);
    int after = automaton.after(local, code);
    if (automaton.isWrong(after)) {
      deny(question);
      return question;
    }
    askedFrom(after).add(question);
    var next = automaton.edges(after);
    for (int k = 0; k < next.size(); k++) {
      work.add(question);
      work.add(next.get(k));
    }
    return question;
  }

  private void settle() {
    while (work.size() > 0) {
      int code = work.removeLast();
      int question = work.removeLast();
      if (standing.get(question) != DENIED) {
        look(question, code);
      }
      if (automaton.edgeCount() > MOST_EDGES + MOST_EDGES_FOR_ONE_SEEN * (long) seen) {
        givenUp = true;
        work.clear();
      }
    }
  }

  /** Looks at an input that may come before the one in question. */
  private void look(int question, int other) {
    int local = askedLocal.get(question);
    int code = askedCode.get(question);
    var apart = aparts.value(askedApart.get(question));
    long source = 1L << source(other);
    if (((apart.taken | apart.silent) & source) != 0 || !automaton.isPossible(local, other)) {
      return;
    }
    int first = automaton.after(local, code);
    int instead = automaton.after(local, other);
    if (automaton.isWrong(instead)
        || !automaton.isPossible(instead, code)
        || automaton.after(instead, code) != automaton.after(first, other)
        || !sendTheSame(local, first, instead, code, other)) {
      deny(question);
      return;
    }
    addEdge(local, other);
    addEdge(instead, code);
    int later = question(instead, code, aparts.number(new Apart(apart.taken, 0)));
    dependents.get(later).add(question);
    if (standing.get(later) == DENIED) {
      deny(question);
    }
  }

  private void deny(int first) {
    var denied = new IntList();
    denied.add(first);
    while (denied.size() > 0) {
      int question = denied.removeLast();
      if (standing.get(question) != DENIED) {
        broken |= standing.get(question) == RELIED_UPON;
        standing.set(question, DENIED);
        var more = dependents.get(question);
        for (int k = 0; k < more.size(); k++) {
          denied.add(more.get(k));
        }
      }
    }
  }

  /** Where an input comes from: a sender, or beyond them the client that asks, or all else. */
  int source(int code) {
    return automaton.source(code);
  }

  /** Whether each peer is sent the same in both orders. */
  private boolean sendTheSame(int local, int first, int instead, int code, int other) {
    int[] oneWay = byPeer(automaton.sends(local, code), automaton.sends(first, other));
    int[] otherWay = byPeer(automaton.sends(local, other), automaton.sends(instead, code));
    return Arrays.equals(oneWay, otherWay);
  }

  private int[] byPeer(int[] first, int[] second) {
    var sorted = new IntList();
    for (int peer = 0; peer < n; peer++) {
      sorted.add(-1);
      addTo(peer, first, sorted);
      addTo(peer, second, sorted);
    }
    return Arrays.copyOf(sorted.array(), sorted.size());
  }

  private static void addTo(int peer, int[] sends, IntList messages) {
    for (int k = 0; k < sends.length; k += 2) {
      if (sends[k] == peer) {
        messages.add(sends[k + 1]);
      }
    }
  }
}
