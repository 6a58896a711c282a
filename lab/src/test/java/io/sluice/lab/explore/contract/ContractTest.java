package io.sluice.lab.explore.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Toy;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Algorithm.Clocks;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Time;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What protocol authors do wrong, and what the explorer says of it: always with the way there. */
@Timeout(60)
class ContractTest {

  private static final Layout TWO = Layout.plain(2);

  private static Result search(Algorithm<?, ?> algorithm, int entries) {
    return Explorer.search(Scope.of(algorithm, TWO, entries), Effort.full().withMemory(64 << 20));
  }

  private static <S> Algorithm<S, Object> answering(S initial, Toy.Part<S, Object> part) {
    return Toy.of(initial, part).build();
  }

  /** The verdict, a sentence with each of the parts, and a trace of that many events. */
  private static void isFound(Result result, Verdict verdict, int events, String... parts) {
    assertThat(result.verdict()).as(result.what()).isEqualTo(verdict);
    assertThat(result.what()).contains(parts);
    assertThat(result.trace().orElseThrow().events()).hasSize(events);
  }

  private static void fails(Result result, int events, String... parts) {
    isFound(result, new Verdict.Failed(), events, parts);
  }

  @Test
  @SuppressWarnings("NullAway") // that is what authors do wrong
  void aStepThatReturnsNull() {
    var result = search(answering(1, (_, s, input, _) -> isAsked(input) ? null : s), 1);
    fails(result, 1, "p0 failed on a request", "the state is null");
  }

  @Test
  @SuppressWarnings("NullAway")
  void aMessageThatIsNull() {
    var result =
        search(
            answering(
                1,
                (self, s, input, out) -> {
                  if (isAsked(input)) {
                    out.send(1 - self, null);
                  }
                  return s;
                }),
            1);
    fails(result, 1, "p0 failed on a request", "the message is null");
  }

  record Held(String by) {}

  @Test
  @SuppressWarnings("NullAway")
  void aComponentThatIsNull() {
    var result =
        search(answering(new Held(""), (_, s, in, _) -> isAsked(in) ? new Held(null) : s), 1);
    fails(result, 1, "component Held.by is null", "Optional");
  }

  @Test
  void anIndexOutOfBounds() {
    var result =
        search(
            answering(List.<Integer>of(), (_, s, in, _) -> isAsked(in) ? s.subList(0, 3) : s), 1);
    fails(result, 1, "p0 failed on a request", "IndexOutOfBoundsException");
  }

  @Test
  void recursionWithoutEnd() {
    var result = search(answering(1, (_, s, in, _) -> isAsked(in) ? deeper(s) : s), 1);
    fails(result, 1, "StackOverflowError");
  }

  @SuppressWarnings("InfiniteRecursion")
  private static int deeper(int depth) {
    return 1 + deeper(depth + 1);
  }

  @Test
  void aProcessThatThereIsNot() {
    var result =
        search(
            answering(
                1,
                (_, s, in, out) -> {
                  if (isAsked(in)) {
                    out.send(7, "hello");
                  }
                  return s;
                }),
            1);
    fails(result, 1, "it sent a message to process 7 of 2");
  }

  @Test
  void anExceptionBeforeAnythingHappens() {
    Algorithm<Integer, String> algorithm =
        Algorithm.<Integer, String>of(
                "toy",
                Family.EXCLUSIVE,
                (self, _) ->
                    new Protocol<>() {
                      @Override
                      public Integer initial() {
                        return List.of(5).get(self);
                      }

                      @Override
                      public Integer on(Integer s, Input<String> input, Outbox<String> out) {
                        return s;
                      }
                    })
            .build();
    fails(search(algorithm, 1), 0, "p1: initial() failed: java.lang.IndexOutOfBoundsException");
  }

  @Test
  void anInvariantThatThrows() {
    var algorithm =
        Toy.<Integer, String>of(0, (_, s, input, _) -> isAsked(input) ? s + 1 : s)
            .invariant("even", world -> List.of(true).get(world.state(1)))
            .build();
    fails(search(algorithm, 1), 1, "the invariant 'even' of toy failed", "OutOfBounds");
  }

  @Test
  void enteringTwiceInOneStep() {
    var result =
        search(
            answering(
                1,
                (_, s, input, out) -> {
                  if (isAsked(input)) {
                    out.granted();
                    out.granted();
                  }
                  return s;
                }),
            1);
    isFound(result, new Verdict.Broken("unasked-grant"), 1, "p0 was let in twice in one step");
  }

