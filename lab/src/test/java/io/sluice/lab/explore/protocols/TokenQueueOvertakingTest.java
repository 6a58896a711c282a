package io.sluice.lab.explore.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.Scope.Channels;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.Input;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.Token;
import io.sluice.protocol.exclusive.NaimiTrehel;
import io.sluice.protocol.exclusive.TokenQueue;
import io.sluice.protocol.exclusive.TokenQueue.Message;
import io.sluice.protocol.exclusive.TokenQueue.Message.Pass;
import io.sluice.protocol.exclusive.TokenQueue.Message.Request;
import io.sluice.protocol.exclusive.TokenQueue.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * How often one who waits may be overtaken. The explorer judges such a bound by the state of the
 * one who waits, and here that does not know how far its request has come. So this searches by
 * itself all that clients who never stop asking can bring about, with one pair of processes in
 * sight.
 */
class TokenQueueOvertakingTest {

  /** The processes, and what is on its way from each to each; without fencing numbers. */
  private record Sight(List<State> states, List<List<Message>> channels) {}

  /**
   * A run so far, as one who waits sees it.
   *
   * @param keepers how many there were between it and the token's queue when its request and all of
   *     theirs had arrived; nothing before that
   * @param overtaken how often the other one has got in since
   */
  private record Wait(Sight sight, OptionalInt keepers, int overtaken) {}

  /** A number that does not become smaller here. */
  private static final int ALWAYS_LEAVES = Integer.MAX_VALUE;

  /** Where all leave the queue. */
  private static int leavingBound(int keepers) {
    return keepers / 2 + 1;
  }

  /** Where some stay in it. */
  private static int bound(int keepers) {
    return keepers + 1;
  }

  @ParameterizedTest
  @CsvSource({"FIFO, 0", "FIFO, 1", "FIFO, 2", "UNORDERED, 0", "UNORDERED, 1", "UNORDERED, 2"})
  void threeNodes(Channels channels, int caution) {
    var most = mostOvertaken(3, channels, caution);
    assertThat(most).containsAllEntriesOf(Map.of(0, bound(0), 1, bound(1)));
    assertThat(most).allSatisfy((k, times) -> assertThat(times).isLessThanOrEqualTo(bound(k)));
  }

  /** The bound holds, and is reached with up to two keepers. */
  @ParameterizedTest
  @EnumSource
  void fourNodes(Channels channels) {
    var most = mostOvertaken(4, channels, 0);
    assertThat(most).containsAllEntriesOf(Map.of(0, bound(0), 1, bound(1), 2, bound(2)));
    assertThat(most).allSatisfy((k, times) -> assertThat(times).isLessThanOrEqualTo(bound(k)));
  }

  /** The bound holds, and is reached. */
  @ParameterizedTest
  @EnumSource
  void fourNodesThatLeave(Channels channels) {
    var most = mostOvertaken(4, channels, ALWAYS_LEAVES);
    assertThat(most).hasSize(channels == Channels.FIFO ? 3 : 4);
    assertThat(most).allSatisfy((k, times) -> assertThat(times).isEqualTo(leavingBound(k)));
  }

  @Tag("long")
  @Test
  void fourNodesThatLeaveAtTimes() {
    assertThat(mostOvertaken(4, Channels.FIFO, 1))
        .allSatisfy((k, times) -> assertThat(times).isLessThanOrEqualTo(bound(k)));
  }

  @Tag("long")
  @Test
  void fiveNodesThatLeave() {
    assertThat(mostOvertaken(5, Channels.FIFO, ALWAYS_LEAVES))
        .isEqualTo(Map.of(0, 1, 1, 1, 2, 2, 3, 2));
  }

  static Stream<Arguments> onTheWay() {
    return IntStream.of(1, 10, 30)
        .boxed()
        .flatMap(
            bound ->
                Stream.of(
                    Arguments.of(
                        Algorithm.of("token-queue", Family.EXCLUSIVE, TokenQueue::new)
                            .fenced()
                            .overtaking(bound, (s, _) -> s.requesting() && s.token().isEmpty())
                            .build()),
                    Arguments.of(
                        Algorithm.of("naimi-trehel", Family.EXCLUSIVE, NaimiTrehel::new)
                            .fenced()
                            .overtaking(bound, (s, _) -> s.requesting() && s.token().isEmpty())
                            .build())));
  }

  /** Whose request is on its way may be overtaken any number of times, as with path reversal. */
  @ParameterizedTest
  @MethodSource
  void onTheWay(Algorithm<?, ?> algorithm) {
    var scope = Scope.of(algorithm, Layout.plain(3), Scope.UNBOUNDED).withOvertaking();
    assertThat(Explorer.search(scope, Effort.full()).verdict())
        .isEqualTo(new Verdict.Broken("overtaking"));
  }

  /** The most entries of one other process during one wait, by the number of keepers. */
  private static Map<Integer, Integer> mostOvertaken(int nodes, Channels channels, int caution) {
    var search = new Search(nodes, channels, caution);
    var most = new TreeMap<Integer, Integer>();
    // All but the first root may be exchanged.
    Stream.of(new Pair(0, 1), new Pair(1, 0), new Pair(1, 2))
        .forEach(pair -> search.mostOvertaken(pair, most));
    return most;
  }

