package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Members in simulated time, with delays, cuts between any two, and pauses of whole processes.
 * Whenever a view comes into force, every member of the view before that is not in this one has
 * either departed or has no lease any more.
 */
class MembershipTest {

  private static final long MILLI = 1_000_000;
  private static final long LEASE = 1_000 * MILLI;
  private static final long TICK = 100 * MILLI;
  private static final int RUNS = 40;

  /** A cluster in simulated time. */
  private static final class Town {
    private final Random random;
    private final PriorityQueue<Due> agenda = new PriorityQueue<>();
    private final Map<Member, Person> people = new HashMap<>();
    private final Set<Set<Member>> cuts = new HashSet<>();
    private long now = 1_000_000 * MILLI;
    private long order;
    private long lastNumber;
    private int names;

    private record Due(long at, long order, Runnable what) implements Comparable<Due> {
      @Override
      public int compareTo(Due other) {
        return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
      }
    }

    /** A process; one that has lost its membership is replaced by a new one. */
    private final class Person implements Membership.Environment, Membership.Listener {
      private final Member self = new Member(0, ++names, "m" + names);
      private final Membership membership = new Membership(self, LEASE, this, this, now);
      private final Set<Member> lastReach = new HashSet<>();
      private final Map<Member, Long> lastArrival = new HashMap<>();
      private long pausedUntil;
      private boolean gone;
      private boolean leaving;
      private View view = new View(0, 0, List.of());

      @Override
      public void send(Member to, MembershipMessage word) {
        var there = people.get(to);
        if (there == null || cuts.contains(pair(self, to))) {
          return;
        }
        long at = now + 1 + random.nextLong(40 * MILLI);
        at = Math.max(at, lastArrival.getOrDefault(to, 0L) + 1);
        lastArrival.put(to, at);
        there.at(at, () -> there.membership.receive(self, word, now));
      }

      /** Does it then, or when it wakes up again. */
      private void at(long time, Runnable what) {
        long from = Math.max(time, pausedUntil);
        agenda.add(
            new Due(
                from,
                order++,
                () -> {
                  if (now < pausedUntil) {
                    at(pausedUntil, what);
                  } else if (!gone) {
                    what.run();
                  }
                }));
      }

      @Override
      public void installed(View next, Member as) {
        assertThat(next.number()).isGreaterThan(view.number());
        for (Member before : view.members()) {
          var person = people.get(before);
          if (!next.members().contains(before) && person != null && !person.leaving) {
            assertThat(person.membership.leaseUntil() - now)
                .as("%s goes on without %s in %s", self, before, next)
                .isLessThanOrEqualTo(0);
          }
        }
        view = next;
        lastNumber = Math.max(lastNumber, next.number());
      }

      @Override
      public void lost(String why) {
        gone = true;
        people.remove(self);
        if (!why.equals("left")) {
          arrive();
        }
      }

      @Override
      public long wallClockMillis() {
        return now / MILLI;
      }

      private void live() {
        var reach = new HashSet<Member>();
        people.keySet().stream()
            .filter(each -> !cuts.contains(pair(self, each)))
            .forEach(reach::add);
        if (!reach.equals(lastReach)) {
          lastReach.clear();
          lastReach.addAll(reach);
          membership.reach(reach, now);
        }
        if (!gone) {
          membership.tick(now);
          at(now + TICK, this::live);
        }
      }
    }

    Town(long seed) {
      random = new Random(seed);
    }

    /** The first to arrive begins the cluster. */
    Person founded() {
      var founder = arrive();
      pass(10 * MILLI);
      founder.membership.found(now);
      return founder;
    }

    Person arrive() {
      var person = new Person();
      people.put(person.self, person);
      person.at(now + 1, person::live);
      return person;
    }

    void pass(long time) {
      long end = now + time;
      while (!agenda.isEmpty() && agenda.peek().at() <= end) {
        var due = agenda.remove();
        now = due.at();
        due.what().run();
      }
      now = end;
    }

    void mischief() {
      var all = new ArrayList<>(people.values());
      var one = all.get(random.nextInt(all.size()));
      var other = all.get(random.nextInt(all.size()));
      switch (random.nextInt(7)) {
        case 0 -> one.pausedUntil = now + random.nextLong(3 * LEASE);
        case 1 -> {
          if (one != other) {
            cuts.add(pair(one.self, other.self));
          }
        }
        case 2 ->
            all.stream()
                .filter(each -> each != one)
                .forEach(each -> cuts.add(pair(one.self, each.self)));
        case 3 -> cuts.clear();
        case 4 -> {
          if (one != other) {
            one.at(now, () -> one.membership.distrust(other.self, now));
          }
        }
        case 5 -> {
          if (all.size() < 7) {
            arrive();
          }
        }
        default -> {
          if (all.size() > 3) {
            one.at(
                now,
                () -> {
                  one.leaving = true;
                  one.membership.leave(now);
                });
          }
        }
      }
    }

    private static Set<Member> pair(Member one, Member other) {
      return new HashSet<>(List.of(one, other));
    }
  }

  @Test
  void nobodyGoesOnWithoutSomebodyWhoHasALease() {
    long views = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var town = new Town(seed);
      var founder = town.arrive();
      town.pass(10 * MILLI);
      founder.membership.found(town.now);
      long first = founder.view.number();
      for (int i = 0; i < 4; i++) {
        town.arrive();
      }
      town.pass(LEASE);
      for (int i = 0; i < 30; i++) {
        town.mischief();
        town.pass(town.random.nextLong(2 * LEASE));
      }
      views += town.lastNumber - first;
    }
    assertThat(views).isGreaterThan(RUNS * 5L);
  }

  /** Three members, one cut off: the others go on after its lease, and it comes back. */
  @Test
  void aMemberThatIsCutOffLosesItsLeaseAndComesBack() {
    var town = new Town(1);
    var founder = town.founded();
    var second = town.arrive();
    var third = town.arrive();
    town.pass(LEASE);
    assertThat(founder.view.members())
        .containsExactlyInAnyOrder(founder.self, second.self, third.self);
    town.cuts.add(Set.of(third.self, founder.self));
    town.cuts.add(Set.of(third.self, second.self));
    town.pass(3 * LEASE);
    assertThat(third.gone).isTrue();
    assertThat(founder.view.members())
        .contains(founder.self, second.self)
        .doesNotContain(third.self);
    town.pass(2 * LEASE);
    assertThat(founder.view.members()).hasSize(3);
  }

  /** Two members: the longer-standing one goes on alone, the other does not. */
  @Test
  void ofTwoTheLongerStandingOneGoesOn() {
    var town = new Town(2);
    var founder = town.founded();
    var second = town.arrive();
    town.pass(LEASE);
    assertThat(second.view.members()).hasSize(2);
    town.cuts.add(Set.of(founder.self, second.self));
    town.pass(3 * LEASE);
    assertThat(second.gone).isTrue();
    assertThat(founder.gone).isFalse();
    assertThat(founder.membership.leaseUntil()).isGreaterThan(town.now);
  }

  /** All can reach each other, but something was lost between two: one of them has to go. */
  @Test
  void twoBetweenWhomSomethingWasLostDoNotStayTogether() {
    var town = new Town(3);
    var founder = town.founded();
    var second = town.arrive();
    var third = town.arrive();
    town.pass(LEASE);
    assertThat(founder.view.members()).hasSize(3);
    third.membership.distrust(second.self, town.now);
    town.pass(4 * LEASE);
    assertThat(second.gone || third.gone).isTrue();
    assertThat(founder.gone).isFalse();
    assertThat(founder.view.members()).hasSize(3);
  }
}