  @Test
  void aFencingNumberThatIsNotDeclared() {
    var result =
        search(
            answering(
                1,
                (_, s, input, out) -> {
                  if (isAsked(input)) {
                    out.granted(3);
                  }
                  return s;
                }),
            1);
    isFound(result, new Verdict.Broken("fence"), 1, "p0 was granted a fencing number", "fenced()");
  }

  /** A process that counts its steps in a field. */
  private static final class Counting implements Protocol<Integer, String> {
    private int steps;

    @Override
    public Integer initial() {
      return 0;
    }

    @Override
    public Integer on(Integer state, Input<String> input, Outbox<String> out) {
      return ++steps;
    }
  }

  @Test
  void aFieldThatChangesWithEveryStep() {
    var counting =
        Algorithm.<Integer, String>of("toy", Family.EXCLUSIVE, (_, _) -> new Counting()).build();
    fails(search(counting, 1), 1, "p0 failed on a request: taken again from the same state 0");
  }

  /** A process that notes in a field that it has released, and looks there only later. */
  private static final class Remembering implements Protocol<Integer, String> {
    private final int self;
    private boolean released;

    Remembering(int self) {
      this.self = self;
    }

    @Override
    public Integer initial() {
      return 0;
    }

    @Override
    public Integer on(Integer state, Input<String> input, Outbox<String> out) {
      switch (input) {
        case Input.Acquire(_) -> out.send(1 - self, "may I?");
        case Input.Receive(_, var text) when text.equals("may I?") -> out.send(1 - self, "yes");
        case Input.Receive(_, _) -> {
          out.granted();
          if (released) {
            out.timer("rest", 1);
          }
        }
        case Input.Release() -> released = true;
        default -> {}
      }
      return state;
    }
  }

  @Test
  void aFieldThatIsReadLater() {
    var remembering =
        Algorithm.<Integer, String>of("toy", Family.EXCLUSIVE, (self, _) -> new Remembering(self))
            .build();
    for (int entries : new int[] {3, Scope.UNBOUNDED}) {
      var scope = Scope.of(remembering, TWO, entries).asking(process -> process == 0);
      var result = Explorer.search(scope, Effort.full());
      fails(result, 3, "p0 failed on message yes from p1", "no field of the protocol may change");
    }
  }

  record Notes(ArrayList<Integer> list) {}

  @Test
  void aStateThatIsChangedInPlace() {
    var result =
        search(
            Toy.<Notes, Object>of(
                    new Notes(new ArrayList<>()),
                    (_, s, input, _) -> {
                      if (isAsked(input)) {
                        s.list.add(1);
                      }
                      return s;
                    })
                .build(),
            1);
    fails(result, 1, "it changed the state that it was given");
  }

  @SuppressWarnings("ArrayRecordComponent") // that is what authors do wrong
  record Votes(int[] votes) {}

  @Test
  void anArrayInAState() {
    var later =
        answering(
            List.<Votes>of(),
            (_, s, input, _) -> isAsked(input) ? List.of(new Votes(new int[2])) : s);
    fails(search(later, 1), 1, "component Votes.votes is an array", "use a List");
    var atFirst = answering(new Votes(new int[2]), (_, s, _, _) -> s);
    fails(search(atFirst, 1), 0, "p0: begins in what is no value: component Votes.votes");
  }

  private static final class Ping {}

  @Test
  void aMessageThatIsNoValue() {
    var result =
        search(
            answering(
                1,
                (self, s, input, out) -> {
                  if (isAsked(input)) {
                    out.send(1 - self, new Ping());
                  }
                  return s;
                }),
            Scope.UNBOUNDED);
    fails(result, 1, "the message is a " + Ping.class.getName(), "no equals of its own");
  }

  /**
   * @param first the time of the first request, which is never forgotten
   */
  record Log(@Time int now, @Time int first) {}

  @Test
  void timesThatDriftApart() {
    var drifting =
        Toy.<Log, String>of(
                new Log(0, 0),
                (_, s, input, out) ->
                    switch (input) {
                      case Input.Acquire(_) -> {
                        out.granted();
                        yield new Log(s.now + 1, s.first);
                      }
                      default -> s;
                    })
            .clocks(Clocks.CLOSE)
            .build();
    var scope = Scope.of(drifting, TWO, Scope.UNBOUNDED).asking(process -> process == 0);
    var result = Explorer.search(scope, Effort.full());
    assertThat(result.verdict()).isEqualTo(new Verdict.Failed());
    assertThat(result.what())
        .contains("drift more than 62 apart", "p0 holds 63 in Log.now", "holds 0 in Log.first")
        .contains("forget times that are no longer needed");
    assertThat(result.trace().orElseThrow().events()).hasSize(2 * 63 - 1);
  }

  private static boolean isAsked(Input<?> input) {
    return input instanceof Input.Acquire;
  }
}
