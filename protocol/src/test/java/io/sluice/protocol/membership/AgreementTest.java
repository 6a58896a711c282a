package io.sluice.protocol.membership;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.membership.Message.Accept;
import io.sluice.protocol.membership.Message.Accepted;
import io.sluice.protocol.membership.Message.OfViews;
import io.sluice.protocol.membership.Message.Prepare;
import io.sluice.protocol.membership.Message.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * At most one view is decided, however bad the network is, also with more members than searched.
 */
class AgreementTest {

  private static final int RUNS = 2_000;
  private static final int STEPS = 400;

  /** Members that propose at random, and a network that loses, repeats and reorders. */
  private static final class Chaos {
    private final Random random;
    private final View view;
    private final Map<Integer, Agreement> alive = new HashMap<>();
    private final List<Runnable> inTransit = new ArrayList<>();
    private final Set<Proposal> decided = new HashSet<>();

    Chaos(long seed, int members) {
      this.random = new Random(seed);
      this.view = new View(1, 0, IntStream.range(0, members).boxed().toList());
      view.members().forEach(member -> alive.put(member, Agreement.NOTHING));
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        int dice = random.nextInt(100);
        if (dice < 8 && !alive.isEmpty()) {
          int self = any(List.copyOf(alive.keySet()));
          set(self, requireNonNull(alive.get(self)).propose(view, self, proposal(), outbox(self)));
        } else if (dice < 9 && alive.size() > 2) {
          alive.remove(any(List.copyOf(alive.keySet())));
        } else if (!inTransit.isEmpty()) {
          int which = random.nextInt(Math.min(inTransit.size(), 6));
          var message = dice < 20 ? inTransit.get(which) : inTransit.remove(which);
          if (dice < 90) {
            message.run();
          }
        }
      }
    }

    private <T> T any(List<T> some) {
      return some.get(random.nextInt(some.size()));
    }

    private Proposal proposal() {
      var members = view.members().stream().filter(_ -> random.nextInt(4) > 0).toList();
      return new Proposal(new View(2, random.nextInt(), members), ProcessSet.EMPTY);
    }

    private void set(int self, Agreement agreement) {
      alive.put(self, agreement);
      agreement.decided(view).ifPresent(decided::add);
      if (decided.size() > 1) {
        throw new AssertionError("two views of one number: " + decided);
      }
    }

    private void deliver(int from, int self, OfViews message) {
      var before = alive.get(self);
      if (before != null) {
        var out = outbox(self);
        set(
            self,
            switch (message) {
              case Prepare prepare -> before.onPrepare(from, prepare, out);
              case Promise promise -> before.onPromise(view, self, from, promise, out);
              case Accept accept -> before.onAccept(from, accept, out);
              case Accepted accepted -> before.onAccepted(from, accepted);
              default -> throw new AssertionError("no message of the agreement: " + message);
            });
      }
    }

    private SendOnly<OfViews> outbox(int self) {
      return (to, message) -> inTransit.add(() -> deliver(self, to, message));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void atMostOneViewIsDecided(int members) {
    int views = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var chaos = new Chaos(seed, members);
      chaos.run();
      views += chaos.decided.isEmpty() ? 0 : 1;
    }
    assertThat(views).as("runs in which a view is decided").isGreaterThan(RUNS / 2);
  }

  @Test
  void anyTwoQuorumsHaveAMemberInCommon() {
    for (int n = 1; n <= 7; n++) {
      var view = new View(1, 0, IntStream.range(0, n).boxed().toList());
      for (int set = 0; set < 1 << n; set++) {
        int some = set;
        var in = ProcessSet.of(IntStream.range(0, n).filter(k -> (some >> k & 1) == 1).toArray());
        var out = view.memberSet().minus(in);
        assertThat(view.isQuorum(in) && view.isQuorum(out)).isFalse();
        assertThat(view.isQuorum(in) || view.isQuorum(out)).isTrue();
      }
    }
  }
}
