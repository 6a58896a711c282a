package io.sluice.lab.explore;

import io.sluice.lab.explore.Client.Membership;
import io.sluice.lab.explore.Client.Phase;
import io.sluice.protocol.Algorithm.Clocks;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Overtaking;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;

/**
 * One world under a worker's hands: lists what can happen, lets it happen, and takes it back.
 *
 * <p>A world is a vector of small ints: the local states, the clients, the channels by sender and
 * receiver, and what is left of the budget of faults. Its fingerprint follows every change.
 */
final class Cursor<S, M> {

  private final Scope<S, M> scope;
  private final Memo<S, M> memo;
  private final Canonical<S, M> canonical;
  private final int n;
  private final int width;
  private final boolean unordered;
  private final boolean crashes;
  private final Budget budget;
  private final boolean budgeted;
  private final World<S, M> view;
  private final boolean ranked;
  private final boolean unbounded;
  private final Optional<Overtaking<S>> overtaking;
  private final int[] initialStates;
  private final int[] acquireCodes; // by node and claim
  private final int[]
      firstClaim; // by node, where its claims begin, and after the last their number
  private final int releaseCode;
  private final int[] senders; // by channel, to spare the division
  private final int[] receivers;

  private final int[] vector;
  private long fingerprint;
  private int[] undoSlots = new int[64];
  private int[] undoValues = new int[64];
  private int undoSize;
  private long undoFingerprint;
  private boolean freshTime;
  private int granted;
  private Step latestStep = Step.NONE;
  private int latestCode;
  private int latestMessage;

  Cursor(Scope<S, M> scope, Memo<S, M> memo, Canonical<S, M> canonical) {
    this.scope = scope;
    this.memo = memo;
    this.n = scope.layout().size();
    this.width = width(scope);
    this.vector = new int[width];
    this.unordered = scope.channels() == Scope.Channels.UNORDERED;
    this.crashes = scope.faults().crashes() > 0;
    this.budget = Budget.of(scope);
    this.budgeted = !budget.isEmpty();
    this.view = new WorldView<>(scope.layout(), this, memo);
    this.unbounded = scope.unbounded();
    this.ranked = unbounded && scope.algorithm().clocks() == Clocks.APART;
    this.overtaking = scope.overtaking() ? scope.algorithm().overtaking() : Optional.empty();
    var dictionary = memo.dictionary();
    this.initialStates = new int[n];
    this.firstClaim = new int[n + 1];
    var codes = new ArrayList<Integer>();
    for (int node = 0; node < n; node++) {
      initialStates[node] = dictionary.initialState(node);
      for (Claim claim : scope.claims().apply(node)) {
        codes.add(dictionary.code(new Input.Acquire<>(claim)));
      }
      firstClaim[node + 1] = codes.size();
    }
    this.acquireCodes = codes.stream().mapToInt(Integer::intValue).toArray();
    this.releaseCode = dictionary.code(new Input.Release<>());
    this.canonical = canonical;
    this.senders = new int[n * n];
    this.receivers = new int[n * n];
    Arrays.setAll(senders, channel -> channel / n);
    Arrays.setAll(receivers, channel -> channel % n);
  }

  static int width(Scope<?, ?> scope) {
    int n = scope.layout().size();
    return 2 * n + n * n + (Budget.of(scope).isEmpty() ? 0 : 1);
  }

  int nodes() {
    return n;
  }

  int channelSlot(int from, int to) {
    return 2 * n + from * n + to;
  }

  int[] vector() {
    return vector;
  }

  long fingerprint() {
    return fingerprint;
  }

  Client client(int node) {
    return memo.client(vector[n + node]);
  }

  /** The process that the latest move let in, or -1. */
  int granted() {
    return granted;
  }

  /** Processes have changed places. */
  void grantedIsNow(Permutation permutation) {
    if (granted >= 0) {
      granted = permutation.node(granted);
    }
  }

  /** Starts over at the world in which nothing has happened. */
  void loadInitial() {
    Arrays.fill(vector, Dictionary.EMPTY_QUEUE);
    for (int node = 0; node < n; node++) {
      vector[node] = initialStates[node];
      vector[n + node] = memo.dictionary().firstClient(node);
    }
    if (budgeted) {
      vector[width - 1] = budget.full();
    }
    fingerprint = Fingerprint.of(vector, 0, width);
    granted = -1;
    undoSize = 0;
  }

