package io.sluice.streams.kafka.slot;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;
import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.format.ByteWriter;
import io.sluice.streams.kafka.format.StableHash;
import io.sluice.streams.kafka.slot.Item.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Sends what a slot emits. Records for a receiver of another bundle are packed into one record of
 * Kafka; those for one of the same bundle stay in memory while its {@link LocalSlots.Inbox inbox}
 * is open.
 *
 * <p>The receiver of a record is settled when it is emitted. That is no sooner than when it goes
 * into the receiver's inbox: everything is {@link #flush flushed} before routes change.
 */
final class Sender implements Output {

  /** A pack is sent when it has that number of bytes, or as many records as a batch. */
  private static final int PACK_BYTES = 1 << 14;

  /** Where the records of one port go. */
  private record Destination(
      String operator, Outlet outlet, int input, boolean keyed, Function<Object, Object> key) {}

  /** What goes to the slots of one operator. */
  private static final class Outlet {
    Route route;
    List<Integer> targets = List.of();
    int turn;

    Outlet(Route route) {
      this.route = route;
    }
  }

  /** A receiver, and the records for it that have not been sent. */
  private static final class Receiver {
    final int slot;
    final Optional<Slot> local;
    ByteWriter records = new ByteWriter();
    int size;

    Receiver(int slot, Optional<Slot> local) {
      this.slot = slot;
      this.local = local;
    }

    /** Whether it runs in this bundle and has been started. */
    boolean isHere() {
      return local.isPresent() && local.get().isActive();
    }

    /** Whether it can be sent something through memory. */
    boolean isOpen() {
      return isHere() && local.get().inbox().isOpen();
    }
  }

  private final int self;
  private final boolean timed;
  private final Items items;
  private final StableHash hash;
  private final Writes writes;
  private final LocalSlots local;
  private final Map<Integer, Outlet> outlets = new TreeMap<>();
  private final Destination[][] ports = new Destination[Graph.MOST_PORTS][];
  private final Map<Integer, Receiver> receivers = new HashMap<>();
  private final int mostRecords;

  /** What each receiver has been told. */
  private final Map<Integer, Long> told = new HashMap<>();

  /** The class of the last record that was sent through memory. */
  private Class<?> checked = Void.class;

  private long emitted;
  private long watermark;
  private boolean ended;

  // Of the record or timer that is being processed.
  private long time = NO_TIME;
  private long recordWatermark = NO_TIME;

  Sender(
      int self,
      Graph graph,
      Operator operator,
      Items items,
      StableHash hash,
      Writes writes,
      LocalSlots local) {
    this.local = local;
    this.self = self;
    this.timed = graph.isTimed();
    this.mostRecords = graph.tuning().batch();
    this.items = items;
    this.hash = hash;
    this.writes = writes;
    this.watermark = NO_TIME;
    for (int receiver : graph.successors(operator)) {
      outlets.put(receiver, new Outlet(new Route(receiver, ProcessSet.EMPTY, List.of())));
    }
    for (int port = 0; port < ports.length; port++) {
      ports[port] =
          graph.destinations(operator, port).stream()
              .map(
                  each ->
                      new Destination(
                          graph.operators().get(each.operator()).name(),
                          outlet(each.operator()),
                          each.input().number(),
                          each.input().key().isPresent(),
                          each.input().key().orElse(Function.identity())))
              .toArray(Destination[]::new);
    }
  }

  private Outlet outlet(int operator) {
    var outlet = outlets.get(operator);
    if (outlet == null) {
      throw new IllegalStateException("nothing is sent to operator " + operator);
    }
    return outlet;
  }

  /**
   * Goes on where another sender of this slot has stopped.
   *
   * @param sent what receivers have been told
   */
  void resume(List<Route> routes, long sent, boolean hasEnded) {
    watermark = sent;
    ended = hasEnded;
    for (var route : routes) {
      var outlet = outlet(route.operator());
      outlet.route = route;
      outlet.targets = slots(route);
      outlet.targets.forEach(target -> told.put(target, sent));
    }
  }

  private static List<Integer> slots(Route route) {
    var all = new ArrayList<Integer>();
    route.instances().forEach(all::add);
    return List.copyOf(all);
  }

  /** Follows the protocol's routes from now on. A new receiver hears the watermark first. */
  void follow(List<Route> routes) {
    flush();
    for (var route : routes) {
      var outlet = outlet(route.operator());
      var before = outlet.targets;
      outlet.route = route;
      outlet.targets = slots(route);
      outlet.turn = 0;
      outlet.targets.stream().filter(target -> !before.contains(target)).forEach(this::welcome);
      before.stream().filter(target -> !outlet.targets.contains(target)).forEach(told::remove);
    }
  }

  private void welcome(int target) {
    told.put(target, NO_TIME);
    tell(target);
    if (ended) {
      put(target, new Item.End(self));
    }
  }

