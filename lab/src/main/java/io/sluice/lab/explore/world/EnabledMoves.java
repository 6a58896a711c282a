package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.protocol.Input;
import io.sluice.protocol.World;

/** Lists what can happen in the world under a cursor. */
final class EnabledMoves<S, M> {

  private final Scope<S, M> scope;
  private final Memo<S, M> memo;
  private final Budget budget;
  private final boolean budgeted;
  private final int[] vector;
  private final World<S, M> view;
  private final int n;
  private final boolean unordered;
  private final boolean crashes;
  private final boolean unbounded;
  private final boolean clocked;
  private final int horizon;

  /** By node, where its claims begin, and after the last their number. */
  private final int[] firstClaim;

  /**
   * @param vector the world, as it is at any time
   */
  EnabledMoves(Scope<S, M> scope, Memo<S, M> memo, Budget budget, int[] vector, World<S, M> view) {
    this.scope = scope;
    this.memo = memo;
    this.budget = budget;
    this.budgeted = !budget.isEmpty();
    this.vector = vector;
    this.view = view;
    this.n = scope.layout().size();
    this.unordered = scope.channels() == Scope.Channels.UNORDERED;
    this.crashes = scope.faults().crashes() > 0;
    this.unbounded = scope.unbounded();
    this.clocked = scope.algorithm().horizon().isPresent();
    this.horizon = scope.algorithm().horizon().orElse(0);
    this.firstClaim = new int[n + 1];
    for (int node = 0; node < n; node++) {
      firstClaim[node + 1] = firstClaim[node] + scope.claims().apply(node).size();
    }
  }

  private Client client(int node) {
    return memo.client(vector[n + node]);
  }

  /**
   * Appends every possible move to the list.
   *
   * @return what may be expected of all clients: the bits that each of them shows
   */
  int list(IntList moves) {
    if (clocked && ticksBeforeAllElse(moves)) {
      return 0;
    }
    int all = -1;
    for (int node = 0; node < n; node++) {
      int outlook = memo.outlook(vector[n + node]);
      all &= outlook;
      if ((outlook & Client.CRASHED) != 0) {
        continue;
      }
      if ((outlook & Client.OFF_CLOCK) != 0) {
        moves.add(Move.of(Move.RESUME, node, 0));
        continue;
      }
      if ((outlook & Client.MAY_ASK) != 0) {
        for (int claim = firstClaim[node]; claim < firstClaim[node + 1]; claim++) {
          moves.add(Move.of(Move.ACQUIRE, node, claim));
        }
      } else if ((outlook & Client.MAY_RELEASE) != 0) {
        moves.add(Move.of(Move.RELEASE, node, 0));
      }
      if (crashes || (outlook & Client.EXPECTS_MORE) != 0) {
        rareMoves(node, client(node), moves);
      }
      for (int channel = node; channel < n * n; channel += n) {
        int queue = vector[2 * n + channel];
        if (queue != Queues.EMPTY) {
          forEachHead(Move.DELIVER, channel, queue, moves);
        }
      }
    }
    if (clocked) {
      nextTick(moves);
    }
    if (budgeted) {
      optionalMoves(moves);
    }
    return all;
  }

  /** A tick reaches one process after the other, and nothing else happens meanwhile. */
  private boolean ticksBeforeAllElse(IntList moves) {
    for (int node = 0; node < n; node++) {
      if (client(node).clock().due()) {
        moves.add(Move.of(Move.TICK, node, 0));
        return true;
      }
    }
    return false;
  }

  private void nextTick(IntList moves) {
    int first = -1;
    boolean arrived = true;
    for (int node = n - 1; node >= 0; node--) {
      var client = client(node);
      if (client.clock().paused() == horizon) {
        return;
      }
      if (client.state() != ClientState.CRASHED && !client.clock().isPaused()) {
        first = node;
        for (int channel = node; channel < n * n; channel += n) {
          arrived &= vector[2 * n + channel] == Queues.EMPTY;
        }
      }
    }
    if (first >= 0 && arrived) {
      moves.add(Move.of(Move.TICK, first, 0));
    } else if (first >= 0 && left(Budget.DELAYS)) {
      moves.add(Move.of(Move.TICK, first, Move.LATE));
    }
  }

  /**
   * Whether a move happens in the end if it stays possible. A fault need not happen; nor need a
   * client ask that may ask without end.
   */
  boolean isBoundToHappen(int move) {
    boolean mayNeverAsk = unbounded && Move.kind(move) == Move.ACQUIRE;
    return !Move.isOptional(move) && !mayNeverAsk;
  }

  /** The {@link FairMove} that a possible move is, or {@link FairMove#NONE}. */
  int fairMove(int move) {
    int kind = Move.kind(move);
    if (Move.isOptional(move) || kind == Move.ACQUIRE) {
      return FairMove.NONE;
    }
    int place = Move.place(move);
    int which =
        switch (kind) {
          case Move.DELIVER -> unordered ? kindOfMessage(place, Move.choice(move)) : 0;
          case Move.EXPIRE -> numberOf(client(place).timers().get(Move.choice(move)));
          case Move.DRAW -> 0;
          default -> Move.choice(move);
        };
    return FairMove.of(kind, place, which);
  }

