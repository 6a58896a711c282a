package io.sluice.page.recording;

import io.sluice.cluster.wire.BadFrame;
import io.sluice.cluster.wire.Codec;
import io.sluice.cluster.wire.MessageTypes;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.page.recording.RecordedNode.OfProcess;
import io.sluice.page.recording.RecordedNode.Step;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * Gives a process its recorded inputs again, from its initial state on. What it does must be what
 * was recorded; otherwise the recording was made with another version of the protocol.
 */
final class Rerun<S, M> {

  private final int process;
  private final Layout layout;
  private final Protocol<S, M> protocol;
  private final Codec<?> codec;
  private final List<TraceStep.Sent> sent = new ArrayList<>();
  private Optional<Integer> granted = Optional.empty();

  private Rerun(Algorithm<S, M> algorithm, int process, Layout layout) {
    this.process = process;
    this.layout = layout;
    this.protocol = algorithm.process(process, layout);
    this.codec = Codec.of(MessageTypes.of(protocol));
  }

  /**
   * The steps of a process.
   *
   * @throws IllegalArgumentException if they do not fit the protocol; the message says where
   */
  static <S, M> List<RunEvent> of(Algorithm<S, M> algorithm, OfProcess recorded, Layout layout) {
    return new Rerun<>(algorithm, recorded.process(), layout).run(recorded.steps());
  }

  /** The state of a process that has taken no step. */
  static <S, M> Object initial(Algorithm<S, M> algorithm, int process, Layout layout) {
    return algorithm.process(process, layout).initial();
  }

  private List<RunEvent> run(List<Step> steps) {
    var events = new ArrayList<RunEvent>();
    S state = protocol.initial();
    for (var step : steps) {
      sent.clear();
      granted = Optional.empty();
      if (step.failed().isEmpty()) {
        state = protocol.on(state, input(step), new Kept());
        compare(step, events.size() + 1);
      }
      var done = new TraceStep(event(step), sent, granted.isPresent(), state);
      events.add(new RunEvent(step.at(), done, granted.orElse(0), step.failed()));
    }
    return events;
  }

  private void compare(Step step, int number) {
    var again =
        sent.stream()
            .map(each -> new RecordedNode.Sent(each.to(), each.message().toString()))
            .toList();
    if (!again.equals(step.sent()) || !granted.equals(step.granted())) {
      throw new IllegalArgumentException(
          "step %d of %s was recorded with another version of the protocol: it sent %s then, and %s now"
              .formatted(number, layout.name(process), step.sent(), again));
    }
  }

  private Event event(Step step) {
    return switch (step.event()) {
      case "ask" -> new Event.Ask(process, step.claim());
      case "release" -> new Event.Release(process);
      case "withdraw" -> new Event.Withdraw(process);
      case "receive" -> new Event.Receive(process, peer(step), message(step));
      case "expire" -> new Event.Expire(process, step.text());
      case "draw" -> new Event.Draw(process, step.text(), (int) step.number());
      case "tick" -> new Event.Tick(process);
      case "exclude" -> new Event.Exclude(process, peer(step));
      case "join" -> new Event.Join(process, peer(step));
      case "depart" -> new Event.Depart(process);
      case "order" -> new Event.Order(process, message(step));
      default ->
          throw new IllegalArgumentException("no event is named '%s'".formatted(step.event()));
    };
  }

  @SuppressWarnings("unchecked") // the codec is that of the protocol's messages
  private Input<M> input(Step step) {
    return switch (event(step)) {
      case Event.Ask(_, var claim) -> new Input.Acquire<>(claim);
      case Event.Release _ -> new Input.Release<>();
      case Event.Withdraw _ -> new Input.Withdraw<>();
      case Event.Receive(_, int from, var message) -> new Input.Receive<>(from, (M) message);
      case Event.Expire(_, var timer) -> new Input.Expired<>(timer);
      case Event.Draw(_, var draw, int outcome) -> new Input.Drawn<>(draw, outcome);
      case Event.Tick _ -> new Input.Tick<>(step.number());
      case Event.Exclude(_, int gone) -> new Input.Excluded<>(gone);
      case Event.Join(_, int introducer) -> new Input.Join<>(introducer);
      case Event.Depart _ -> new Input.Depart<>();
      case Event.Order(_, var order) -> new Input.Order<>((M) order);
      case Event.Lose _, Event.Duplicate _, Event.Crash _, Event.Pause _, Event.Resume _ ->
          throw new IllegalArgumentException("no process is told " + step.event());
    };
  }

  private static int peer(Step step) {
    if (step.peer() < 0) {
      throw new IllegalArgumentException("the event '%s' needs a peer".formatted(step.event()));
    }
    return step.peer();
  }

  private Object message(Step step) {
    try {
      return codec.decode(Base64.getDecoder().decode(step.message()));
    } catch (BadFrame | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'%s' is no message of this version of the protocol".formatted(step.text()), e);
    }
  }

  /** Keeps what the process writes; timers and draws come back as recorded inputs. */
  private final class Kept implements Outbox<M> {
    @Override
    public void send(int to, M message) {
      sent.add(new TraceStep.Sent(to, message));
    }

    @Override
    public void granted(int unit, long fence) {
      granted = Optional.of(unit);
    }

    @Override
    public void timer(String name, long delayMillis) {}

    @Override
    public void joined() {}

    @Override
    public void departed() {}

    @Override
    public void draw(String name, int bound) {}
  }
}
