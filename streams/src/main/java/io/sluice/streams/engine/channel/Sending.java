package io.sluice.streams.engine.channel;

import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.engine.measure.Meter;
import io.sluice.streams.graph.Graph;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntFunction;

/** Sends what an instance emits. Only the thread of the instance uses it. */
public final class Sending implements Output {

  /** Longest wait for room without looking again. */
  private static final long LOOK_AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

  /** Where the records of one port go. */
  private record Destination(
      String operator, Outlet outlet, int input, boolean keyed, Function<Object, Object> key) {}

  private final Map<Integer, Outlet> outlets = new TreeMap<>();
  private final Destination[][] ports = new Destination[Graph.MOST_PORTS][];
  private final Meter meter;

  private final Blocked blocked;

  /** What an instance can do while it waits for room. */
  public interface Blocked {
    /** Does what there is to do; returns whether there was anything. */
    boolean run();

    boolean hasWork();

    Parking parking();
  }

  private long emitted;

  /** No record up to this time is emitted any more. */
  private long sent = NO_TIME;

  // Of the record or timer that is being processed.
  private long time = NO_TIME;
  private long watermark = NO_TIME;

  public Sending(
      int self,
      Graph graph,
      Operator operator,
      boolean timed,
      IntFunction<Inbox> inboxes,
      Meter meter,
      Blocked blocked) {
    this.meter = meter;
    this.blocked = blocked;
    int batch = graph.tuning().batch();
    for (int receiver : graph.successors(operator)) {
      outlets.put(
          receiver,
          graph.operators().get(receiver).isKeyed()
              ? new KeyedOutlet(self, timed, batch, inboxes)
              : new SharedOutlet(self, timed, batch, inboxes));
    }
    for (int port = 0; port < ports.length; port++) {
      ports[port] = destinations(graph, operator, port);
    }
  }

  private Destination[] destinations(Graph graph, Operator operator, int port) {
    return graph.destinations(operator, port).stream()
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

  /** How many records it has been given. */
  public long emitted() {
    return emitted;
  }

  /** What is emitted from now on without a time of its own has this one. */
  public void at(long newTime, long newWatermark) {
    time = newTime;
    watermark = newWatermark;
  }

  @Override
  public void emit(int port, Object record) {
    emit(port, record, time, watermark);
  }

  @Override
  public void emit(int port, Object record, long recordsTime, long recordsWatermark) {
    boolean full = false;
    for (var destination : ports[port]) {
      var key = destination.keyed() ? keyOf(record, destination) : record;
      full |=
          destination.outlet().add(destination.input(), record, key, recordsTime, recordsWatermark);
    }
    emitted++;
    if (full) {
      sendOrWait();
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

  /** No record up to this time is emitted any more; returns whether that is news. */
  public boolean advance(long newWatermark) {
    if (newWatermark <= sent) {
      return false;
    }
    sent = newWatermark;
    outlets.values().forEach(outlet -> outlet.advance(newWatermark));
    return true;
  }

  public void follow(List<Route> routes) {
    routes.forEach(route -> outlet(route.operator()).follow(route));
  }

  private Outlet outlet(int operator) {
    var outlet = outlets.get(operator);
    if (outlet == null) {
      throw new IllegalStateException("nothing is sent to operator " + operator);
    }
    return outlet;
  }

  /** Puts a message of the protocol behind what its receiver has, ahead of what waits. */
  public void note(int to, Item note) {
    outlets.values().stream()
        .filter(outlet -> outlet.sendsTo(to))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("nothing is sent to instance " + to))
        .note(to, note);
  }

  /** Sends messages of the protocol, as far as there is room. */
  public void sendNotes() {
    outlets.values().forEach(Outlet::sendNotes);
  }

  /** Ends all batches, full or not. */
  public void seal() {
    outlets.values().forEach(Outlet::seal);
  }

  /** Sends what is sealed, as far as there is room; returns whether nothing of it is left. */
  public boolean send() {
    boolean done = true;
    for (var outlet : outlets.values()) {
      done &= outlet.send();
    }
    return done;
  }

  /**
   * Sends what is sealed and waits for room where necessary. Control goes on meanwhile, and may
   * change the routes.
   */
  public void sendOrWait() {
    if (send()) {
      return;
    }
    long begin = System.nanoTime();
    do {
      if (!blocked.run()) {
        outlets.values().forEach(outlet -> outlet.wakeWhenRoom(blocked.parking()));
        blocked.parking().await(this::canGoOn, LOOK_AGAIN);
      }
      long now = System.nanoTime();
      meter.blocked(now - begin);
      begin = now;
    } while (!send());
  }

  private boolean canGoOn() {
    if (blocked.hasWork()) {
      return true;
    }
    for (var outlet : outlets.values()) {
      if (outlet.hasRoom()) {
        return true;
      }
    }
    return false;
  }

  /** Sends everything, also what is in batches that are not full, and the watermark behind it. */
  public void flush() {
    seal();
    sendOrWait();
    outlets.values().forEach(Outlet::tellWatermark);
  }

  /** Sends everything and says that this is the end. */
  public void end() {
    seal();
    sendOrWait();
    outlets.values().forEach(Outlet::end);
    sendOrWait();
  }
}
