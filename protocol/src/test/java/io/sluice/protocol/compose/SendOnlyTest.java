package io.sluice.protocol.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SendOnlyTest {

  private final List<String> sent = new ArrayList<>();
  private final SendOnly<String> out = (to, message) -> sent.add(to + " " + message);

  @Test
  void messagesAreSentToOneAndToSeveralProcesses() {
    out.send(2, "ping");
    out.send(ProcessSet.of(0, 1), "pong");
    assertThat(sent).containsExactly("2 ping", "0 pong", "1 pong");
  }

  static Stream<Arguments> otherEffects() {
    return Stream.of(
        effect("grants unit 0 under the fencing number 0", Outbox::granted),
        effect("grants unit 3 under the fencing number 7", out -> out.granted(3, 7)),
        effect("sets the timer 'retry'", out -> out.timer("retry", 10)),
        effect("has joined", Outbox::joined),
        effect("has departed", Outbox::departed),
        effect("draws 'back-off'", out -> out.draw("back-off", 2)));
  }

  private static Arguments effect(String named, Consumer<Outbox<String>> effect) {
    return Arguments.of(named, effect);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void otherEffects(String named, Consumer<Outbox<String>> effect) {
    assertThatThrownBy(() -> effect.accept(out))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("the process " + named + ", but its environment only carries out messages");
  }
}
