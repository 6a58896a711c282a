package io.sluice.lab.explore.search;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.reduction.Ample;
import io.sluice.lab.explore.table.Candidates;
import io.sluice.lab.explore.table.Frontier;
import io.sluice.lab.explore.table.Graph;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.IntStore;
import io.sluice.lab.explore.table.WorldTable;
import io.sluice.lab.explore.world.Canonical;
import io.sluice.lab.explore.world.Client;
import io.sluice.lab.explore.world.Cursor;
import io.sluice.lab.explore.world.FairMove;
import io.sluice.lab.explore.world.Fingerprint;
import io.sluice.lab.explore.world.Judge;
import io.sluice.lab.explore.world.Memo;
import io.sluice.lab.explore.world.Move;
import io.sluice.lab.explore.world.WorldView;
import io.sluice.lab.verdict.Finding;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One core's share of a search. Worlds belong to the worker that their fingerprint falls to.
 *
 * <p>A batch has two phases. In the first, each worker lets everything happen in its own worlds and
 * writes down what came out as candidates, sorted by owner. In the second, each looks at the
 * candidates that fell to it, in a fixed order, and keeps the new worlds. Where its moves led, each
 * writes down before its next batch. Nothing is shared within a phase, so nothing is locked; and
 * going through candidates in one tight loop lets the processor overlap the cache misses of the
 * table, which is where most of the time goes.
 */
final class GraphWorker<S, M> {

  /** A world in which something is wrong. */
  record WrongWorld(int number, Finding finding) {}

  /** Worlds that a worker looks at between two meetings of all workers. */
  static final int BATCH = 1 << 14;

  /** How many candidates' places in the table are fetched ahead of time. */
  private static final int AHEAD = 32;

  private final int self;
  private final int workers;
  private final Cursor<S, M> cursor;
  private final Judge<S, M> judge;
  private final World<S, M> view;
  private final Optional<Predicate<World<S, M>>> settled;
  private final Optional<Ample<S, M>> ample;
  private final WorldTable table;
  private final Candidates[] candidates;
  private final boolean exact;
  private final boolean unbounded;
  private Frontier level;
  private Frontier next;

  private final IntList moves = new IntList();

  /** The batch's part of the {@link Graph}; at first with the owner of each target. */
  private final IntList log = new IntList();

  /** The {@link FairMove} behind each item of the log, where starvation is judged. */
  private final IntList taken = new IntList();

  private final Graph.Part part = new Graph.Part();

  /** The first number of the worlds that are found on this level. */
  private int firstNew;

  private boolean onward = true;
  private long transitions;
  private final List<WrongWorld> standstills = new ArrayList<>();
  private final List<WrongWorld> wrong = new ArrayList<>();
  private final BitSet served = new BitSet();

  /** For each own world which processes wait, as bits, where starvation is judged. */
  private final IntList waiting = new IntList();

  /** All own worlds, where these are compared and not only their fingerprints. */
  private final IntStore vectors = new IntStore();

  GraphWorker(SearchTask<S, M> task, int self) {
    var scope = task.scope();
    this.self = self;
    this.workers = task.effort().workers();
    this.exact = task.effort().exact();
    this.unbounded = scope.unbounded();
    var memo = new Memo<>(task.dictionary());
    this.cursor = new Cursor<>(scope, memo, Canonical.of(scope, memo));
    this.judge = new Judge<>(scope, cursor, memo, task.commutation().isEmpty());
    this.view = new WorldView<>(scope.layout(), cursor, memo);
    this.settled = scope.algorithm().settled();
    this.ample = task.commutation().map(known -> new Ample<>(cursor, known));
    this.table = new WorldTable(self, workers);
    this.candidates = new Candidates[workers];
    Arrays.setAll(candidates, _ -> new Candidates());
    this.level = Cursor.frontier(scope);
    this.next = Cursor.frontier(scope);
  }

  /** The worker that a world belongs to. */
  static int owner(long fingerprint, int workers) {
    return (int) (((Fingerprint.spread(fingerprint) >>> 32) * workers) >>> 32);
  }

  /** Keeps the first world, if it falls to this worker. */
  void seed() {
    cursor.loadInitial();
    if (owner(cursor.fingerprint(), workers) == self) {
      keep(~table.findOrAdd(cursor.fingerprint()));
      startLevel();
    }
  }

  /** The new worlds become the ones to look at. */
  void startLevel() {
    var empty = level;
    level = next;
    next = empty;
    next.clear();
    firstNew = table.next();
  }

  int levelSize() {
    return level.size();
  }

  int nextSize() {
    return next.size();
  }

  /** First phase: everything that can happen in a batch of own worlds. */
  void expand(int from, int to) {
    writeDown();
    for (var buffer : candidates) {
      buffer.clear();
    }
    int end = Math.min(to, level.size());
    for (int index = from; index < end; index++) {
      expand(index);
    }
  }

