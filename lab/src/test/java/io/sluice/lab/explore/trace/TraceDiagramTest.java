package io.sluice.lab.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.CatalogueScopes;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.TraceStep.Sent;
import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Interval;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Ticket;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TraceDiagramTest {

  private static final Layout TWO = Layout.groups(1, 1);

  record Req(Ticket reqId) {}

  record Counted(Ticket reqId, int number) {}

  record Reply() {}

  record Ack(boolean renew, boolean end) {}

  record Inner(int x, List<List<Integer>> y) {}

  record Told(ProcessSet who, List<Integer> left, Inner inner, Optional<Integer> at) {}

  record Guard(Req message) {
    @Override
    public String toString() {
      return message.toString();
    }
  }

  record Odd(int x) {
    @Override
    public String toString() {
      return "odd " + x;
    }
  }

  static Stream<Arguments> labels() {
    return Stream.of(
        Arguments.of(new Req(new Ticket(1, 0)), "Req(1.a0)"),
        Arguments.of(new Counted(new Ticket(12, 1), 3), "Counted(12.b0,3)"),
        Arguments.of(new Req(new Ticket(1, 9)), "Req(1.9)"),
        Arguments.of(new Reply(), "Reply"),
        Arguments.of(new Ack(false, true), "Ack(end)"),
        Arguments.of(new Ack(false, false), "Ack"),
        Arguments.of(
            new Told(
                ProcessSet.of(0, 1),
                List.of(1, 2),
                new Inner(1, List.of(List.of(3))),
                Optional.of(7)),
            "Told(1,7)"),
        Arguments.of(new Guard(new Req(new Ticket(1, 0))), "Req(1.a0)"),
        Arguments.of(new Odd(3), "odd 3"),
        Arguments.of("plain words", "plain words"));
  }

  @ParameterizedTest
  @MethodSource("labels")
  void messagesGetShortLabels(Object message, String label) {
    assertThat(MessageLabel.of(message, TWO)).isEqualTo(label);
  }

  private static TraceStep step(Event event, boolean granted, Sent... sent) {
    return new TraceStep(event, List.of(sent), granted, "");
  }

  @Test
  void lanesRowsAndStatesFollowTheTrace() {
    var trace =
        Trace.of(
            List.of(
                step(new Event.Ask(0, Claim.EXCLUSIVE), false, new Sent(1, "Ask")),
                step(new Event.Duplicate(1, 0, "Ask"), false, new Sent(0, "Ok")),
                step(new Event.Receive(0, 1, "Ok"), true),
                step(new Event.Lose(1, 0, "Ask"), false),
                step(new Event.Release(0), false, new Sent(1, "Bye")),
                step(new Event.Crash(1), false)));
    var drawn = TraceDiagram.of("run", "A run", trace, TWO);
    assertThat(drawn.lanes()).containsExactly(new Lane("a0", "a"), new Lane("b0", "b"));
    assertThat(drawn.rows()).hasSize(6);
    assertThat(drawn.messages())
        .containsExactlyInAnyOrder(
            new Message("Ask", 0, 1, 0, new Delivery.Received(1)),
            new Message("Ask", 0, 1, 0, new Delivery.Lost(3)),
            new Message("Ok", 1, 0, 1, new Delivery.Received(2)),
            new Message("Bye", 0, 1, 4, new Delivery.InFlight()));
    assertThat(drawn.intervals())
        .containsExactlyInAnyOrder(
            new Interval(0, State.WAITING, 0, 2),
            new Interval(0, State.INSIDE, 2, 4),
            new Interval(1, State.CRASHED, 5, 6));
  }

  static Stream<Scope<?, ?>> catalogue() {
    return CatalogueScopes.small();
  }

  @ParameterizedTest
  @MethodSource("catalogue")
  void everyTraceOfASearchCanBeDrawnSavedAndReplayed(Scope<?, ?> scope) {
    var effort = Effort.full().withWorkers(1);
    for (var faults : List.of(Faults.NONE, new Faults(0, 1, 0), new Faults(0, 0, 1))) {
      for (var channels : Channels.values()) {
        var searched = scope.with(channels).with(faults);
        var result = Explorer.search(searched, effort);
        result
            .trace()
            .ifPresent(
                trace -> {
                  assertThat(TraceDiagram.of("t", "", trace, scope.layout()).rows())
                      .hasSameSizeAs(trace.steps());
                  var replay = Replay.of(SavedTrace.of(trace), searched);
                  assertThat(replay.sameOutcomes()).as(replay.what()).isTrue();
                });
      }
    }
  }
}
