package io.sluice.streams.kafka.slot;

import io.sluice.cluster.wire.Codec;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.keyed.InstanceState;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Bye;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Guard;
import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Inheritance;
import io.sluice.protocol.scaling.keyed.KeyedMessage.MovesState;
import io.sluice.protocol.scaling.keyed.KeyedMessage.NewSender;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Start;
import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.engine.scaling.Scaling;
import io.sluice.streams.graph.Instances;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.plan.Plan;
import io.sluice.streams.kafka.plan.Status;
import io.sluice.streams.kafka.slot.SlotState.UnderOrder;
import io.sluice.streams.kafka.state.Keys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * What one slot does about scaling: takes orders of its operator's keeper, runs the protocol, and
 * carries out what it decides. All of it happens between records.
 */
final class SlotScaling implements Scaling.Effects {

  private static final byte MESSAGE = 0;
  private static final byte CHUNK = 1;
  private static final Codec<Control> MESSAGES = Codec.of(Control.class);

  private final Slot slot;
  private final int self;
  private final Plan plan;
  private final Instances limits;
  private final Writes writes;
  private Scaling scaling;
  private final List<Integer> byes = new ArrayList<>();
  private Optional<UnderOrder> order = Optional.empty();
  private Optional<Pool> pool = Optional.empty();
  private Map<Integer, Long> ends = Map.of();
  private Map<Integer, Long> startingEpochs = Map.of();
  private Map<Integer, Long> arrivingEpochs = Map.of();
  private Optional<CopyAhead> ahead = Optional.empty();
  private int partitions;
  private boolean changed;

  /** When the present order was begun, unless that was before this slot came here. */
  private OptionalLong begun = OptionalLong.empty();

  SlotScaling(Slot slot, Plan plan, Optional<SlotState> saved, Writes writes) {
    this.slot = slot;
    this.self = slot.number();
    this.plan = plan;
    this.writes = writes;
    int operator = plan.operatorOf(self);
    this.limits = plan.graph().operators().get(operator).instances();
    if (saved.isPresent()) {
      var state = saved.get();
      this.scaling = new Scaling(self, plan.operators(), state.protocol(), this);
      byes.addAll(state.byes());
      this.order = state.order();
      this.pool = state.pool();
      this.ends = state.ends();
      this.startingEpochs = state.epochs();
      this.arrivingEpochs = state.arriving();
    } else {
      this.scaling = new Scaling(self, plan.operators(), this);
      if (plan.isKeeper(self)) {
        int owned = state().owned().size();
        this.pool = Optional.of(Pool.of(plan.slotsOf(operator), owned, limits));
        this.startingEpochs = epochsOf(state());
      }
      this.changed = true;
    }
  }

  private Map<Integer, Long> epochsOf(InstanceState founder) {
    var epochs = new HashMap<Integer, Long>();
    if (slot.work() instanceof KeyedWork) {
      founder.owned().forEach(group -> epochs.put(group, 0L));
    }
    return epochs;
  }

  /** Begins or goes on. */
  void begin(long sent) {
    slot.store().resume(startingEpochs, arrivingEpochs);
    slot.sender().resume(state().routes(), sent, slot.ending().isFinished());
    if (changed) {
      slot.watermarks().begin(state().preds());
      steer();
    }
  }

  InstanceState state() {
    return scaling.state();
  }

  boolean isActive() {
    return scaling.isActive();
  }

  boolean isMoving() {
    return scaling.isMoving();
  }

  /** Whether nothing is under way. */
  boolean isFree() {
    return isActive() && order.isEmpty() && !state().busy();
  }

  /** How many groups it has; of a source, how many partitions, as far as is known. */
  private int owned() {
    var owned = state().owned();
    return partitions == 0
        ? owned.size()
        : (int)
            IntStream.range(0, partitions)
                .filter(each -> owned.contains(each % plan.graph().keyGroups()))
                .count();
  }

  /** A source's topic has that number of partitions: no instance can share one with another. */
  void partitions(int number) {
    partitions = number;
    boolean other =
        pool.stream()
            .flatMap(known -> known.active().stream())
            .anyMatch(member -> member.slot() == self && member.owned() != owned());
    if (other) {
      changed = true;
      hear(new Control.Active(self, owned(), List.of()));
    }
  }

  Map<Integer, Long> ends() {
    return ends;
  }

  void ends(Map<Integer, Long> found) {
    ends = Map.copyOf(found);
    changed = true;
  }

  // Messages

