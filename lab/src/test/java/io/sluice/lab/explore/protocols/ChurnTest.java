package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Churn;
import io.sluice.lab.explore.Scope.Faults;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.explore.Toy.Part;
import io.sluice.lab.explore.trace.Event;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.ProcessSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the explorer says of protocols that are told to join, leave, give up and obey. */
class ChurnTest {

  private static final Layout TWO = Layout.plain(2);
  private static final Layout ONE_AND_A_NEWCOMER = TWO.withNewcomers(ProcessSet.of(1));
  private static final Churn A_JOIN = new Churn(1, 0, 0);
  private static final Churn A_LEAVE = new Churn(0, 1, 0);
  private static final Churn A_WITHDRAWAL = new Churn(0, 0, 1);

  private static Algorithm<Boolean, String> toy(Part<Boolean, String> part) {
    return Toy.of(false, part).build();
  }

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full().withWorkers(1));
  }

  private static String verdict(Scope<?, ?> scope) {
    return search(scope).verdict().word();
  }

  /** No process asks; only orders and changes of membership happen. */
  private static <S, M> Scope<S, M> quiet(Algorithm<S, M> algorithm, Layout layout) {
    return Scope.of(algorithm, layout, 1).asking(_ -> false);
  }

  private static final Algorithm<Boolean, String> WELCOMING =
      toy(
          (_, s, input, out) -> {
            switch (input) {
              case Input.Join(int introducer) -> out.send(introducer, "may I?");
              case Input.Receive(int from, var word) when word.equals("may I?") ->
                  out.send(from, "welcome");
              case Input.Receive(_, _) -> out.joined();
              case Input.Depart() -> out.departed();
              default -> {}
            }
            return s;
          });

  @Test
  void aNewcomerThatIsWelcomedBecomesAMember() {
    assertThat(verdict(quiet(WELCOMING, ONE_AND_A_NEWCOMER).with(A_JOIN))).isEqualTo("ok");
  }

  @Test
  void aNewcomerThatIsNotAnsweredIsADeadlock() {
    var result = search(quiet(Toy.CLOSED, ONE_AND_A_NEWCOMER).with(A_JOIN));
    assertThat(result.verdict()).isEqualTo(new Verdict.Deadlock());
    assertThat(result.what()).endsWith("p1 never becomes a member");
    assertThat(result.trace().orElseThrow().events()).containsExactly(new Event.Join(1, 0));
  }

  @Test
  void aNewcomerWhoseIntroducerCrashesIsOwedNothing() {
    var scope = quiet(WELCOMING, ONE_AND_A_NEWCOMER).with(A_JOIN).with(new Faults(1, 0, 0));
    assertThat(verdict(scope)).isEqualTo("ok");
  }

  @Test
  void aNewcomerAsksOnlyOnceItIsAMember() {
    var joinersAsk = Scope.of(Toy.OPEN, ONE_AND_A_NEWCOMER, 1).asking(node -> node == 1);
    assertThat(search(joinersAsk).transitions()).isEqualTo(1);
  }

  @Test
  void aMemberThatNeverGetsOutIsADeadlock() {
    var result = search(quiet(Toy.CLOSED, TWO).with(A_LEAVE));
    assertThat(result.what()).endsWith("p0 never departs");
  }

  @Test
  void somebodyStays() {
    var both = search(quiet(WELCOMING, TWO).with(new Churn(0, 2, 0)));
    assertThat(both.verdict()).isEqualTo(new Verdict.Ok());
    assertThat(both.worlds()).as("no process, p0 or p1 has departed").isEqualTo(3);
  }

  @Test
  void nobodyComesOrGoesUntold() {
    var joining =
        toy(
            (_, s, input, out) -> {
              if (input instanceof Input.Acquire) {
                out.joined();
              }
              return s;
            });
    assertThat(verdict(Scope.of(joining, TWO, 1))).isEqualTo("invariant:unasked-membership");
  }

  @Test
  void whoIsInsideReleasesBeforeItDeparts() {
    var rash =
        toy(
            (_, s, input, out) -> {
              switch (input) {
                case Input.Acquire(_) -> out.granted();
                case Input.Depart() -> out.departed();
                default -> {}
              }
              return s;
            });
    var alone = Scope.of(rash, TWO, 1).asking(node -> node == 0).with(A_LEAVE);
    var result = search(alone);
    assertThat(result.verdict().word()).isEqualTo("invariant:unasked-membership");
    assertThat(result.what()).isEqualTo("p0 departed while inside");
  }

  /** Lets the other in, by and by; remembers who is inside, but not who has given up. */
  private static final Algorithm<Boolean, String> SLOW =
      toy(
          (self, inside, input, out) -> {
            switch (input) {
              case Input.Acquire(_) -> out.send(1 - self, "may I?");
              case Input.Receive(int from, var word) when word.equals("may I?") ->
                  out.send(from, "yes");
              case Input.Receive(_, _) -> out.granted();
              case Input.Depart() when !inside -> out.departed();
              default -> {}
            }
            return input instanceof Input.Receive<String>(_, var word) && word.equals("yes");
          });

  @Test
  void whoHasGivenUpIsNotLetInAnyMore() {
    var alone = Scope.of(SLOW, TWO, 1).asking(node -> node == 0);
    assertThat(verdict(alone)).isEqualTo("ok");
    assertThat(verdict(alone.with(A_WITHDRAWAL))).isEqualTo("invariant:unasked-grant");
    assertThat(verdict(alone.with(A_LEAVE))).isEqualTo("invariant:unasked-grant");
  }

  @Test
  void nobodyMayCountOnAWithdrawal() {
    assertThat(verdict(Scope.of(Toy.CLOSED, TWO, 1).with(new Churn(0, 0, 2))))
        .isEqualTo("deadlock");
  }

  private static final Algorithm<Boolean, String> SWITCHED =
      Toy.<Boolean, String>of(
              false,
              (_, on, input, _) ->
                  input instanceof Input.Order<String>(var order) ? order.equals("on") : on)
          .orders("switch", (world, node) -> List.of(world.state(node) ? "off" : "on"))
          .build();

  @Test
  void ordersAreGivenAsOftenAsAllowedToAnybody() {
    var scope = quiet(SWITCHED, TWO);
    assertThat(search(scope.withOrders(Map.of("switch", 1))).worlds()).isEqualTo(3);
    assertThat(search(scope.withOrders(Map.of("switch", 2))).worlds())
        .as("after two: both on, or one on and off again")
        .isEqualTo(5);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scope.withOrders(Map.of("swich", 1)))
        .withMessage("toy knows no order named 'swich'");
  }

  /** Grants each process, at once, the unit of its number. */
  private static final Algorithm<Boolean, String> GIVING =
      toy(
          (self, s, input, out) -> {
            if (input instanceof Input.Acquire) {
              out.granted(self, 0);
            }
            return s;
          });

  @Test
  void thoseWhoHoldDifferentUnitsAreNotInEachOthersWay() {
    var any = Claim.EXCLUSIVE.toUnit(Claim.ANY_UNIT);
    assertThat(verdict(Scope.of(GIVING, TWO, 1).withClaims(_ -> List.of(any)))).isEqualTo("ok");
    assertThat(verdict(Scope.of(Toy.OPEN, TWO, 1).withClaims(_ -> List.of(any))))
        .as("both get unit 0")
        .isEqualTo("exclusion");
    assertThat(verdict(Scope.of(GIVING, TWO, 1)))
        .as("process 1 asked for unit 0")
        .isEqualTo("invariant:unasked-grant");
  }
}
