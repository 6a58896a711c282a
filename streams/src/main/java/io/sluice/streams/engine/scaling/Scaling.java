package io.sluice.streams.engine.scaling;

import io.sluice.protocol.Input;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.scaling.keyed.InstanceState;
import io.sluice.protocol.scaling.keyed.KeyedMessage;
import io.sluice.protocol.scaling.keyed.KeyedScaling;
import io.sluice.protocol.scaling.keyed.Operators;
import io.sluice.protocol.scaling.keyed.Route;
import io.sluice.protocol.scaling.keyed.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs the protocol, {@link KeyedScaling}, for one instance, and carries out the effects of each
 * step.
 */
public final class Scaling {

  /** What a step of the protocol does to the instance. */
  public interface Effects {
    /** The instance is inside, with instances that it will start: its neighbours must not be. */
    void entered(int newborn);

    /** The instance, or one that was just started, is not inside any more. */
    void released();

    void follow(List<Route> routes);

    void send(int to, KeyedMessage message);
  }

  /** A message that a step has written. */
  private record Sent(int to, KeyedMessage message) {}

  private final KeyedScaling rules;
  private final Effects effects;
  private final List<Sent> sent = new ArrayList<>();
  private final SendOnly<KeyedMessage> outbox = (to, message) -> sent.add(new Sent(to, message));
  private InstanceState state;

  /** The protocol's first state. */
  public Scaling(int self, Operators operators, Effects effects) {
    this(self, operators, new KeyedScaling(self, operators).initial(), effects);
  }

  /** Goes on from a state that was saved. */
  public Scaling(int self, Operators operators, InstanceState saved, Effects effects) {
    this.rules = new KeyedScaling(self, operators);
    this.effects = effects;
    this.state = saved;
  }

  public InstanceState state() {
    return state;
  }

  public boolean isActive() {
    return state.active();
  }

  public boolean isDead() {
    return state.stage() == InstanceState.Stage.DEAD;
  }

  /**
   * Whether groups move away from here. The watermark stands still meanwhile: records for them may
   * be waiting at their new owner already. If this instance deletes itself, it stands still until
   * the end, since receivers count on it until the heir has caught up.
   */
  public boolean isMoving() {
    return switch (state.task()) {
      case Task.Duplicating _,
          Task.HandingOver _,
          Task.Detaching _,
          Task.Draining _,
          Task.Closing _ ->
          true;
      default -> false;
    };
  }

  /** Which groups would move to which of these if the instance duplicated itself now. */
  public Map<Integer, Integer> moves(ProcessSet newborn) {
    return rules.moves(state, newborn);
  }

  public void duplicate(ProcessSet newborn) {
    step(new Input.Order<>(new KeyedMessage.Duplicate(newborn)));
  }

  public void delete() {
    step(new Input.Order<>(new KeyedMessage.Delete()));
  }

  public void flushed() {
    step(new Input.Order<>(new KeyedMessage.Flushed()));
  }

  public void receive(int from, KeyedMessage message) {
    step(new Input.Receive<>(from, message));
  }

  private void step(Input<KeyedMessage> input) {
    var before = state;
    state = rules.on(before, input, outbox);
    var messages = List.copyOf(sent);
    sent.clear();
    if (!before.routes().equals(state.routes())) {
      effects.follow(state.routes());
    }
    boolean begins = !before.active() && state.active();
    if (begins || (isInside(before) && !isInside(state))) {
      effects.released();
    }
    if (!isInside(before) && isInside(state)) {
      effects.entered(state.newborn().size());
    }
    messages.forEach(each -> effects.send(each.to(), each.message()));
  }

  /** One that only waits to be forgotten does not change anything any more. */
  private static boolean isInside(InstanceState s) {
    return switch (s.task()) {
      case Task.Resting _, Task.ToDuplicate _, Task.ToDelete _, Task.Closing _ -> false;
      case Task.Duplicating _,
          Task.HandingOver _,
          Task.Asking _,
          Task.Detaching _,
          Task.Draining _ ->
          true;
    };
  }
}