  void control(byte[] bytes) {
    byte[] content = Arrays.copyOfRange(bytes, 1, bytes.length);
    if (bytes[0] == CHUNK) {
      slot.store().arrive(content);
      return;
    }
    changed = true;
    slot.sender().flush();
    switch (MESSAGES.decode(content)) {
      case Control.OfProtocol(int from, var message) -> receive(from, message);
      case Control.Moving(var epochs) -> slot.store().expect(epochs);
      case Control.Ends(var found) -> ends = found;
      case Control.TakenOver() -> takenOver();
      case Control.Copied(int from) -> tell(from, new Control.CopyTaken(self));
      case Control.CopyTaken(int by) -> ahead.ifPresent(copies -> copies.taken(by));
      case Control.Order next -> order = Optional.of(new UnderOrder(next, false, false));
      case Control.ToKeeper news -> hear(news);
    }
  }

  private void tell(int to, Control message) {
    writes.control(to, toBytes(message));
  }

  /** A message as bytes for a control partition. */
  static byte[] toBytes(Control message) {
    return prefixed(MESSAGE, MESSAGES.encode(message));
  }

  /** A piece of state as bytes for a control partition. */
  static byte[] chunk(byte[] piece) {
    return prefixed(CHUNK, piece);
  }

  private static byte[] prefixed(byte kind, byte[] content) {
    byte[] bytes = new byte[content.length + 1];
    bytes[0] = kind;
    System.arraycopy(content, 0, bytes, 1, content.length);
    return bytes;
  }

  /** A message of the protocol, from the control partition or from among the records. */
  void receive(int from, KeyedMessage said) {
    changed = true;
    slot.sender().flush();
    if (said instanceof NewSender(var newborn)) {
      slot.watermarks().begin(newborn, from);
    }
    scaling.receive(from, said);
    switch (said) {
      case Start(_, var preds, _, var groups, _) -> {
        slot.watermarks().begin(preds);
        install(groups.numbers());
        slot.store().dropCopies();
        tellKeeper(new Control.Active(self, owned(), List.of()));
      }
      case Inheritance(var groups) -> {
        install(groups.numbers());
        slot.sender().flush();
        tell(from, new Control.TakenOver());
        tellKeeper(new Control.Active(self, owned(), List.of()));
      }
      default -> {}
    }
    finishOrder();
  }

  private void install(List<Integer> groups) {
    slot.local().groupsHaveMoved();
    if (slot.work() instanceof KeyedWork keyed) {
      keyed.install(groups);
    }
  }

  /** The heir has caught up: now receivers may forget this instance. */
  private void takenOver() {
    byes.forEach(to -> slot.sender().note(to, new Bye()));
    byes.clear();
  }

  // Orders

  /** Begins what was ordered, and hands over what is to go. */
  void between() {
    if (order.isPresent() && !order.get().begun() && !state().busy() && isCopied()) {
      changed = true;
      slot.sender().flush();
      beginOrder(order.get().order());
      finishOrder();
    }
    if (state().awaitsFlush()) {
      changed = true;
      slot.sender().flush();
      scaling.flushed();
      finishOrder();
    }
  }

  /**
   * Copies what a duplication will move, some at a time, while this instance goes on serving.
   * Returns whether all of it has arrived; so only what changes from then on moves while its groups
   * wait. What was copied is known in memory only: one that is resumed begins again, and the
   * receiver replaces what it has.
   */
  private boolean isCopied() {
    if (!(order.orElseThrow().order() instanceof Control.Duplicate(var newborn))
        || !(slot.work() instanceof KeyedWork)
        || slot.ending().isFinished()) {
      return true;
    }
    if (ahead.isEmpty()) {
      var targets = ProcessSet.of(newborn.stream().mapToInt(Integer::intValue).toArray());
      ahead = Optional.of(new CopyAhead(self, scaling.moves(targets), slot.store(), writes));
    }
    return ahead.get().proceed();
  }

  /** Input that has ended is not shared with newborn instances. */
  private void beginOrder(Control.Order next) {
    order = Optional.of(new UnderOrder(next, true, false));
    begun = OptionalLong.of(System.nanoTime());
    switch (next) {
      case Control.Duplicate(var newborn) when !slot.ending().isFinished() ->
          scaling.duplicate(ProcessSet.of(newborn.stream().mapToInt(Integer::intValue).toArray()));
      case Control.Duplicate _ -> {}
      case Control.Delete _ -> scaling.delete();
    }
  }

  /** Tells the keeper if what was ordered is done. */
  private void finishOrder() {
    if (scaling.isDead()) {
      countOrder();
      tellKeeper(new Control.Left(self));
      order = Optional.empty();
      scaling = new Scaling(self, plan.operators(), this);
      slot.clear();
    } else if (order.isPresent() && order.get().begun() && !state().busy()) {
      countOrder();
      var declined =
          order.get().order() instanceof Control.Duplicate(var newborn) && !order.get().started()
              ? newborn
              : List.<Integer>of();
      order = Optional.empty();
      ahead = Optional.empty();
      slot.store().forgetCopies();
      tellKeeper(new Control.Active(self, owned(), declined));
    }
  }