  void load(Frontier frontier, int index) {
    fingerprint = frontier.load(index, vector);
    undoSize = 0;
  }

  /** The fingerprint of the canonical form of the world under another cursor. */
  long fingerprintOf(Cursor<S, M> other) {
    System.arraycopy(other.vector, 0, vector, 0, width);
    fingerprint = Fingerprint.of(vector, 0, width);
    undoSize = 0;
    canonical.normalise(this);
    return fingerprint;
  }

  /**
   * Appends every possible move to the list.
   *
   * @return what may be expected of all clients: the bits that each of them shows
   */
  int moves(IntList moves) {
    int all = -1;
    for (int node = 0; node < n; node++) {
      int outlook = memo.outlook(vector[n + node]);
      all &= outlook;
      if ((outlook & Client.CRASHED) != 0) {
        continue;
      }
      if ((outlook & Client.MAY_ASK) != 0) {
        for (int claim = firstClaim[node]; claim < firstClaim[node + 1]; claim++) {
          moves.add(Move.of(Move.ACQUIRE, node, claim));
        }
      } else if ((outlook & Client.MAY_LEAVE) != 0) {
        moves.add(Move.of(Move.RELEASE, node, 0));
      }
      if (crashes || (outlook & Client.EXPECTS_MORE) != 0) {
        rareMoves(node, client(node), moves);
      }
      for (int channel = node; channel < n * n; channel += n) {
        int queue = vector[2 * n + channel];
        if (queue != Dictionary.EMPTY_QUEUE) {
          forEachHead(Move.DELIVER, channel, queue, moves);
        }
      }
    }
    if (budgeted) {
      optionalMoves(moves);
    }
    return all;
  }

  /**
   * Whether a move happens in the end if it stays possible. Nobody may count on a fault; nor on a
   * client that never stops asking to ask, for it may do something else for ever.
   */
  boolean isBoundToHappen(int move) {
    boolean mayNeverAsk = unbounded && Move.kind(move) == Move.ACQUIRE;
    return !Move.isOptional(move) && !mayNeverAsk;
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
    if (crashes && !client.membership().equals(Membership.DEPARTED)) {
      for (int peer = 0; peer < n; peer++) {
        if (client(peer).phase() == Phase.CRASHED && !client.told().contains(peer)) {
          moves.add(Move.of(Move.EXCLUDE, node, peer));
        }
      }
    }
  }

  private boolean left(int kind) {
    return budget.left(vector[width - 1], kind) > 0;
  }

