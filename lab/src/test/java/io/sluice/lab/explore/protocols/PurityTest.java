package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.world.Rewriter;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.Lamport;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.Raymond;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.exclusive.RicartAgrawalaCarvalho;
import io.sluice.protocol.exclusive.RicartAgrawalaCrash;
import io.sluice.protocol.exclusive.SuzukiKasami;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.group.Forks;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The explorer computes each step once and moves logical times at will. It may, if every step has
 * the same outcome when it is taken again, and the same but for the times when these are moved.
 */
class PurityTest {

  static Stream<Scope<?, ?>> scopes() {
    return Stream.of(
        Scope.of(RicartAgrawala.ALGORITHM, Layout.plain(3), 2),
        Scope.of(CentralFixed.ALGORITHM, Layout.plain(3), 2),
        Scope.of(Lamport.ALGORITHM, Layout.plain(3), 1),
        Scope.of(SuzukiKasami.ALGORITHM, Layout.plain(3), 2),
        Scope.of(Raymond.ALGORITHM, Layout.plain(3), 2),
        Scope.of(NaimiTrehel.ALGORITHM, Layout.plain(3), 2),
        Scope.of(TokenQueue.ALGORITHM, Layout.plain(3), 2),
        Scope.of(RicartAgrawalaCarvalho.ALGORITHM, Layout.plain(3), 2),
        Scope.of(RicartAgrawalaCrash.ALGORITHM, Layout.plain(3), 1),
        Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 2));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void everyStepTakenTwiceIsTheSame(Scope<?, ?> scope) {
    explored(scope, new Twin(time -> time));
  }

  @ParameterizedTest
  @MethodSource("scopes")
  void movingAllTimesTogetherMovesTheOutcome(Scope<?, ?> scope) {
    explored(scope, new Twin(time -> time + 17));
  }

  private static <S, M> void explored(Scope<S, M> scope, Twin twin) {
    var algorithm = scope.algorithm();
    var doubled =
        Algorithm.<S, M>of(
                algorithm.name(),
                algorithm.family(),
                (self, layout) -> twin.of(algorithm.process(self, layout)))
            .build();
    var result = Explorer.search(Scope.of(doubled, scope.layout(), scope.entries()), Effort.full());
    assertThat(result.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(twin.steps).isGreaterThan(50);
  }

  /** Takes every step a second time with the times changed, and compares. */
  private static final class Twin {
    private final Rewriter rewriter = new Rewriter();
    private final Rewriter.Change change;
    private int steps;

    Twin(IntUnaryOperator times) {
      this.change =
          new Rewriter.Change() {
            @Override
            public int time(int time) {
              return times.applyAsInt(time);
            }
          };
    }

    <S, M> Protocol<S, M> of(Protocol<S, M> protocol) {
      return new Protocol<>() {
        @Override
        public S initial() {
          return protocol.initial();
        }

        @Override
        public S on(S state, Input<M> input, Outbox<M> out) {
          var effects = new Effects<M>();
          S next = protocol.on(state, input, effects);
          var changed = new Effects<M>();
          S other = protocol.on(rewriter.rewrite(state, change), changed(input), changed);
          assertThat(other).isEqualTo(rewriter.rewrite(next, change));
          assertThat(changed.list).isEqualTo(effects.list.stream().map(Twin.this::moved).toList());
          steps++;
          return protocol.on(state, input, out);
        }
      };
    }

    private <M> Input<M> changed(Input<M> input) {
      return input instanceof Input.Receive<M>(var from, var message)
          ? new Input.Receive<>(from, rewriter.rewrite(message, change))
          : input;
    }

    private Object moved(Object effect) {
      return effect instanceof Effects.Send(var to, var message)
          ? new Effects.Send(to, rewriter.rewrite(message, change))
          : effect;
    }
  }

  private static final class Effects<M> implements Outbox<M> {
    record Send(int to, Object message) {}

    private final List<Object> list = new ArrayList<>();

    @Override
    public void send(int to, M message) {
      list.add(new Send(to, message));
    }

    @Override
    public void granted(int unit, long fence) {
      list.add("granted " + unit + " " + fence);
    }

    @Override
    public void joined() {
      list.add("joined");
    }

    @Override
    public void departed() {
      list.add("departed");
    }

    @Override
    public void timer(String name, long delayMillis) {
      list.add("timer " + name);
    }

    @Override
    public void draw(String name, int bound) {
      list.add("draw " + name);
    }
  }
}