  private record Pair(int waiting, int other) {}

  private record Search(int nodes, Channels channels, int caution) {

    void mostOvertaken(Pair pair, Map<Integer, Integer> most) {
      var first = new Wait(beginning(), OptionalInt.empty(), 0);
      var seen = new HashSet<Wait>(List.of(first));
      var open = new ArrayDeque<Wait>(List.of(first));
      while (!open.isEmpty()) {
        var wait = open.remove();
        for (var sight : successors(wait.sight)) {
          var next = follow(wait, sight, pair);
          next.keepers.ifPresent(k -> most.merge(k, next.overtaken, Math::max));
          assertThat(next.overtaken).as("else the search has no end").isLessThan(nodes);
          if (seen.add(next)) {
            open.add(next);
          }
        }
      }
    }

    private Wait follow(Wait wait, Sight sight, Pair pair) {
      if (!waits(sight, pair.waiting)) {
        return new Wait(sight, OptionalInt.empty(), 0);
      }
      if (wait.keepers.isEmpty()) {
        return new Wait(sight, keepers(sight, pair.waiting), 0);
      }
      boolean entered = isInside(sight, pair.other) && !isInside(wait.sight, pair.other);
      return new Wait(sight, wait.keepers, wait.overtaken + (entered ? 1 : 0));
    }

    private static boolean waits(Sight sight, int node) {
      return sight.states.get(node).requesting() && sight.states.get(node).token().isEmpty();
    }

    private static boolean isInside(Sight sight, int node) {
      return sight.states.get(node).requesting() && sight.states.get(node).token().isPresent();
    }

    /** How many keep the request of one who waits, or keep such a keeper's, if all have arrived. */
    private OptionalInt keepers(Sight sight, int node) {
      for (int keeper = 0; keeper < nodes; keeper++) {
        var state = sight.states.get(keeper);
        if (state.queue().contains(node)) {
          if (state.token().isPresent()) {
            return OptionalInt.of(0);
          }
          var more = keepers(sight, keeper);
          return more.isPresent() ? OptionalInt.of(more.getAsInt() + 1) : more;
        }
      }
      return sight.channels.stream()
              .flatMap(List::stream)
              .anyMatch(message -> message.equals(new Request(node)))
          ? OptionalInt.empty()
          : OptionalInt.of(0);
    }

    private Sight beginning() {
      var states = IntStream.range(0, nodes).mapToObj(node -> process(node).initial()).toList();
      return new Sight(states, Collections.nCopies(nodes * nodes, List.of()));
    }

    private Protocol<State, Message> process(int node) {
      return TokenQueue.withCaution(caution).process(node, Layout.plain(nodes));
    }

    private List<Sight> successors(Sight sight) {
      var all = new ArrayList<Sight>();
      for (int node = 0; node < nodes; node++) {
        if (!sight.states.get(node).requesting()) {
          all.add(step(sight, sight.channels, node, new Input.Acquire<>(Claim.EXCLUSIVE)));
        } else if (isInside(sight, node)) {
          all.add(step(sight, sight.channels, node, new Input.Release<>()));
        }
        for (int from = 0; from < nodes; from++) {
          var channel = sight.channels.get(from * nodes + node);
          int deliverable =
              channels == Channels.FIFO ? Math.min(1, channel.size()) : channel.size();
          for (int i = 0; i < deliverable; i++) {
            var rest = new ArrayList<>(channel);
            var message = rest.remove(i);
            var others = new ArrayList<>(sight.channels);
            others.set(from * nodes + node, rest);
            all.add(step(sight, others, node, new Input.Receive<>(from, message)));
          }
        }
      }
      return all;
    }

    private Sight step(Sight sight, List<List<Message>> channels, int node, Input<Message> input) {
      var states = new ArrayList<>(sight.states);
      var sending = new Sending(new ArrayList<>(channels), node * nodes);
      var s = process(node).on(sight.states.get(node), input, sending);
      var token = s.token().map(_ -> Token.NEW);
      states.set(
          node,
          new State(
              s.parent(),
              s.queue(),
              s.requesting(),
              token,
              caution == ALWAYS_LEAVES ? caution : s.caution()));
      return new Sight(states, sending.channels);
    }
  }

  /** Puts messages into the channels of one process, the first of which is given. */
  private record Sending(List<List<Message>> channels, int first) implements Outbox<Message> {
    @Override
    public void send(int to, Message message) {
      var channel = new ArrayList<>(channels.get(first + to));
      channel.add(message instanceof Pass(_, var queue) ? new Pass(Token.NEW, queue) : message);
      channels.set(first + to, channel);
    }

    @Override
    public void granted(int unit, long fence) {}

    @Override
    public void timer(String name, long delayMillis) {
      throw new AssertionError(name);
    }

    @Override
    public void joined() {
      throw new AssertionError();
    }

    @Override
    public void departed() {
      throw new AssertionError();
    }

    @Override
    public void draw(String name, int bound) {
      throw new AssertionError(name);
    }
  }
}