  private void optionalMoves(IntList moves) {
    for (int node = 0; node < n; node++) {
      var client = client(node);
      if (client.phase() != Phase.CRASHED) {
        changes(node, client, moves);
      }
    }
    boolean losses = left(Budget.LOSSES);
    boolean duplicates = left(Budget.DUPLICATES);
    for (int channel = 0; (losses || duplicates) && channel < n * n; channel++) {
      int queue = vector[2 * n + channel];
      if (queue != Dictionary.EMPTY_QUEUE) {
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
    if (left(Budget.CRASHES) && !client.isStranger()) {
      moves.add(Move.of(Move.CRASH, node, 0));
    }
    if (left(Budget.JOINS) && client.membership().equals(Membership.OUTSIDE)) {
      for (int introducer = 0; introducer < n; introducer++) {
        if (client(introducer).isMember()) {
          moves.add(Move.of(Move.JOIN, node, introducer));
        }
      }
    }
    if (left(Budget.LEAVES) && client.isMember() && somebodyStays(node)) {
      moves.add(Move.of(Move.DEPART, node, 0));
    }
    if (left(Budget.WITHDRAWALS) && client.phase() == Phase.WAITING) {
      moves.add(Move.of(Move.WITHDRAW, node, 0));
    }
    var kinds = scope.algorithm().orders();
    for (int kind = 0, choice = 0; kind < kinds.size(); kind++) {
      if (budget.most(Budget.ORDERS + kind) > 0) {
        int choices = kinds.get(kind).choices().at(view, node).size();
        for (int k = 0; k < choices && left(Budget.ORDERS + kind); k++) {
          moves.add(Move.of(Move.ORDER, node, choice + k));
        }
        choice += choices;
      }
    }
  }

  private boolean somebodyStays(int leaver) {
    for (int node = 0; node < n; node++) {
      if (node != leaver && client(node).isMember()) {
        return true;
      }
    }
    return false;
  }

  /** Carries out an order, which is told by its place among all that the process may be told. */
  private void order(int node, int choice) {
    var kinds = scope.algorithm().orders();
    int place = choice;
    for (int kind = 0; kind < kinds.size(); kind++) {
      if (budget.most(Budget.ORDERS + kind) > 0) {
        var choices = kinds.get(kind).choices().at(view, node);
        if (place < choices.size()) {
          spend(Budget.ORDERS + kind);
          step(node, code(new Input.Order<>(choices.get(place))));
          return;
        }
        place -= choices.size();
      }
    }
    throw new IllegalArgumentException("no such order: " + choice);
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

  /** Lets a move happen; {@link #undo} takes it back. */
  void apply(int move) {
    happen(move);
    canonical.normalise(this);
  }

  /**
   * Lets a move happen, and perhaps leaves the world as it then is instead of in canonical form.
   *
   * @return the fingerprint of the canonical form
   */
  long outcome(int move) {
    happen(move);
    return canonical.fingerprint(this);
  }

  /** Whether the latest move would have another outcome if the times were further apart. */
  boolean hasWideTwin() {
    return freshTime && ranked;
  }

  /** What may be expected of some client: the bits that any of them shows. */
  int outlookOfAny() {
    int any = 0;
    for (int node = 0; node < n; node++) {
      any |= memo.outlook(vector[n + node]);
    }
    return any;
  }

  void undo() {
    while (undoSize > 0) {
      undoSize--;
      vector[undoSlots[undoSize]] = undoValues[undoSize];
    }
    fingerprint = undoFingerprint;
  }

  /** Makes the latest move final. */
  void settle() {
    undoSize = 0;
  }

  /** The protocol step of the latest move; an empty one if it had none. */
  Step latestStep() {
    return latestStep;
  }

  /** The code of the input of the latest move. */
  int latestCode() {
    return latestCode;
  }

  /** The message that the latest move was about. */
  int latestMessage() {
    return latestMessage;
  }

  private void happen(int move) {
    undoFingerprint = fingerprint;
    freshTime = false;
    granted = -1;
    latestStep = Step.NONE;
    if (Move.isWide(move)) {
      canonical.pullApart(this);
    }
    int place = Move.place(move);
    switch (Move.kind(move)) {
      case Move.ACQUIRE -> step(place, acquireCodes[Move.choice(move)]);
      case Move.RELEASE -> step(place, releaseCode);
      case Move.DELIVER -> {
        int message = take(place, Move.choice(move));
        step(receivers[place], memo.dictionary().arrival(senders[place], message));
      }
      case Move.EXPIRE -> step(place, code(expiry(place, Move.choice(move))));
      case Move.DRAW -> step(place, code(outcome(place, Move.choice(move))));
      case Move.EXCLUDE -> {
        int peer = Move.choice(move);
        set(channelSlot(peer, place), Dictionary.EMPTY_QUEUE);
        step(place, code(new Input.Excluded<>(peer)));
      }
      case Move.CRASH -> crash(place);
      case Move.JOIN -> {
        spend(Budget.JOINS);
        step(place, code(new Input.Join<>(Move.choice(move))));
      }
      case Move.DEPART -> {
        spend(Budget.LEAVES);
        step(place, code(new Input.Leave<>()));
      }
      case Move.WITHDRAW -> {
        spend(Budget.WITHDRAWALS);
        step(place, code(new Input.Withdraw<>()));
      }
      case Move.ORDER -> order(place, Move.choice(move));
      case Move.LOSE -> {
        spend(Budget.LOSSES);
        var _ = take(place, Move.choice(move));
      }
      case Move.DUPLICATE -> {
        spend(Budget.DUPLICATES);
        latestMessage = memo.queue(vector[2 * n + place])[Move.choice(move)];
        step(receivers[place], memo.dictionary().arrival(senders[place], latestMessage));
      }
      default -> throw new IllegalArgumentException("not a move: " + move);
    }
  }

  /** The process that a move is a step of. */
  int process(int move) {
    int place = Move.place(move);
    return Move.kind(move) == Move.DELIVER ? receivers[place] : place;
  }

  /** The code of the input that a move will be. */
  int codeOf(int move) {
    int place = Move.place(move);
    return switch (Move.kind(move)) {
      case Move.ACQUIRE -> acquireCodes[Move.choice(move)];
      case Move.RELEASE -> releaseCode;
      case Move.DELIVER ->
          memo.dictionary().arrival(senders[place], memo.head(vector[2 * n + place]));
      case Move.EXPIRE -> code(expiry(place, Move.choice(move)));
      case Move.DRAW -> code(outcome(place, Move.choice(move)));
      default -> throw new IllegalArgumentException("not a step of one process alone: " + move);
    };
  }

  private int code(Input<M> input) {
    return memo.dictionary().code(input);
  }

  private Input<M> expiry(int node, int timer) {
    return new Input.Expired<>(client(node).timers().get(timer));
  }

  private Input<M> outcome(int node, int outcome) {
    return new Input.Drawn<>(client(node).draws().getFirst().name(), outcome);
  }

  private int take(int channel, int position) {
    int slot = 2 * n + channel;
    int queue = vector[slot];
    if (position == 0) {
      latestMessage = memo.head(queue);
      set(slot, memo.tail(queue));
    } else {
      latestMessage = memo.queue(queue)[position];
      set(slot, memo.without(queue, position));
    }
    return latestMessage;
  }

  private void step(int node, int code) {
    var step = memo.step(node, vector[node], code);
    if (step.next() != vector[node]) {
      remember(node);
      fingerprint += step.change();
      vector[node] = step.next();
    }
    set(n + node, memo.clientAfter(vector[n + node], code, step.effects()));
    int[] sends = step.sends();
    for (int k = 0; k < sends.length; k += 2) {
      if (!crashes || client(sends[k]).phase() != Phase.CRASHED) {
        int slot = 2 * n + node * n + sends[k];
        set(slot, memo.appended(vector[slot], sends[k + 1]));
      }
    }
    freshTime = step.freshTime();
    latestStep = step;
    latestCode = code;
    if (step.granted()) {
      granted = node;
      countOvertaking(node);
    }
  }

  private void countOvertaking(int entrant) {
    if (overtaking.isEmpty()) {
      return;
    }
    var pressing = overtaking.get().pressing();
    for (int node = 0; node < n; node++) {
      if (client(node).phase() == Phase.WAITING
          && scope.layout().compete(node, entrant)
          && vector[channelSlot(node, entrant)] == Dictionary.EMPTY_QUEUE
          && pressing.on(memo.state(vector[node]), entrant)) {
        set(n + node, memo.clientOvertaken(vector[n + node], entrant));
      }
    }
  }

  private void crash(int node) {
    spend(Budget.CRASHES);
    set(node, initialStates[node]);
    set(n + node, memo.dictionary().clientCrashed(vector[n + node]));
    for (int from = 0; from < n; from++) {
      set(channelSlot(from, node), Dictionary.EMPTY_QUEUE);
    }
  }

  private void spend(int kind) {
    set(width - 1, budget.spent(vector[width - 1], kind));
  }

  void set(int slot, int value) {
    int old = vector[slot];
    if (old == value) {
      return;
    }
    remember(slot);
    fingerprint += Fingerprint.term(slot, value) - Fingerprint.term(slot, old);
    vector[slot] = value;
  }

  private void remember(int slot) {
    if (undoSize == undoSlots.length) {
      undoSlots = Arrays.copyOf(undoSlots, 2 * undoSize);
      undoValues = Arrays.copyOf(undoValues, 2 * undoSize);
    }
    undoSlots[undoSize] = slot;
    undoValues[undoSize++] = vector[slot];
  }
}
