package io.sluice.streams.engine;

import io.sluice.protocol.scaling.keyed.InstanceState;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Bye;
import io.sluice.protocol.scaling.keyed.KeyedMessage.InBand;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Inheritance;
import io.sluice.protocol.scaling.keyed.KeyedMessage.MovesState;
import io.sluice.protocol.scaling.keyed.KeyedMessage.NewSender;
import io.sluice.protocol.scaling.keyed.KeyedMessage.Start;
import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.streams.engine.channel.Item;
import io.sluice.streams.engine.channel.Sending;
import io.sluice.streams.engine.scaling.Scaling;
import io.sluice.streams.engine.scaling.Watermarks;
import io.sluice.streams.engine.work.GroupState;
import io.sluice.streams.engine.work.KeyedWork;
import io.sluice.streams.engine.work.Work;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one instance does about scaling: takes orders, runs the protocol, and carries out what it
 * decides. Steps of the protocol may come at any time, also while the instance waits for room in an
 * inbox. So state that arrives is installed, and state that leaves is handed over, only {@link
 * #betweenItems}.
 */
final class InstanceScaling implements Scaling.Effects {

  /** State that has come and is not installed yet. */
  private record Arrived(Map<Integer, GroupState> state, Optional<Integer> leaver) {}

  private final Instance self;
  private final OperatorRun operator;
  private final Engine engine;
  private final Sending sending;
  private final Work work;
  private final Watermarks watermarks;
  private final Scaling scaling;
  private final ArrayDeque<Arrived> arrived = new ArrayDeque<>(0);

  /** The receivers that have yet to hear that this instance is gone. */
  private final ArrayDeque<Integer> byes = new ArrayDeque<>(0);

  private Optional<Order> order = Optional.empty();
  private volatile int ownedGroups;
  private volatile boolean inside;

  InstanceScaling(Instance self, Engine engine, Sending sending, Work work, Watermarks watermarks) {
    this.self = self;
    this.operator = self.operator();
    this.engine = engine;
    this.sending = sending;
    this.work = work;
    this.watermarks = watermarks;
    this.scaling = new Scaling(self.number(), engine.operators(), this);
  }

  /** Lets an instance begin that is there from the start. */
  void found() {
    watermarks.begin(state().preds());
    if (work instanceof KeyedWork keyed) {
      keyed.begin(state().owned());
    }
    ownedGroups = state().owned().size();
  }

  InstanceState state() {
    return scaling.state();
  }

  boolean isActive() {
    return scaling.isActive();
  }

  boolean isDead() {
    return scaling.isDead();
  }

  /** Whether the watermark stands still; see {@link Scaling#isMoving}. */
  boolean isMoving() {
    return scaling.isMoving();
  }

  /** Whether it could take an order. */
  boolean isFree() {
    return order.isEmpty() && isActive() && !state().busy();
  }

  /** Whether no state waits to be installed. */
  boolean isInstalled() {
    return arrived.isEmpty();
  }

  /** How many key groups it owned when it last looked; for any thread. */
  int ownedGroups() {
    return ownedGroups;
  }

  /** Whether it is inside the section that neighbouring operators compete for; for any thread. */
  boolean isInside() {
    return inside;
  }

  // Messages and orders

  /** A message has come on the control channel. */
  void receive(int from, KeyedMessage said, Map<Integer, GroupState> state) {
    if (said instanceof NewSender(var newborn)) {
      watermarks.begin(newborn, from);
    }
    scaling.receive(from, said);
    switch (said) {
      case Start _ -> {
        watermarks.begin(state().preds());
        arrived.add(new Arrived(state, Optional.empty()));
        operator.started(self);
      }
      case Inheritance _ -> arrived.add(new Arrived(state, Optional.of(from)));
      default -> {}
    }
    finishOrder();
  }

  /** A message has come in band. */
  void note(int from, InBand message) {
    if (message instanceof Bye) {
      watermarks.end(from);
    }
    scaling.receive(from, message);
    sending.sendNotes();
    finishOrder();
  }

  /** The heir has caught up: now receivers may forget this instance. */
  void takenOver() {
    for (var to = byes.poll(); to != null; to = byes.poll()) {
      sending.note(to, new Item.Note(self.number(), new Bye()));
    }
  }

  /** Does nothing if the instance is busy, or if there are enough. */
  void duplicate(int times, String cause) {
    var newborn = isFree() ? operator.reserve(times) : List.<Instance>of();
    if (!newborn.isEmpty()) {
      order = Optional.of(new Order.Duplication(newborn, cause, operator.event()));
      try {
        scaling.duplicate(Order.numbers(newborn));
      } finally {
        // Not before: while others answer, there is time for it.
        newborn.forEach(Instance::start);
      }
      finishOrder();
    }
  }

  /** Does nothing if the instance is busy, or if there are too few. */
  void delete(String cause) {
    if (isFree() && operator.mayDelete(self)) {
      order = Optional.of(new Order.Deletion(cause, operator.event()));
      scaling.delete();
      finishOrder();
    }
  }

  /** Tells the operator if what this instance was ordered to do is done. */
  private void finishOrder() {
    ownedGroups = state().owned().size();
    if (order.isPresent() && !state().busy()) {
      operator.done(self, order.get());
      order = Optional.empty();
    }
  }

  // Between items

  /** Installs state that has come, and hands over state that is to go. */
  boolean betweenItems() {
    boolean worked = false;
    for (var next = arrived.poll(); next != null; next = arrived.poll()) {
      worked = true;
      install(next);
    }
    if (state().awaitsFlush()) {
      worked = true;
      handOver();
    }
    return worked;
  }

  private void install(Arrived next) {
    if (work instanceof KeyedWork keyed) {
      keyed.install(next.state());
    }
    next.leaver()
        .ifPresent(
            leaver -> {
              sending.flush();
              engine.instance(leaver).post(new Control.TakenOver());
            });
  }

  /** Sends everything first: state moves after what was made of it. */
  private void handOver() {
    sending.flush();
    if (arrived.isEmpty() && state().awaitsFlush()) {
      scaling.flushed();
      finishOrder();
    }
  }

  // Effects of the protocol

  @Override
  public void entered(int newborn) {
    inside = true;
    engine.sections().enter(operator.index(), 1 + newborn);
  }

  @Override
  public void released() {
    inside = false;
    engine.sections().release(operator.index());
  }

  @Override
  public void follow(List<Route> routes) {
    sending.follow(routes);
  }

  /**
   * The farewell of a keyed instance to its receivers waits until its heir has caught up: until
   * then the receivers count its watermark, which is behind that of the heir.
   */
  @Override
  public void send(int to, KeyedMessage message) {
    switch (message) {
      case Bye _ when work instanceof KeyedWork -> byes.add(to);
      case InBand note -> sending.note(to, new Item.Note(self.number(), note));
      default -> {
        if (message instanceof Start) {
          order.ifPresent(Order::started);
        }
        var moving =
            message instanceof MovesState moves && work instanceof KeyedWork keyed
                ? keyed.give(moves.groups())
                : Map.<Integer, GroupState>of();
        engine.instance(to).post(new Control.Message(self.number(), message, moving));
      }
    }
  }
}
