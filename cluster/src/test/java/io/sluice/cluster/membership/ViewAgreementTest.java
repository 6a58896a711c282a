package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Proposal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** For each number there is at most one view, however bad the network is. */
class ViewAgreementTest {

  private static final int RUNS = 2_000;
  private static final int STEPS = 400;

  /** Members that propose at will, and a network that loses, repeats and reorders. */
  private static final class Chaos {
    private final Random random;
    private final Map<Long, Proposal> decided = new HashMap<>();
    private final List<Member> all = new ArrayList<>();
    private final Map<Member, ViewAgreement> alive = new HashMap<>();
    private final List<Runnable> onTheWay = new ArrayList<>();

    Chaos(long seed, int members) {
      this.random = new Random(seed);
      for (int i = 0; i < members + 2; i++) {
        all.add(new Member(0, i, "m" + i));
      }
      var first = new Proposal(new View(1, 0, all.subList(0, members)), List.of());
      decided.put(1L, first);
      first.view().members().forEach(member -> alive.put(member, at(member, first)));
    }

    private ViewAgreement at(Member member, Proposal view) {
      return new ViewAgreement(
          member,
          view,
          new ViewAgreement.Post() {
            @Override
            public void tell(Member to, MembershipMessage word) {
              onTheWay.add(() -> deliver(member, to, word));
            }

            @Override
            public void decided(Proposal proposal) {
              var before = decided.putIfAbsent(proposal.view().number(), proposal);
              assertThat(before == null ? proposal : before).isEqualTo(proposal);
            }
          });
    }

    private void deliver(Member from, Member to, MembershipMessage word) {
      var there = alive.get(to);
      if (there != null) {
        there.hear(from, word);
      } else if (word instanceof MembershipMessage.Decided(var proposal)
          && proposal.view().members().contains(to)
          && all.contains(to)) {
        alive.put(to, at(to, proposal));
      }
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        int dice = random.nextInt(100);
        if (dice < 8 && !alive.isEmpty()) {
          var living = List.copyOf(alive.entrySet());
          var chosen = living.get(random.nextInt(living.size()));
          propose(chosen.getKey(), chosen.getValue());
        } else if (dice < 9 && alive.size() > 2) {
          var members = List.copyOf(alive.keySet());
          var crashed = members.get(random.nextInt(members.size()));
          alive.remove(crashed);
          all.remove(crashed);
        } else if (!onTheWay.isEmpty()) {
          int which = random.nextInt(Math.min(onTheWay.size(), 6));
          var message = dice < 20 ? onTheWay.get(which) : onTheWay.remove(which);
          if (dice < 90) {
            message.run();
          }
        }
      }
    }

    private void propose(Member member, ViewAgreement succession) {
      var view = succession.current();
      if (!view.members().contains(member)) {
        return;
      }
      var members = new ArrayList<Member>();
      for (Member each : all) {
        if (each.equals(member) || random.nextInt(4) > 0) {
          members.add(each);
        }
      }
      succession.propose(
          new Proposal(new View(view.number() + 1, random.nextInt(), members), List.of()));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5})
  void atMostOneViewForEachNumber(int members) {
    long views = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var chaos = new Chaos(seed, members);
      chaos.run();
      views += chaos.decided.size();
    }
    // It must get somewhere, or it shows nothing.
    assertThat(views).isGreaterThan(2L * RUNS);
  }

  @Test
  void anyTwoQuorumsHaveAMemberInCommon() {
    for (int n = 1; n <= 7; n++) {
      var members = new ArrayList<Member>();
      for (int i = 0; i < n; i++) {
        members.add(new Member(0, i, "m" + i));
      }
      var view = new View(1, 0, members);
      for (int set = 0; set < 1 << n; set++) {
        int some = set;
        var in = members.stream().filter(each -> (some >> each.low() & 1) == 1).toList();
        var out = members.stream().filter(each -> !in.contains(each)).toList();
        assertThat(view.isQuorum(in) && view.isQuorum(out)).isFalse();
        assertThat(view.isQuorum(in) || view.isQuorum(out)).isTrue();
      }
    }
  }
}
