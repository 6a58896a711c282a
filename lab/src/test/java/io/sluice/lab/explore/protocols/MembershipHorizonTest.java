package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.world.Rewriter;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.Relay;
import io.sluice.protocol.membership.Membership;
import io.sluice.protocol.membership.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The explorer treats all times beyond the horizon of a protocol alike. It may, if every step has
 * the same outcome, but for such times, when they are all moved to the horizon.
 */
class MembershipHorizonTest {

  private static final Algorithm<Membership.State, Message> ORIGINAL = Membership.ALGORITHM;
  private static final int HORIZON = ORIGINAL.horizon().orElseThrow();

  /** Times that far back are in the worlds of this search. */
  private static final int FARTHER = HORIZON + 4;

  /** Takes every step a second time with the times beyond the horizon moved to it. */
  private record Twin(Protocol<Membership.State, Message> protocol)
      implements Protocol<Membership.State, Message> {

    @Override
    public Membership.State initial() {
      return protocol.initial();
    }

    @Override
    public Membership.State on(Membership.State state, Input<Message> input, Outbox<Message> out) {
      long now = input instanceof Input.Tick<Message>(long told) ? told : state.views().now();
      var sent = new ArrayList<Object>();
      var next = protocol.on(state, input, new Listening(out, sent));
      var sentByTwin = new ArrayList<Object>();
      var nextOfTwin =
          protocol.on(moved(state, now), moved(input, now), new Listening(out, sentByTwin));
      assertThat(moved(nextOfTwin, now)).isEqualTo(moved(next, now));
      assertThat(all(sentByTwin, now)).isEqualTo(all(sent, now));
      return protocol.on(state, input, out);
    }

    private static List<Object> all(List<Object> messages, long now) {
      return messages.stream().map(each -> moved(each, now)).toList();
    }

    private static <T> T moved(T value, long now) {
      return new Rewriter()
          .rewrite(
              value,
              new Rewriter.Change() {
                @Override
                public int time(int time) {
                  return Math.max(time, (int) now - HORIZON);
                }
              });
    }
  }

  /** Only listens: what the twin sends must not be sent again. */
  private record Listening(Outbox<Message> out, List<Object> sent) implements Relay<Message> {
    @Override
    public void send(int to, Message message) {
      sent.add(message);
    }

    @Override
    public void joined() {}

    @Override
    public void departed() {}
  }

  @Test
  @Tag("long")
  void timesBeyondTheHorizonAreAlike() {
    var builder =
        Algorithm.<Membership.State, Message>of(
                ORIGINAL.name(),
                ORIGINAL.family(),
                (self, layout) -> new Twin(ORIGINAL.process(self, layout)))
            .horizon(FARTHER)
            .settled(ORIGINAL.settled().orElseThrow());
    ORIGINAL.orders().forEach(kind -> builder.orders(kind.name(), kind.choices()));
    var scope =
        Scope.of(builder.build(), Layout.plain(2), 1)
            .with(new Faults(1, 0, 0, 1, 0))
            .withOrders(Map.of("disconnect", 1));
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).as(result.what()).isEqualTo(new Verdict.Ok());
    assertThat(result.worlds()).isGreaterThan(5_000);
  }
}