  private void expand(int index) {
    cursor.load(level, index);
    int world = level.number(index);
    write(Graph.header(world), FairMove.NONE);
    moves.clear();
    int outlook = cursor.moves(moves);
    if (settled.isPresent() ? settled.get().test(view) : (outlook & Client.SERVED) != 0) {
      served.set(world);
    }
    if (unbounded) {
      waiting.add(waitingBits());
    }
    boolean standstill = true;
    ample.ifPresent(choice -> choice.choose(moves));
    for (int k = 0; k < moves.size(); k++) {
      int move = moves.get(k);
      standstill &= !cursor.isBoundToHappen(move);
      take(index, move);
      if (cursor.hasWideTwin()) {
        cursor.undo();
        take(index, Move.wide(move));
      }
      cursor.undo();
    }
    if (standstill) {
      judge.standstill().ifPresent(finding -> standstills.add(new WrongWorld(world, finding)));
    }
  }

  private void take(int index, int move) {
    transitions++;
    int fairMove = unbounded ? cursor.fairMove(move) : FairMove.NONE;
    long fingerprint = cursor.outcome(move);
    int owner = owner(fingerprint, workers);
    candidates[owner].add(fingerprint, index, move);
    write(owner, fairMove);
  }

  private void write(int item, int fairMove) {
    log.add(item);
    if (unbounded) {
      taken.add(fairMove);
    }
  }

  /** Second phase: the candidates of all workers that fall to this one. */
  void collect(List<GraphWorker<S, M>> producers) {
    for (var producer : producers) {
      var buffer = producer.candidates[self];
      buffer.expectTargets();
      table.reserve(buffer.size());
      for (int c = 0; c < buffer.size(); c++) {
        if (c % AHEAD == 0) {
          table.touch(buffer, c, Math.min(c + AHEAD, buffer.size()));
        }
        int found = table.findOrAdd(buffer.fingerprint(c));
        boolean known = found >= 0;
        onward &= !known || found >= firstNew;
        int move = buffer.move(c);
        if (!known || exact) {
          cursor.load(producer.level, buffer.source(c));
          cursor.apply(move);
          if (!known) {
            found = ~found;
            keep(found);
          } else {
            compare(found);
          }
        }
        buffer.setTarget(c, Graph.target(found, Move.isOptional(move)));
      }
    }
  }

  /** Where the moves of the last batch led: the owners have numbered their targets. */
  void writeDown() {
    int[] items = log.array();
    for (int at = 0; at < log.size(); at++) {
      if (!Graph.isHeader(items[at])) {
        items[at] = candidates[items[at]].nextTarget();
      }
    }
    part.append(log, taken);
    log.clear();
    taken.clear();
  }

  /** Keeps the new world under the cursor, unless something is wrong with it. */
  private void keep(int number) {
    if (exact) {
      vectors.append(cursor.vector(), cursor.vector().length);
    }
    var finding = judge.judge();
    if (finding.isPresent()) {
      wrong.add(new WrongWorld(number, finding.get()));
    } else {
      next.add(cursor.vector(), cursor.fingerprint(), number);
    }
  }

  private void compare(int number) {
    int[] vector = cursor.vector();
    long start = (long) (number / workers) * vector.length;
    for (int slot = 0; slot < vector.length; slot++) {
      if (vectors.get(start + slot) != vector[slot]) {
        throw new IllegalStateException(
            "two different worlds share the fingerprint %016x".formatted(cursor.fingerprint()));
      }
    }
  }

  private int waitingBits() {
    int bits = 0;
    for (int node = 0; node < cursor.nodes(); node++) {
      if (cursor.client(node).state() == ClientState.WAITING) {
        bits |= 1 << node;
      }
    }
    return bits;
  }

  /** Which processes wait in an own world; worlds are looked at in the order of their numbers. */
  int waiting(int world) {
    return waiting.get(world / workers);
  }

  Graph.Part part() {
    return part;
  }

  WorldTable table() {
    return table;
  }

  /** Whether every move so far has led to the next level, so that every run ends. */
  boolean leadsOnward() {
    return onward;
  }

  long transitions() {
    return transitions;
  }

  List<WrongWorld> standstills() {
    return standstills;
  }

  List<WrongWorld> wrong() {
    return wrong;
  }

  BitSet served() {
    return served;
  }

  long bytes() {
    long buffers = Arrays.stream(candidates).mapToLong(Candidates::bytes).sum();
    return table.bytes()
        + level.bytes()
        + next.bytes()
        + vectors.bytes()
        + buffers
        + 4L * (log.array().length + taken.array().length + waiting.array().length)
        + served.size() / Byte.SIZE;
  }
}
