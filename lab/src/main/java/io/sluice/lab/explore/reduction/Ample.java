package io.sluice.lab.explore.reduction;

import io.sluice.lab.explore.reduction.Commutation.Apart;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.table.LongIntMap;
import io.sluice.lab.explore.world.Cursor;
import io.sluice.lab.explore.world.Fingerprint;
import io.sluice.lab.explore.world.Move;
import io.sluice.lab.explore.world.Queues;

/**
 * Chooses for one worker which moves of a world are tried: a smallest ample set of one process, as
 * far as {@link Commutation} admits one, or all. Remembers what it was told.
 */
public final class Ample<S, M> {

  /** Of more moves of one process no ample set is sought: there would be too many to try. */
  private static final int MOST_MOVES = 12;

  private final Cursor<S, M> cursor;
  private final Commutation<S, M> commutation;
  private final int n;
  private final LongIntMap locals = new LongIntMap();
  private final LongIntMap silent = new LongIntMap();
  private final LongIntMap seen = new LongIntMap();

  /** By all that it depends on, which of a process's moves form a smallest ample set, as bits. */
  private final LongIntMap choices = new LongIntMap();

  public Ample(Cursor<S, M> cursor, Commutation<S, M> commutation) {
    this.cursor = cursor;
    this.commutation = commutation;
    this.n = cursor.nodes();
  }

  /** Leaves an ample set of all moves in the world under the cursor. */
  public void choose(IntList moves) {
    int best = 0;
    int bestFrom = 0;
    int bestSize = moves.size();
    for (int from = 0, end; from < moves.size() && bestSize > 1; from = end) {
      end = endOfProcess(moves, from);
      int chosen = chosen(moves, from, end);
      if (chosen != 0 && Integer.bitCount(chosen) < bestSize) {
        best = chosen;
        bestFrom = from;
        bestSize = Integer.bitCount(chosen);
      }
    }
    if (best != 0) {
      keep(moves, bestFrom, best);
    }
    for (int k = 0; k < moves.size(); k++) {
      see(moves.get(k));
    }
  }

  /** The moves of a process are listed together. */
  private int endOfProcess(IntList moves, int from) {
    int process = cursor.process(moves.get(from));
    int end = from + 1;
    while (end < moves.size() && cursor.process(moves.get(end)) == process) {
      end++;
    }
    return end;
  }

  private static void keep(IntList moves, int from, int chosen) {
    int kept = 0;
    for (int bits = chosen; bits != 0; bits &= bits - 1) {
      moves.set(kept++, moves.get(from + Integer.numberOfTrailingZeros(bits)));
    }
    moves.truncate(kept);
  }

  private int chosen(IntList moves, int from, int end) {
    if (end - from > MOST_MOVES) {
      return 0;
    }
    int process = cursor.process(moves.get(from));
    int local = local(process);
    long key = Fingerprint.term(0, local);
    for (int k = from; k < end; k++) {
      key += Fingerprint.term(1 + k - from, cursor.codeOf(moves.get(k)));
    }
    int chosen = remembered(key, moves, from, end, 0);
    if (Integer.bitCount(chosen) == 1) {
      return chosen;
    }
    int silentPeers = silentPeers(process);
    return silentPeers == 0
        ? chosen
        : remembered(key + Fingerprint.term(-1, silentPeers), moves, from, end, silentPeers);
  }

  private int remembered(long sight, IntList moves, int from, int end, int silentPeers) {
    long key = sight & Long.MAX_VALUE;
    int known = choices.get(key);
    if (known == LongIntMap.ABSENT) {
      known = smallest(moves, from, end, silentPeers);
      choices.add(key, known);
    }
    return known;
  }

  private int smallest(IntList moves, int from, int end, int silentPeers) {
    int arrivals = 0;
    int asking = 0;
    for (int k = from; k < end; k++) {
      switch (Move.kind(moves.get(k))) {
        case Move.DELIVER -> arrivals |= 1 << (k - from);
        case Move.ACQUIRE -> asking |= 1 << (k - from);
        default -> {} // a release is never taken first: another process might get in too soon
      }
    }
    int all = arrivals | asking;
    for (int size = 1; size <= Integer.bitCount(all); size++) {
      for (int some = all; some != 0; some = (some - 1) & all) {
        boolean wholly = (some & asking) == 0 || (some & asking) == asking;
        if (Integer.bitCount(some) == size && wholly && admits(some, moves, from, silentPeers)) {
          return some;
        }
      }
    }
    return 0;
  }

  private boolean admits(int some, IntList moves, int from, int silentPeers) {
    var codes = new IntList();
    long taken = 0;
    for (int bits = some; bits != 0; bits &= bits - 1) {
      int code = cursor.codeOf(moves.get(from + Integer.numberOfTrailingZeros(bits)));
      codes.add(code);
      taken |= 1L << commutation.source(code);
    }
    int local = local(cursor.process(moves.get(from)));
    return commutation.admits(local, codes, new Apart(taken, silentPeers));
  }

  /** The peers from which nothing can come before the process itself has moved, as bits. */
  private int silentPeers(int process) {
    int bits = 0;
    for (int peer = 0; peer < n; peer++) {
      if (peer != process
          && cursor.vector()[cursor.channelSlot(peer, process)] == Queues.EMPTY
          && cursor.vector()[cursor.channelSlot(process, peer)] == Queues.EMPTY
          && isSilent(peer, process)) {
        bits |= 1 << peer;
      }
    }
    return bits;
  }

  private boolean isSilent(int peer, int process) {
    long key = (long) local(peer) << 32 | process;
    int known = silent.get(key);
    if (known == LongIntMap.ABSENT) {
      known = commutation.isSilent(local(peer), process) ? 1 : 0;
      silent.add(key, known);
    }
    return known == 1;
  }

  private void see(int move) {
    int local = local(cursor.process(move));
    int code = cursor.codeOf(move);
    long key = (long) local << 32 | code;
    if (seen.get(key) == LongIntMap.ABSENT) {
      seen.add(key, 1);
      commutation.seen(local, code);
    }
  }

  private int local(int process) {
    int state = cursor.vector()[process];
    int client = cursor.vector()[n + process];
    long key = LocalAutomaton.key(process, state, client);
    int known = locals.get(key);
    if (known == LongIntMap.ABSENT) {
      known = commutation.local(process, state, client);
      locals.add(key, known);
    }
    return known;
  }
}