  /** Sends nowhere any more: the instance is gone. */
  void clear() {
    receivers.clear();
    told.clear();
    watermark = NO_TIME;
    ended = false;
    outlets.values().forEach(outlet -> outlet.targets = List.of());
  }

  /** The slots that it sends to. */
  private List<Integer> targets() {
    return outlets.values().stream().flatMap(outlet -> outlet.targets.stream()).toList();
  }

  /**
   * Whether all receivers can take more: those of other bundles by what they have processed, those
   * of this one if they would take it at once.
   */
  boolean canSend(IntPredicate hasRoom) {
    for (var outlet : outlets.values()) {
      for (int target : outlet.targets) {
        var receiver = receiver(target);
        boolean can = receiver.isHere() ? canTake(receiver, hasRoom) : hasRoom.test(target);
        if (!can) {
          return false;
        }
      }
    }
    return true;
  }

  private static boolean canTake(Receiver receiver, IntPredicate hasRoom) {
    return receiver.isOpen()
        && receiver.local.filter(slot -> slot.isReading() && slot.canSend(hasRoom)).isPresent();
  }

  private Receiver receiver(int target) {
    return receivers.computeIfAbsent(target, _ -> new Receiver(target, local.find(target)));
  }

  /** How many records it has been given since the last time that this was asked. */
  long takeEmitted() {
    long number = emitted;
    emitted = 0;
    return number;
  }

  /** What is emitted from now on without a time of its own has this one. */
  void at(long newTime, long newWatermark) {
    time = newTime;
    recordWatermark = newWatermark;
  }

  @Override
  public void emit(int port, Object record) {
    emit(port, record, time, recordWatermark);
  }

  @Override
  public void emit(int port, Object record, long recordsTime, long recordsWatermark) {
    emitted++;
    for (var destination : ports[port]) {
      var outlet = destination.outlet();
      int group = 0;
      int target;
      if (destination.keyed()) {
        group = hash.group(keyOf(record, destination), outlet.route.owners().size());
        target = outlet.route.owners().get(group);
      } else {
        target = outlet.targets.get(outlet.turn);
        outlet.turn = (outlet.turn + 1) % outlet.targets.size();
      }
      add(
          new Entry(destination.input(), group, record, recordsTime, recordsWatermark),
          receiver(target));
    }
  }

  /** Sends a record or packs it. */
  private void add(Entry entry, Receiver receiver) {
    if (receiver.isOpen()) {
      check(entry.record());
      receiver.local.orElseThrow().inbox().add(entry);
      return;
    }
    items.write(entry, receiver.records);
    receiver.size++;
    if (receiver.records.size() >= PACK_BYTES || receiver.size == mostRecords) {
      send(receiver);
    }
  }

  /** What has no form as bytes fails here, not first when its receiver runs elsewhere. */
  private void check(Object record) {
    if (record.getClass() != checked) {
      items.toBytes(new Entry(0, 0, record, NO_TIME, NO_TIME));
      checked = record.getClass();
    }
  }

  private static Object keyOf(Object record, Destination destination) {
    var key = destination.key().apply(record);
    if (key == null) {
      throw new IllegalArgumentException(
          "the key of a record for operator '%s' is null".formatted(destination.operator()));
    }
    return key;
  }

  private void send(Receiver receiver) {
    receiver.size = 0;
    if (receiver.records.size() > 0) {
      write(receiver.slot, items.pack(self, watermark, receiver.records));
      receiver.records = new ByteWriter();
      told.put(receiver.slot, watermark);
    }
  }

  /** Puts something that is no record behind everything that a receiver has been sent. */
  private void put(int target, Item item) {
    var receiver = receiver(target);
    if (receiver.isOpen()) {
      receiver.local.orElseThrow().inbox().add(item);
    } else {
      write(target, Items.single(item));
    }
  }

  private void write(int target, byte[] item) {
    local.find(target).ifPresent(each -> each.inbox().bypass());
    writes.data(target, item);
  }

  /** Sends everything, and the watermark behind it to those that do not know it. */
  void flush() {
    receivers.values().forEach(this::send);
    for (var outlet : outlets.values()) {
      outlet.targets.forEach(this::tell);
    }
  }

  private void tell(int target) {
    if (timed && told.getOrDefault(target, NO_TIME) < watermark) {
      put(target, new Item.Watermark(self, watermark));
      told.put(target, watermark);
    }
  }

  /** No record up to this time is emitted any more. */
  void advance(long newWatermark) {
    watermark = Math.max(watermark, newWatermark);
  }

  /** What receivers hear with the next flush. */
  long watermark() {
    return watermark;
  }

  /** Puts a message of the protocol behind everything that its receiver has been sent. */
  void note(int to, InBand message) {
    flush();
    put(to, new Item.Note(self, message));
  }

  /** Sends everything and says that this is the end. */
  void end() {
    flush();
    ended = true;
    targets().forEach(target -> put(target, new Item.End(self)));
  }
}
