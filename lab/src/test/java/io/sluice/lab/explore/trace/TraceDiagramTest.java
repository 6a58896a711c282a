package io.sluice.lab.explore.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.trace.Trace.Event;
import io.sluice.lab.explore.trace.Trace.Kind;
import io.sluice.lab.explore.trace.Trace.Sent;
import io.sluice.lab.report.spacetime.SpaceTime.Delivery;
import io.sluice.lab.report.spacetime.SpaceTime.Interval;
import io.sluice.lab.report.spacetime.SpaceTime.Lane;
import io.sluice.lab.report.spacetime.SpaceTime.Message;
import io.sluice.lab.report.spacetime.SpaceTime.State;
import io.sluice.protocol.Layout;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.TwoFixedGroups;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceDiagramTest {

  private static final Layout TWO = Layout.groups(1, 1);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Req[reqId=Ticket[time=1, node=0]] | Req(1.a0)",
        "Req[reqId=Ticket[time=12, node=1], number=3] | Req(12.b0,3)",
        "Req[reqId=Ticket[time=1, node=9]] | Req(1.9)",
        "Reply[] | Reply",
        "Ack[renew=false, end=true] | Ack(end)",
        "Ack[renew=false, end=false] | Ack",
        "Fork[fence=3, leaving=false] | Fork(3)",
        "Told[who={0,1}, left=[1, 2], inner=Inner[x=1, y=[[3]]], at=7] | Told(1,7)",
        "plain words | plain words",
        "Broken[a=1 | Broken(1)",
        "Odd[] and more | Odd[] and more"
      })
  void messagesGetShortLabels(String message, String label) {
    assertThat(MessageLabel.of(message, TWO)).isEqualTo(label);
  }

  @Test
  void lanesRowsAndStatesFollowTheTrace() {
    var trace =
        new Trace(
            List.of(
                new Event(Kind.ASK, 0, Trace.NOBODY, "", List.of(new Sent(1, "Ask[]")), false, ""),
                new Event(Kind.DUPLICATE, 1, 0, "Ask[]", List.of(new Sent(0, "Ok[]")), false, ""),
                new Event(Kind.RECEIVE, 0, 1, "Ok[]", List.of(), true, ""),
                new Event(Kind.LOSE, 1, 0, "Ask[]", List.of(), false, ""),
                new Event(
                    Kind.LEAVE, 0, Trace.NOBODY, "", List.of(new Sent(1, "Bye[]")), false, ""),
                new Event(Kind.CRASH, 1, Trace.NOBODY, "", List.of(), false, "")),
            Trace.NO_CYCLE);
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

  @Test
  void everyTraceOfASearchCanBeDrawn() {
    var effort = Effort.full().withWorkers(1);
    for (var faults : List.of(Faults.NONE, new Faults(0, 1, 0), new Faults(0, 0, 1))) {
      for (var channels : Channels.values()) {
        for (Scope<?, ?> scope :
            List.<Scope<?, ?>>of(
                Scope.of(TwoFixedGroups.ALGORITHM_PUBLISHED, Layout.groups(2, 1), 1),
                Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(2), 1))) {
          Explorer.search(scope.with(channels).with(faults), effort)
              .trace()
              .ifPresent(
                  trace ->
                      assertThat(TraceDiagram.of("t", "", trace, scope.layout()).rows())
                          .hasSameSizeAs(trace.events()));
        }
      }
    }
  }
}
