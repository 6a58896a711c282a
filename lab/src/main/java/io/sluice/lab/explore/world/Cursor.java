package io.sluice.lab.explore.world;

import io.sluice.lab.client.ClientState;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.table.IntList;
import io.sluice.lab.explore.world.Journal.Question;
import io.sluice.lab.explore.world.Rewriter.Change;
import io.sluice.protocol.Algorithm.Clocks;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Overtaking;
import io.sluice.protocol.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;

/** One world under a worker's hands: lists what can happen, lets it happen, and takes it back. */
public final class Cursor<S, M> extends WorldVector {

  private static final Client.Clock PAUSED = new Client.Clock(false, 0);

  private final Scope<S, M> scope;
  private final Memo<S, M> memo;
  private final Canonical<S, M> canonical;
  private final boolean crashes;
  private final Budget budget;
  private final boolean budgeted;
  private final World<S, M> view;
  private final EnabledMoves<S, M> possible;
  private final boolean ranked;
  private final Optional<Overtaking<S>> overtaking;
  private final int[] initialStates;
  private final int[] acquireCodes; // by node and claim
  private final int releaseCode;
  private final int[] senders; // by channel, to spare the division
  private final int[] receivers;

  private boolean freshTime;
  private boolean drifted;
  private int granted;
  private Step latestStep = Step.NONE;
  private int latestCode;
  private int latestMessage;

  public Cursor(Scope<S, M> scope, Memo<S, M> memo, Canonical<S, M> canonical) {
    super(scope);
    this.scope = scope;
    this.memo = memo;
    this.crashes = scope.faults().crashes() > 0;
    this.budget = Budget.of(scope);
    this.budgeted = !budget.isEmpty();
    this.view = new WorldView<>(scope.layout(), this, memo);
    this.possible = new EnabledMoves<>(scope, memo, budget, vector, view);
    this.ranked = scope.unbounded() && scope.algorithm().clocks() == Clocks.APART;
    this.overtaking = scope.overtaking() ? scope.algorithm().overtaking() : Optional.empty();
    var dictionary = memo.dictionary();
    this.initialStates = new int[n];
    var codes = new ArrayList<Integer>();
    for (int node = 0; node < n; node++) {
      initialStates[node] = dictionary.initialState(node);
      for (Claim claim : scope.claims().apply(node)) {
        codes.add(dictionary.code(new Input.Acquire<>(claim)));
      }
    }
    this.acquireCodes = codes.stream().mapToInt(Integer::intValue).toArray();
    this.releaseCode = dictionary.code(new Input.Release<>());
    this.canonical = canonical;
    this.senders = new int[n * n];
    this.receivers = new int[n * n];
    Arrays.setAll(senders, channel -> channel / n);
    Arrays.setAll(receivers, channel -> channel % n);
  }

  public Client client(int node) {
    return memo.client(vector[n + node]);
  }

  /** The process that the latest move let in, or -1. */
  public int granted() {
    return granted;
  }

  /** Processes have changed places. */
  void grantedIsNow(Permutation permutation) {
    if (granted >= 0) {
      granted = permutation.node(granted);
    }
  }

  /** Starts over at the world in which nothing has happened. */
  public void loadInitial() {
    Arrays.fill(vector, Queues.EMPTY);
    for (int node = 0; node < n; node++) {
      vector[node] = initialStates[node];
      vector[n + node] = memo.dictionary().firstClient(node);
    }
    if (budgeted) {
      vector[budgetSlot()] = budget.full();
    }
    refilled();
    granted = -1;
    drifted = false;
  }

  /** Its logical times are too far apart for a canonical form. */
  void drift() {
    drifted = true;
  }

  /** Whether the logical times of the world are too far apart for a canonical form. */
  public boolean hasDrifted() {
    return drifted;
  }

  /** Takes over a world as another cursor's move has left it. */
  public void load(int[] from, int offset, long itsFingerprint, int itsGranted) {
    load(from, offset, itsFingerprint);
    granted = itsGranted;
    drifted = false;
  }

  /** The fingerprint of the canonical form of the world under another cursor. */
  public long fingerprintOf(Cursor<S, M> other) {
    System.arraycopy(other.vector, 0, vector, 0, vector.length);
    refilled();
    drifted = false;
    canonical.bringNear(this);
    canonical.normalise(this);
    return fingerprint();
  }

  /**
   * Appends every possible move to the list.
   *
   * @return what may be expected of all clients: the bits that each of them shows
   */
  public int moves(IntList moves) {
    return possible.list(moves);
  }

  /** How many crashes, losses, duplicates, joins, departures, withdrawals or pauses are left. */
  public int left(int kindOfMove) {
    return possible.leftOf(kindOfMove);
  }

  /** Whether a move happens in the end if it stays possible. */
  public boolean isBoundToHappen(int move) {
    return possible.isBoundToHappen(move);
  }

  /** The {@link FairMove} that a possible move is, or {@link FairMove#NONE}. */
  public int fairMove(int move) {
    return possible.fairMove(move);
  }

  /** Carries out an order, which is told by its place among all that the process may be told. */
  private void order(int node, int choice) {
    var kinds = scope.algorithm().orders();
    int place = choice;
    for (int kind = 0; kind < kinds.size(); kind++) {
      if (budget.allows(Budget.ORDERS + kind)) {
        var choices = kinds.get(kind).choices().at(view, node);
        if (place < choices.size()) {
          int code = codeOfOrder(choices.get(place), node, choice);
          spend(Budget.ORDERS + kind);
          step(node, code);
          return;
        }
        place -= choices.size();
      }
    }
    throw new IllegalArgumentException("no such order: " + choice);
  }

