package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.CatalogueScopes;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.world.Rewriter;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Algorithm.Clocks;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The explorer computes each step once and moves logical times at will. It may, if every step has
 * the same outcome when it is taken again, and the same but for the times when these are moved.
 */
class PurityTest {

  /** Below that, hardly anything has happened. */
  private static final int FEWEST_STEPS = 30;

  /** Enough for some ten thousand worlds, which have most of the steps there are. */
  private static final long MEMORY = 2 << 20;

  /** A deleted instance forgets its logical time, which no step reads any more. */
  private static final Family FORGETS_TIMES = Family.SCALING;

  static Stream<Scope<?, ?>> everyProtocol() {
    return CatalogueScopes.small();
  }

  @ParameterizedTest
  @MethodSource("everyProtocol")
  void everyStepTakenTwiceIsTheSame(Scope<?, ?> scope) {
    explored(scope, new Twin(time -> time));
  }

  /** Those in which the explorer moves times. */
  static Stream<Scope<?, ?>> protocolsWithTimes() {
    return CatalogueScopes.small()
        .filter(scope -> scope.algorithm().clocks() != Clocks.NONE)
        .filter(scope -> scope.algorithm().family() != FORGETS_TIMES);
  }

  @ParameterizedTest
  @MethodSource("protocolsWithTimes")
  void movingAllTimesTogetherMovesTheOutcome(Scope<?, ?> scope) {
    explored(scope, new Twin(time -> time + 17));
  }

  /**
   * Searches the scope, also with a crash. The verdict is no matter here: some protocols are there
   * to be found wrong, and most do not tolerate a crash or refuse it.
   */
  private static <S, M> void explored(Scope<S, M> scope, Twin twin) {
    var algorithm = scope.algorithm();
    var doubled =
        Algorithm.<S, M>of(
            algorithm.name(),
            algorithm.family(),
            (self, layout) -> twin.of(algorithm.process(self, layout)));
    if (algorithm.fenced()) {
      doubled.fenced();
    }
    algorithm.orders().forEach(each -> doubled.orders(each.name(), each.choices()));
    algorithm.horizon().ifPresent(doubled::horizon);
    var same =
        Scope.of(doubled.build(), scope.layout(), scope.entries()).withOrders(scope.orders());
    for (var each : List.of(same, same.with(new Faults(1, 0, 0)))) {
      var _ = Explorer.search(each, Effort.full().withMemory(MEMORY));
    }
    assertThat(twin.differences).isEmpty();
    assertThat(twin.steps).isGreaterThan(FEWEST_STEPS);
  }

  /** Takes every step a second time with the times changed, and compares. */
  private static final class Twin {
    private final Rewriter rewriter = new Rewriter();
    private final Rewriter.Change change;
    private final Set<String> differences = ConcurrentHashMap.newKeySet();
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
          compare(input, other, rewriter.rewrite(next, change));
          compare(input, changed.list, effects.list.stream().map(Twin.this::moved).toList());
          steps++;
          return protocol.on(state, input, out);
        }
      };
    }

    private void compare(Input<?> input, Object found, Object expected) {
      if (!found.equals(expected)) {
        differences.add("on %s: %s, not %s".formatted(input, found, expected));
      }
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
      list.add("timer " + name + " " + delayMillis);
    }

    @Override
    public void draw(String name, int bound) {
      list.add("draw " + name + " of " + bound);
    }
  }
}