  private void countOrder() {
    begun.ifPresent(since -> count(new Counts.Changes(1, 0, 0, System.nanoTime() - since, 0)));
    begun = OptionalLong.empty();
  }

  private void count(Counts.Changes more) {
    slot.work().counts().add(more);
  }

  /** By its load, this instance decides that there should be more or fewer. */
  void wish(int change) {
    changed = true;
    tellKeeper(new Control.Wish(self, change));
  }

  void tellEnd() {
    changed = true;
    tellKeeper(new Control.Ended(self));
  }

  // As keeper

  private void tellKeeper(Control.ToKeeper news) {
    int keeper = plan.slotsOf(plan.operatorOf(self)).getFirst();
    if (keeper == self) {
      hear(news);
    } else {
      tell(keeper, news);
    }
  }

  private void hear(Control.ToKeeper news) {
    if (news instanceof Control.Wish(int from, int change) && from != self && !agrees(change)) {
      return;
    }
    var before = pool.orElseThrow();
    var after = before.hearing(news, limits(before));
    pool = Optional.of(after);
    if (after.goal() != before.goal()) {
      slot.changes(after.byHand());
    }
    if (after.goal() > before.goal() && !after.byHand()) {
      slot.grows();
    }
    int operator = plan.operatorOf(self);
    if (after.active().size() != before.active().size()) {
      var slots = after.active().stream().map(Pool.Member::slot).toList();
      writes.status(new Status.Instances(operator, slots));
    }
    if (after.isEnded() && !before.isEnded()) {
      writes.status(new Status.Ended(operator));
    }
    steer();
  }

  /** Others know only what they are given themselves. */
  private boolean agrees(int change) {
    return change < 0 ? slot.couldSpareOne() : !slot.isWorkingOff();
  }

  /** Instances of a bounded source do not go: one that has ended could not read for them. */
  private Instances limits(Pool now) {
    int least = ends.isEmpty() ? limits.min() : Math.max(limits.min(), now.active().size());
    return new Instances(least, limits.max());
  }

  private void steer() {
    pool =
        pool.map(
            known ->
                known.steer(
                    plan.operators().keyed().contains(plan.operatorOf(self)),
                    plan::bundleOf,
                    this::give));
  }

  private void give(Pool.Ordered ordered) {
    if (ordered.slot() == self) {
      order = Optional.of(new UnderOrder(ordered.order(), false, false));
    } else {
      tell(ordered.slot(), ordered.order());
    }
  }

  // Effects of the protocol

  @Override
  public void entered(int newborn) {
    begun.ifPresent(since -> count(new Counts.Changes(0, 0, 0, 0, System.nanoTime() - since)));
  }

  @Override
  public void released() {}

  @Override
  public void follow(List<Route> routes) {
    slot.sender().follow(routes);
  }

  /**
   * The farewell of an instance with state waits until its heir has caught up: until then its
   * receivers count its watermark, which is behind that of the heir.
   */
  @Override
  public void send(int to, KeyedMessage message) {
    boolean ofGuard = message instanceof Guard;
    count(new Counts.Changes(0, ofGuard ? 0 : 1, ofGuard ? 1 : 0, 0, 0));
    switch (message) {
      case Bye _ when !(slot.work() instanceof RecordWork) -> byes.add(to);
      case InBand note -> slot.sender().note(to, note);
      default -> {
        if (message instanceof Start && order.isPresent()) {
          order = Optional.of(new UnderOrder(order.get().order(), true, true));
        }
        if (message instanceof MovesState moves && slot.work() instanceof KeyedWork) {
          move(to, moves.groups().numbers());
        }
        if (message instanceof MovesState && !ends.isEmpty()) {
          tell(to, new Control.Ends(ends));
        }
        tell(to, new Control.OfProtocol(self, message));
      }
    }
  }

  /** Sends state ahead of the message that moves it; of what was copied, what has changed since. */
  private void move(int to, List<Integer> groups) {
    var copied =
        groups.stream()
            .filter(group -> ahead.isPresent() && ahead.get().isFor(group, to))
            .filter(slot.store()::isCopied)
            .toList();
    var others = groups.stream().filter(group -> !copied.contains(group)).toList();
    if (!others.isEmpty()) {
      tell(to, new Control.Moving(slot.store().nextEpochs(others)));
    }
    slot.store().give(others, chunk -> writes.control(to, chunk(chunk)));
    slot.store().giveRest(copied, chunk -> writes.control(to, chunk(chunk)));
  }

  // Saving

  void save() {
    if (changed) {
      changed = false;
      var state =
          new SlotState(
              state(), slot.store().epochs(), slot.store().arriving(), byes, order, pool, ends);
      writes.put(self, Keys.slot(), Saved.STATES.encode(state));
    }
  }
}