  private int kindOfMessage(int channel, int position) {
    return memo.kindOfMessage(memo.queue(vector[2 * n + channel])[position]);
  }

  private int numberOf(String timer) {
    return memo.dictionary().code(new Input.Expired<>(timer)) >> 1;
  }

  private void rareMoves(int node, Client client, IntList moves) {
    for (int timer = 0; timer < client.timers().size(); timer++) {
      moves.add(Move.of(Move.EXPIRE, node, timer));
    }
    if (!client.draws().isEmpty()) {
      for (int outcome = 0; outcome < client.draws().getFirst().bound(); outcome++) {
        moves.add(Move.of(Move.DRAW, node, outcome));
      }
    }
    if (crashes && client.state() != ClientState.DEPARTED) {
      for (int peer = 0; peer < n; peer++) {
        if (client(peer).state() == ClientState.CRASHED && !client.told().contains(peer)) {
          moves.add(Move.of(Move.EXCLUDE, node, peer));
        }
      }
    }
  }

  private boolean left(int kind) {
    return budget.left(vector[vector.length - 1], kind) > 0;
  }

  /** How many crashes, losses, duplicates, joins, departures, withdrawals or pauses are left. */
  int leftOf(int kindOfMove) {
    int kind =
        switch (kindOfMove) {
          case Move.CRASH -> Budget.CRASHES;
          case Move.LOSE -> Budget.LOSSES;
          case Move.DUPLICATE -> Budget.DUPLICATES;
          case Move.JOIN -> Budget.JOINS;
          case Move.DEPART -> Budget.DEPARTURES;
          case Move.WITHDRAW -> Budget.WITHDRAWALS;
          case Move.PAUSE -> Budget.PAUSES;
          default -> throw new IllegalArgumentException("not counted: " + kindOfMove);
        };
    return budgeted ? budget.left(vector[vector.length - 1], kind) : 0;
  }

  private void optionalMoves(IntList moves) {
    for (int node = 0; node < n; node++) {
      var client = client(node);
      if (client.state() != ClientState.CRASHED) {
        changes(node, client, moves);
      }
    }
    boolean losses = left(Budget.LOSSES);
    boolean duplicates = left(Budget.DUPLICATES);
    for (int channel = 0; (losses || duplicates) && channel < n * n; channel++) {
      int queue = vector[2 * n + channel];
      // A message to a paused process is lost, if at all, when it would arrive.
      if (queue != Queues.EMPTY && !client(channel % n).clock().isPaused()) {
        if (losses) {
          forEachHead(Move.LOSE, channel, queue, moves);
        }
        if (duplicates) {
          forEachHead(Move.DUPLICATE, channel, queue, moves);
        }
      }
    }
  }

  private void changes(int node, Client client, IntList moves) {
    if (left(Budget.CRASHES) && !client.isOutside()) {
      moves.add(Move.of(Move.CRASH, node, 0));
    }
    if (client.clock().isPaused()) {
      return;
    }
    if (left(Budget.PAUSES) && !client.isOutside()) {
      moves.add(Move.of(Move.PAUSE, node, 0));
    }
    if (left(Budget.JOINS) && client.state() == ClientState.OUTSIDE) {
      for (int introducer = 0; introducer < n; introducer++) {
        if (client(introducer).state().isSettled()) {
          moves.add(Move.of(Move.JOIN, node, introducer));
        }
      }
    }
    if (left(Budget.DEPARTURES) && client.state().isSettled() && anotherStays(node)) {
      moves.add(Move.of(Move.DEPART, node, 0));
    }
    if (left(Budget.WITHDRAWALS) && client.state() == ClientState.WAITING) {
      moves.add(Move.of(Move.WITHDRAW, node, 0));
    }
    var kinds = scope.algorithm().orders();
    for (int kind = 0, choice = 0; kind < kinds.size(); kind++) {
      if (budget.allows(Budget.ORDERS + kind)) {
        int choices = kinds.get(kind).choices().at(view, node).size();
        for (int k = 0; k < choices && left(Budget.ORDERS + kind); k++) {
          moves.add(Move.of(Move.ORDER, node, choice + k));
        }
        choice += choices;
      }
    }
  }

  private boolean anotherStays(int departing) {
    for (int node = 0; node < n; node++) {
      if (node != departing && client(node).state().isSettled()) {
        return true;
      }
    }
    return false;
  }

  /** A FIFO channel offers its oldest message, any other each of its different messages. */
  private void forEachHead(int kind, int channel, int queue, IntList moves) {
    moves.add(Move.of(kind, channel, 0));
    if (unordered) {
      int[] messages = memo.queue(queue);
      for (int position = 1; position < messages.length; position++) {
        if (messages[position] != messages[position - 1]) {
          moves.add(Move.of(kind, channel, position));
        }
      }
    }
  }
}
