package io.sluice.cluster.recording;

import io.sluice.cluster.wire.Codec;
import io.sluice.cluster.wire.MessageTypes;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalInt;

/** Writes the steps of one process to the file of its node. */
final class RecordedSteps implements StepRecorder {

  private record Sent(int to, Object message) {}

  private final RecordingFile file;
  private final int number;
  private final Codec<?> codec;
  private final List<Sent> sent = new ArrayList<>();
  private OptionalInt granted = OptionalInt.empty();

  RecordedSteps(RecordingFile file, int number, Protocol<?, ?> protocol) {
    this.file = file;
    this.number = number;
    this.codec = Codec.of(MessageTypes.of(protocol));
  }

  @Override
  public <M> Outbox<M> around(Outbox<M> effects) {
    return new Both<>(effects);
  }

  @Override
  public void took(Input<?> input) {
    write(input, "");
  }

  @Override
  public void failed(Input<?> input, Throwable why) {
    write(input, String.valueOf(why));
  }

  private void write(Input<?> input, String failure) {
    try {
      var line = line(input);
      if (!failure.isEmpty()) {
        line.put("failed", failure);
      }
      file.append(line.bytes());
    } catch (RuntimeException e) { // such as a message that is too long to be sent
      file.giveUp(e);
    }
    sent.clear();
    granted = OptionalInt.empty();
  }

  private JsonLine line(Input<?> input) {
    var line = file.line().put("of", number).put("at", RecordingFile.now());
    event(line, input);
    line.list("sent");
    for (var each : sent) {
      line.item().put("to", each.to()).put("message", each.message().toString()).endItem();
    }
    line.endList().put("granted", granted.isPresent());
    granted.ifPresent(unit -> line.put("unit", unit));
    return line;
  }

  /** The words are those of trace files. */
  private void event(JsonLine line, Input<?> input) {
    switch (input) {
      case Input.Acquire<?>(Claim(String room, int priority, int unit)) ->
          line.put("event", "ask")
              .put("room", room)
              .put("priority", priority)
              .put("wantedUnit", unit);
      case Input.Release<?> _ -> line.put("event", "release");
      case Input.Withdraw<?> _ -> line.put("event", "withdraw");
      case Input.Receive<?>(int from, var message) ->
          message(line.put("event", "receive").put("peer", from), message);
      case Input.Expired<?>(String timer) -> line.put("event", "expire").put("text", timer);
      case Input.Drawn<?>(String draw, int outcome) ->
          line.put("event", "draw").put("text", draw).put("outcome", outcome);
      case Input.Tick<?>(long now) -> line.put("event", "tick").put("now", now);
      case Input.Excluded<?>(int peer) -> line.put("event", "exclude").put("peer", peer);
      case Input.Join<?>(int introducer) -> line.put("event", "join").put("peer", introducer);
      case Input.Depart<?> _ -> line.put("event", "depart");
      case Input.Order<?>(var order) -> message(line.put("event", "order"), order);
    }
  }

  private void message(JsonLine line, Object message) {
    line.put("text", message.toString())
        .put("message", Base64.getEncoder().encodeToString(codec.encodeAny(message)));
  }

  /** Keeps what the line of the step needs, and passes everything on. */
  private final class Both<M> implements Outbox<M> {
    private final Outbox<M> effects;

    Both(Outbox<M> effects) {
      this.effects = effects;
    }

    @Override
    public void send(int to, M message) {
      sent.add(new Sent(to, message));
      effects.send(to, message);
    }

    @Override
    public void granted(int unit, long fence) {
      granted = OptionalInt.of(unit);
      effects.granted(unit, fence);
    }

    @Override
    public void timer(String name, long delayMillis) {
      effects.timer(name, delayMillis);
    }

    @Override
    public void joined() {
      effects.joined();
    }

    @Override
    public void departed() {
      effects.departed();
    }

    @Override
    public void draw(String name, int bound) {
      effects.draw(name, bound);
    }
  }
}
