package io.sluice.lab.explore.search;

import static io.sluice.lab.explore.Scope.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Coverage;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.explore.trace.Replay;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.trace.TraceStep;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.exclusive.CentralFixed;
import io.sluice.protocol.exclusive.RicartAgrawala;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Padme;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Who waits forever although the environment is fair, whatever the order of messages. */
class StarvationTest {

  private static Result search(Scope<?, ?> scope) {
    return Explorer.search(scope, Effort.full().withWorkers(2));
  }

  /** A coordinator, process 0, that always prefers the lowest number. */
  record Desk(boolean taken, ProcessSet waiting) {}

  private static final Algorithm<Desk, String> LOWEST_FIRST =
      Toy.<Desk, String>of(new Desk(false, ProcessSet.EMPTY), StarvationTest::lowestFirst).build();

  private static Desk lowestFirst(int self, Desk s, Input<String> input, Outbox<String> out) {
    return switch (input) {
      case Input.Acquire(_) when self == 0 -> served(new Desk(s.taken, s.waiting.plus(0)), out);
      case Input.Release() when self == 0 -> served(new Desk(false, s.waiting), out);
      case Input.Acquire(_) -> sent(s, "ask", out);
      case Input.Release() -> sent(s, "return", out);
      case Input.Receive(var from, var text) when text.equals("ask") ->
          served(new Desk(s.taken, s.waiting.plus(from)), out);
      case Input.Receive(_, var text) when text.equals("return") ->
          served(new Desk(false, s.waiting), out);
      case Input.Receive(_, _) -> {
        out.granted();
        yield s;
      }
      case Input.Rare<String> _ -> s;
    };
  }

  private static Desk sent(Desk s, String text, Outbox<String> out) {
    out.send(0, text);
    return s;
  }

  private static Desk served(Desk s, Outbox<String> out) {
    if (s.taken || s.waiting.isEmpty()) {
      return s;
    }
    int first = s.waiting.least();
    if (first == 0) {
      out.granted();
    } else {
      out.send(first, "grant");
    }
    return new Desk(true, s.waiting.minus(first));
  }

  @ParameterizedTest
  @EnumSource(Channels.class)
  void aCoordinatorThatPrefersTheLowestNumberStarvesTheOthers(Channels channels) {
    var scope = Scope.of(LOWEST_FIRST, Layout.plain(3), UNBOUNDED).with(channels);
    var result = search(scope);
    assertThat(result.verdict()).isEqualTo(new Verdict.Starvation());
    assertThat(result.what()).startsWith("p2 can wait forever");
    var trace = result.trace().orElseThrow();
    assertThat(trace.steps().subList(trace.cycle(), trace.steps().size()))
        .anyMatch(TraceStep::granted);
    var replay = Replay.of(SavedTrace.of(trace), scope);
    assertThat(replay.verdict()).as(replay.what()).isEqualTo(new Verdict.Starvation());
  }

  enum Mood {
    CONTENT,
    WANTING,
    RESTING,
    INSIDE
  }

  /**
   * @param owed whether the other waits for an answer until the release
   */
  record Guest(Mood mood, boolean owed) {}

  /** Two processes that let each other go first, rest for a while, and try again. */
  private static final Algorithm<Guest, String> AFTER_YOU =
      Toy.<Guest, String>of(new Guest(Mood.CONTENT, false), StarvationTest::afterYou).build();

  private static Guest afterYou(int self, Guest s, Input<String> input, Outbox<String> out) {
    int other = 1 - self;
    return switch (input) {
      case Input.Acquire(_), Input.Expired(_) -> {
        out.send(other, "may I?");
        yield new Guest(Mood.WANTING, false);
      }
      case Input.Release() -> {
        if (s.owed) {
          out.send(other, "go");
        }
        yield new Guest(Mood.CONTENT, false);
      }
      case Input.Receive(_, var text) when text.equals("may I?") ->
          switch (s.mood) {
            case INSIDE -> new Guest(Mood.INSIDE, true);
            case WANTING -> answered(s, "after you", out, other);
            case CONTENT, RESTING -> answered(s, "go", out, other);
          };
      case Input.Receive(_, var text) when text.equals("after you") -> {
        out.timer("rest", 10);
        yield new Guest(Mood.RESTING, false);
      }
      case Input.Receive(_, _) -> {
        out.granted();
        yield new Guest(Mood.INSIDE, false);
      }
      default -> s;
    };
  }

