package io.sluice.lab.experiment.mobile;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.experiment.Options;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.mobile.Balancing;
import io.sluice.protocol.mobile.Elmp;
import io.sluice.protocol.mobile.Message;
import io.sluice.protocol.mobile.Rooms;
import io.sluice.protocol.mobile.RwLmp;
import io.sluice.protocol.mobile.State;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Processes come and go: messages stay logarithmic, and the tree low. */
class MobileChurnTest {

  private static final int ENTRIES = 1000;

  private static final List<Function<Balancing, Algorithm<State, Message>>> PROTOCOLS =
      List.of(Elmp::balanced, RwLmp::balanced, Rooms::balanced);

  private static final List<Balancing> BALANCINGS =
      List.of(Balancing.KEPT, Balancing.KEPT.withArity(4), Balancing.LAZY);

  private static Stream<Arguments> each(int... sizes) {
    return Stream.of(PROTOCOLS.toArray(Function[]::new))
        .flatMap(
            protocol ->
                BALANCINGS.stream()
                    .flatMap(
                        balancing ->
                            java.util.Arrays.stream(sizes)
                                .mapToObj(n -> Arguments.of(protocol, balancing, n))));
  }

  static Stream<Arguments> nodes() {
    return each(1000, 10_000);
  }

  /** One in a hundred is replaced in a thousand entries. */
  @ParameterizedTest
  @MethodSource("nodes")
  void messagesAndHeightAreLogarithmic(
      Function<Balancing, Algorithm<State, Message>> protocol, Balancing balancing, int n) {
    var run =
        MobileRun.of(
            protocol.apply(balancing), n, ENTRIES, n * MobileChurn.SHARE, 1, Options.DEFAULT);
    double log = Math.log(n) / Math.log(2);
    assertThat(run.replaced()).isGreaterThan(n / 200);
    assertThat((double) run.height()).isLessThanOrEqualTo(MobileChurn.bound(balancing, n));
    assertThat(run.stepsPerRequest()).isLessThanOrEqualTo(run.height());
    assertThat(run.messagesPerOperation())
        .as("up, back, down and back; neighbours; a few more")
        .isLessThanOrEqualTo(4 * log + 4 * balancing.arity() + 8);
  }

  static Stream<Arguments> many() {
    return each(100_000, 1_000_000);
  }

  @Tag("long")
  @ParameterizedTest
  @MethodSource("many")
  void alsoForMany(
      Function<Balancing, Algorithm<State, Message>> protocol, Balancing balancing, int n) {
    messagesAndHeightAreLogarithmic(protocol, balancing, n);
  }

  /**
   * Every process is replaced twice: parts of a tree with a small alpha are rebuilt, and it stays
   * low.
   */
  @Test
  void partsAreRebuilt() {
    int n = 500;
    var strict = Balancing.LAZY.withAlpha(110);
    var run = MobileRun.of(Elmp.balanced(strict), n, 200, 5, 1, Options.DEFAULT);
    assertThat(run.rebuiltPerReplaced()).isPositive();
    assertThat(run.height()).isLessThanOrEqualTo(strict.mostHeight(n + 5));
    var lax = MobileRun.of(Elmp.balanced(Balancing.LAZY), n, 200, 5, 1, Options.DEFAULT);
    assertThat(lax.height()).isBetween(run.height(), Balancing.LAZY.mostHeight(n + 5));
  }
}