  private int codeOfOrder(M order, int node, int choice) {
    int[] numbers = new int[2 + vector.length];
    numbers[0] = node;
    numbers[1] = choice;
    System.arraycopy(vector, 0, numbers, 2, vector.length);
    return memo.dictionary().code(new Input.Order<>(order), Question.ORDER, numbers);
  }

  /** The code of an order that a process may be given in a world. */
  int codeOfOrder(int[] world, int node, int choice) {
    System.arraycopy(world, 0, vector, 0, vector.length);
    refilled();
    order(node, choice);
    return latestCode;
  }

  /** The code of the order that tells of a lost message, if one does. */
  OptionalInt codeOfNotice(int sender, int message) {
    return scope
        .algorithm()
        .noticed()
        .flatMap(losses -> losses.order(sender, memo.message(message)))
        .map(
            order ->
                OptionalInt.of(
                    memo.dictionary()
                        .code(new Input.Order<>(order), Question.NOTICED_LOSS, sender, message)))
        .orElseGet(OptionalInt::empty);
  }

  /** The dictionary that its numbers are from. */
  public Dictionary<S, M> dictionary() {
    return memo.dictionary();
  }

  /** The change of a world with this number. */
  Change change(int number) {
    return canonical.change(number);
  }

  /** Lets a move happen; {@link #undo} takes it back. */
  public void apply(int move) {
    happen(move);
    canonical.normalise(this);
  }

  /**
   * Lets a move happen, and perhaps leaves the world as it then is instead of in canonical form.
   *
   * @return the fingerprint of the canonical form
   */
  public long outcome(int move) {
    happen(move);
    return canonical.fingerprint(this);
  }

  /** Whether the latest move would have another outcome if the times were further apart. */
  public boolean hasWideTwin() {
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

  /** The protocol step of the latest move; an empty one if it had none. */
  public Step latestStep() {
    return latestStep;
  }

  /** The code of the input of the latest move. */
  public int latestCode() {
    return latestCode;
  }

  /** The message that the latest move was about. */
  public int latestMessage() {
    return latestMessage;
  }

  private void happen(int move) {
    begin();
    freshTime = false;
    drifted = false;
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
        set(channelSlot(peer, place), Queues.EMPTY);
        step(place, code(new Input.Excluded<>(peer)));
      }
      case Move.TICK -> tick(place, Move.choice(move));
      case Move.PAUSE -> {
        spend(Budget.PAUSES);
        set(n + place, memo.dictionary().clientWith(vector[n + place], PAUSED));
      }
      case Move.RESUME -> step(place, code(new Input.Tick<>(present())));
      case Move.CRASH -> crash(place);
      case Move.JOIN -> {
        spend(Budget.JOINS);
        step(place, code(new Input.Join<>(Move.choice(move))));
      }
      case Move.DEPART -> {
        spend(Budget.DEPARTURES);
        step(place, code(new Input.Depart<>()));
      }
      case Move.WITHDRAW -> {
        spend(Budget.WITHDRAWALS);
        step(place, code(new Input.Withdraw<>()));
      }
      case Move.ORDER -> order(place, Move.choice(move));
      case Move.LOSE -> {
        spend(Budget.LOSSES);
        lose(place, Move.choice(move));
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
  public int process(int move) {
    int place = Move.place(move);
    return Move.kind(move) == Move.DELIVER ? receivers[place] : place;
  }

  /** The code of the input that a move will be. */
  public int codeOf(int move) {
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
      set(node, step.next(), step.change());
    }
    set(n + node, memo.clientAfter(vector[n + node], code, step.effects()));
    int[] sends = step.sends();
    for (int k = 0; k < sends.length; k += 2) {
      if (!crashes || client(sends[k]).state() != ClientState.CRASHED) {
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
      if (client(node).state() == ClientState.WAITING
          && scope.layout().compete(node, entrant)
          && vector[channelSlot(node, entrant)] == Queues.EMPTY
          && pressing.on(memo.state(vector[node]), entrant)) {
        set(n + node, memo.clientOvertaken(vector[n + node], entrant));
      }
    }
  }

  private void lose(int channel, int position) {
    int lost = take(channel, position);
    codeOfNotice(senders[channel], lost).ifPresent(code -> step(receivers[channel], code));
  }

  /** Tells a process the time; if it is the first to hear of it, all others are to follow. */
  private void tick(int node, int late) {
    long now = present();
    if (!client(node).clock().due()) {
      if (late == Move.LATE) {
        spend(Budget.DELAYS);
      }
      now++;
      for (int other = 0; other < n; other++) {
        var client = client(other);
        if (other != node && client.state() != ClientState.CRASHED) {
          set(n + other, memo.dictionary().clientWith(vector[n + other], client.clock().ticking()));
        }
      }
    }
    step(node, code(new Input.Tick<>(now)));
  }

  /** The latest time that any process knows. */
  private int present() {
    long times = 0;
    for (int node = 0; node < n; node++) {
      if (!isCrashed(node)) {
        times |= memo.timesOfState(vector[node]);
      }
    }
    return Canonical.latest(times);
  }

  boolean isCrashed(int node) {
    return (memo.outlook(vector[n + node]) & Client.CRASHED) != 0;
  }

  private void crash(int node) {
    spend(Budget.CRASHES);
    set(node, memo.dictionary().stateCrashed(node, vector[node]));
    set(n + node, memo.dictionary().clientCrashed(vector[n + node]));
    for (int from = 0; from < n; from++) {
      set(channelSlot(from, node), Queues.EMPTY);
    }
  }

  private void spend(int kind) {
    set(budgetSlot(), budget.spent(vector[budgetSlot()], kind));
  }
}