  private static Guest answered(Guest s, String text, Outbox<String> out, int other) {
    out.send(other, text);
    return s;
  }

  @ParameterizedTest
  @EnumSource(Channels.class)
  void politenessWithoutEndIsFound(Channels channels) {
    var scope = Scope.of(AFTER_YOU, Layout.plain(2), UNBOUNDED).with(channels);
    var result = search(scope);
    assertThat(result.verdict()).isEqualTo(new Verdict.Starvation());
    assertThat(result.trace()).isPresent();
  }

  /** Process 0 asks by a message that chatter overtakes, to which there is no end. */
  private static final Algorithm<Boolean, String> CHATTY =
      Toy.<Boolean, String>of(
              false,
              (self, chats, input, out) -> {
                switch (input) {
                  case Input.Acquire(_) -> {
                    if (!chats) {
                      out.send(1, "chat");
                    }
                    out.send(1, "please");
                  }
                  case Input.Receive(_, var text) when text.equals("chat") ->
                      out.send(1 - self, "chat");
                  case Input.Receive(_, _) when self == 1 -> out.send(0, "yes");
                  case Input.Receive(_, _) -> out.granted();
                  default -> {}
                }
                return true;
              })
          .restless()
          .build();

  @Test
  void noMessageIsOvertakenForever() {
    var scope =
        Scope.of(CHATTY, Layout.plain(2), UNBOUNDED)
            .with(Channels.UNORDERED)
            .asking(process -> process == 0);
    assertThat(search(scope).verdict()).isEqualTo(new Verdict.Ok());
  }

  @Test
  void goodProtocolsStarveNoProcessInAnyOrder() {
    for (var algorithm : new Algorithm<?, ?>[] {RicartAgrawala.ALGORITHM, CentralFixed.ALGORITHM}) {
      var result = search(Scope.of(algorithm, Layout.plain(3), UNBOUNDED).with(Channels.UNORDERED));
      assertThat(result.verdict()).isEqualTo(new Verdict.Ok());
      assertThat(result.coverage().judged()).contains("starvation");
    }
  }

  @Test
  void whereOnlyTheOrderOfTimesIsKeptTheCircleIsShownWithRealTimes() {
    var leveled = Configuration.find("padme-LFFU:chain").orElseThrow();
    var scope =
        Scope.of(Padme.algorithm(leveled), Layout.plain(3), UNBOUNDED)
            .withClaims(node -> List.of(leveled.claim(node)));
    var result = search(scope);
    assertThat(result.verdict()).isEqualTo(new Verdict.Starvation());
    assertThat(result.what()).contains("order of the logical times alone");
    var trace = result.trace().orElseThrow();
    assertThat(trace.cycle()).isBetween(1, trace.steps().size() - 1);
    assertThat(Replay.of(SavedTrace.of(trace), scope).verdict())
        .isEqualTo(new Verdict.Starvation());
  }

  @Test
  void whatIsNotJudgedIsSaid() {
    var bounded = search(Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 1));
    assertThat(bounded.coverage().notJudged())
        .extracting(Coverage.Gap::property)
        .containsExactly("invariant:overtaking", "starvation");
    assertThat(bounded.what()).contains("not judged", "starvation (entries are bounded)");
    var unbounded = search(Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), UNBOUNDED));
    assertThat(unbounded.coverage().judged()).contains("exclusion", "stuck", "starvation");
    assertThat(unbounded.what()).contains("fencing numbers (entries are unbounded)");
    var reduced =
        Explorer.search(
            Scope.of(Forks.ALGORITHM, Layout.groups(2, 1), 1), Effort.full().reducing());
    assertThat(reduced.coverage().notJudged())
        .extracting(Coverage.Gap::why)
        .contains("the search is reduced");
  }
}
