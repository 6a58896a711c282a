package io.sluice.cluster.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.membership.MembershipMessage.Accept;
import io.sluice.cluster.membership.MembershipMessage.Accepted;
import io.sluice.cluster.membership.MembershipMessage.Decided;
import io.sluice.cluster.membership.MembershipMessage.Ping;
import io.sluice.cluster.membership.MembershipMessage.Pong;
import io.sluice.cluster.membership.MembershipMessage.Prepare;
import io.sluice.cluster.membership.MembershipMessage.Promise;
import io.sluice.protocol.membership.Expected;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;

/**
 * Memberships in simulated time. Messages are lost, repeated, reordered and late; links are cut in
 * one direction or both; processes crash, stop and go on, come and leave; clocks run at different
 * speeds and show different times. Faults come at any time, but mostly in the middle of an
 * agreement, where they do most harm: see {@link FaultyNetwork#strike}.
 *
 * <p>After every single event two things are judged:
 *
 * <ul>
 *   <li>For each number there is at most one view.
 *   <li>Where processes are {@link Expected} and each may found a cluster, members of two clusters
 *       do not have leases at the same time.
 *   <li>When all members of a view have entered it, so that they may begin to give out locks, no
 *       member of an earlier view that is not in this one has a lease.
 * </ul>
 */
final class SimulatedCluster {

  static final long MILLI = 1_000_000;
  static final long LEASE = 1_000 * MILLI;
  private static final long TICK = LEASE / 5;

  /** Members that do not do what they should; what is judged must then be found violated. */
  enum Tampering {
    NONE,
    /** Pings are answered also by who has agreed to a next view. */
    ANSWERS_WHILE_AGREEING,
    /** A lease is counted from the answer's arrival, not from the question. */
    COUNTS_FROM_THE_ANSWER,
    /** A promise does not tell what was accepted before. */
    FORGETS_WHAT_IT_ACCEPTED,
    /** The clocks run further apart than is assumed. */
    CLOCKS_APART,
    /** Guests say that they count. */
    GUESTS_COUNT,
    /** More processes that count run than are expected. */
    MORE_THAN_EXPECTED;

    /** Whether it concerns only clusters without a fixed first address. */
    boolean isOfFoundings() {
      return this == GUESTS_COUNT || this == MORE_THAN_EXPECTED;
    }
  }

  /** How many processes may found a cluster; none if the environment chooses a founder. */
  private final int founders;

  private final Random random;
  private final Tampering tampering;
  private final FaultyNetwork network = new FaultyNetwork();
  private final PriorityQueue<Due> agenda = new PriorityQueue<>();
  private final Map<Member, SimulatedMember> members = new HashMap<>();
  private final Map<Long, View> decided = new HashMap<>();
  private final Map<Long, Set<Member>> entered = new HashMap<>();
  private static final View NO_VIEW = new View(0, 0, List.of());

  /** By cluster, its latest view that all members have entered. */
  private final Map<Long, View> complete = new HashMap<>();

  private long now = 1_000_000 * MILLI;
  private long order;
  private int names;
  private int faults;
  private int generation;
  private long begun;

  private record Due(long at, long order, Runnable what) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  /** One process founds a cluster, and the environment another when no member is left. */
  SimulatedCluster(long seed, Tampering tampering) {
    this(seed, tampering, 0);
  }

  /** That many processes are expected, any of which may found a cluster; and there are guests. */
  SimulatedCluster(long seed, Tampering tampering, int founders) {
    this.random = new Random(seed);
    this.tampering = tampering;
    this.founders = founders;
  }

  /** Founds a cluster, lets others in, and lets the weather play for that number of leases. */
  void run(int leases) {
    if (founders > 0) {
      gather();
    } else {
      begin();
    }
    for (int i = 0; i < leases; i++) {
      network.change();
      pass(random.nextLong(2 * LEASE));
    }
  }

  /** The same where nothing ever fails. */
  void runWithoutFaults() {
    network.heal();
    gather();
    calm();
  }

  /** All that are expected arrive, and up to two guests. */
  private void gather() {
    int guests = random.nextInt(3);
    for (int i = 0; i < founders + guests; i++) {
      arrive(i < founders);
    }
    pass(3 * LEASE);
  }

  /** Nothing fails any more: all that run meet in one view, and have leases. */
  void calm() {
    network.heal();
    pass(4 * LEASE); // Those that were about to depart do so, and those that were stopped go on.
    List.copyOf(members.values()).stream()
        .filter(each -> each.leaving)
        .forEach(SimulatedMember::crash);
    while (missing() > 0) {
      arrive(true);
    }
    pass(12 * LEASE);
    var all = Set.copyOf(members.keySet());
    for (SimulatedMember each : members.values()) {
      assertThat(each.view.members()).as("the view of %s", each.self).hasSameElementsAs(all);
      assertThat(each.holds()).as("%s has a lease", each.self).isTrue();
    }
  }

  /** How many clusters were founded. */
  long clusters() {
    return decided.values().stream().mapToLong(this::cluster).distinct().count();
  }

  private void begin() {
    var founder = arrive();
    pass(10 * MILLI);
    begin(founder);
    int size = 2 + random.nextInt(4);
    for (int i = 1; i < size; i++) {
      arrive();
    }
    pass(LEASE);
  }

  int views() {
    return decided.size();
  }

  int faults() {
    return faults;
  }

  /** No node is a member any more, and no message of a former one is in transit. */
  private void begin(SimulatedMember founder) {
    generation++;
    begun = now;
    founder.stoppedUntil = now;
    founder.membership.found(founder.clock());
    founder.known = founder.view.number();
  }

  private SimulatedMember arrive() {
    return arrive(true);
  }

  private SimulatedMember arrive(boolean counts) {
    var member = new SimulatedMember(counts);
    members.put(member.self, member);
    member.at(now + 1, member::live);
    return member;
  }

  private void pass(long time) {
    long end = now + time;
    while (!agenda.isEmpty() && agenda.peek().at() <= end) {
      var due = agenda.remove();
      now = due.at();
      due.what().run();
      judge();
    }
    now = end;
    judge();
  }

  private void judge() {
    long cluster = 0;
    for (SimulatedMember each : members.values()) {
      if (!each.holds()) {
        continue;
      }
      long its = cluster(each.view);
      var open = complete.getOrDefault(its, NO_VIEW);
      if (each.view.number() < open.number() && !open.members().contains(each.self)) {
        fail("%s has a lease in %s, while %s is at work", each.self, each.view, open);
      }
      if (cluster != 0 && its != cluster) {
        fail("%s has a lease in %s, and others in another cluster", each.self, each.view);
      }
      cluster = its;
    }
  }

  private void decided(View view) {
    var before = decided.putIfAbsent(view.number(), view);
    assertThat(before == null ? view : before).isEqualTo(view);
  }

  /** The number of its first view; where one founder at a time is chosen, there is one cluster. */
  private long cluster(View view) {
    long first = founders == 0 ? 1 : view.number();
    while (decided.containsKey(first - 1)) {
      first--;
    }
    return first;
  }

  /** How many processes of those that are expected do not run. */
  private int missing() {
    int most = tampering == Tampering.MORE_THAN_EXPECTED ? 2 * founders : founders;
    return (int) (most - members.values().stream().filter(each -> each.counts).count());
  }

  private boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** What lies between the members. */
  private final class FaultyNetwork {
    private record Way(Member from, Member to) {}

    private final Set<Way> cuts = new HashSet<>();
    private double losses;
    private double repeats;
    private double delays;
    private boolean calm;

    void carry(SimulatedMember from, Member to, MembershipMessage word) {
      strike(from, to, word);
      if (from.crashed || cuts.contains(new Way(from.self, to)) || chance(losses)) {
        return;
      }
      int copies = chance(repeats) ? 2 : 1;
      for (int i = 0; i < copies; i++) {
        long delay = 1 + random.nextLong(chance(delays) ? 2 * LEASE : 40 * MILLI);
        int sent = generation;
        Optional.ofNullable(members.get(to))
            .ifPresent(
                there ->
                    there.at(
                        now + delay,
                        () -> {
                          if (sent == generation) {
                            there.hear(from.self, word);
                          }
                        }));
      }
    }

    boolean open(Member one, Member other) {
      return !cuts.contains(new Way(one, other)) && !cuts.contains(new Way(other, one));
    }

    /** While a next view is being agreed on, a member fails just before a message is sent. */
    private void strike(SimulatedMember from, Member to, MembershipMessage word) {
      boolean agreeing =
          switch (word) {
            case Prepare _, Promise _, Accept _, Accepted _, Decided _ -> true;
            case Ping _, Pong _, MembershipMessage.Listening _ -> false;
          };
      if (agreeing && !calm && chance(word instanceof Decided ? 0.3 : 0.05)) {
        faults++;
        var there = members.get(to);
        switch (random.nextInt(8)) {
          case 0 -> cut(from.self, to);
          case 6, 7 -> members.keySet().forEach(each -> cut(from.self, each));
          case 1 -> cuts.add(new Way(from.self, to));
          case 2 -> cuts.add(new Way(to, from.self));
          case 3 -> from.stop();
          case 4 -> {
            if (there != null) {
              there.stop();
            }
          }
          default -> {
            if (chance(0.3) && members.size() > 2) {
              from.crash();
            }
          }
        }
      }
    }

    private void cut(Member one, Member other) {
      cuts.add(new Way(one, other));
      cuts.add(new Way(other, one));
    }

    /** The weather changes. */
    void change() {
      faults++;
      if (members.isEmpty()) {
        arrive();
      }
      var all = List.copyOf(members.values());
      if (founders == 0
          && now - begun > LEASE
          && all.stream().noneMatch(each -> each.membership.isMember())) {
        begin(any(all));
      }
      var one = any(all);
      var other = any(all);
      switch (random.nextInt(founders == 0 ? 16 : 20)) {
        case 0 -> one.stop();
        case 12, 13, 14, 15 -> one.at(now, () -> one.blink(all));
        case 1 -> cut(one.self, other.self);
        case 2 -> cuts.add(new Way(one.self, other.self));
        case 3 -> all.forEach(each -> cut(one.self, each.self));
        case 4 -> all.stream().filter(_ -> chance(0.5)).forEach(each -> cut(one.self, each.self));
        case 5, 6 -> cuts.clear();
        case 7 -> {
          losses = chance(0.5) ? 0 : random.nextDouble(0.3);
          repeats = chance(0.5) ? 0 : random.nextDouble(0.3);
          delays = chance(0.7) ? 0 : random.nextDouble(0.1);
        }
        case 8, 9 -> {
          if (founders == 0 ? all.size() < 7 : missing() > 0) {
            arrive();
          }
        }
        case 10 -> {
          if (all.size() > 2) {
            one.crash();
          }
        }
        case 16, 17, 18, 19 -> split(all);
        default ->
            all.stream()
                .filter(_ -> chance(0.5))
                .forEach(each -> each.at(now + random.nextLong(LEASE), each::leave));
      }
    }

    /** All are in one of two parts, which do not hear of each other. */
    private void split(List<SimulatedMember> all) {
      var part = all.stream().filter(_ -> chance(0.5)).toList();
      for (var one : part) {
        all.stream()
            .filter(other -> !part.contains(other))
            .forEach(other -> cut(one.self, other.self));
      }
    }

    private void heal() {
      calm = true;
      cuts.clear();
      losses = 0;
      repeats = 0;
      delays = 0;
      members.values().forEach(each -> each.stoppedUntil = now);
    }
  }

  /** A process; one that has lost its membership is replaced by a new one. */
  private final class SimulatedMember implements Membership.Environment, Membership.Listener {
    private final Member self = new Member(0, ++names, "m" + names);
    private final long ahead = random.nextLong(LEASE * 1_000);
    private final double speed = chance(0.5) ? 1 : tampering == Tampering.CLOCKS_APART ? 1.6 : 1.19;
    private final boolean counts;
    private final Membership membership;
    private Set<Member> reach = Set.of();
    private long known;
    private long stoppedUntil;
    private boolean crashed;
    private boolean leaving;
    private View view = new View(0, 0, List.of());

    SimulatedMember(boolean counts) {
      this.counts = counts;
      var expected =
          founders == 0
              ? Expected.NONE
              : new Expected(founders, counts || tampering == Tampering.GUESTS_COUNT);
      this.membership = new Membership(self, LEASE, expected, this, this, clock());
    }

    /** What its clock shows; it goes on while the process is stopped. */
    private long clock() {
      return ahead + (long) (now * speed);
    }

    private boolean holds() {
      return !leaving && view.number() > 0 && membership.leaseUntil() - clock() > 0;
    }

    private void live() {
      var those = new HashSet<Member>();
      members.keySet().stream().filter(each -> network.open(self, each)).forEach(those::add);
      // That a member is gone or back is noticed late.
      if (!those.equals(reach) && chance(0.3)) {
        reach = those;
        membership.reach(those, clock());
      }
      if (!crashed) {
        // Half of them ask at each tick, as a transport may.
        if (self.low() % 2 == 0 || !membership.isAtRest(clock())) {
          membership.tick(clock());
        }
        foundIfDue();
        at(now + TICK / 2 + random.nextLong(TICK), this::live);
      }
    }

    /** As a transport does that finds the others by name. */
    private void foundIfDue() {
      var others = new HashSet<>(reach);
      others.remove(self);
      if (founders > 0 && membership.shouldFound(others)) {
        membership.found(clock());
        known = view.number();
      }
    }

    private void hear(Member from, MembershipMessage word) {
      if (word instanceof Decided(var proposal)) {
        known = Math.max(known, proposal.view().number());
      }
      if (tampering == Tampering.ANSWERS_WHILE_AGREEING
          && word instanceof Ping(var number, var sent, _, _, _)
          && number > 0
          && number == known) {
        network.carry(this, from, new Pong(number, sent, true));
      }
      boolean counts = tampering == Tampering.COUNTS_FROM_THE_ANSWER && word instanceof Pong;
      membership.receive(
          from,
          counts && word instanceof Pong(var number, var _, var _)
              ? new Pong(number, clock(), true)
              : word,
          clock());
    }

    @Override
    public void send(Member to, MembershipMessage word) {
      if (word instanceof Decided(var proposal)) {
        decided(proposal.view());
        known = Math.max(known, proposal.view().number());
      }
      boolean forgets =
          tampering == Tampering.FORGETS_WHAT_IT_ACCEPTED && word instanceof Promise _;
      network.carry(
          this,
          to,
          forgets && word instanceof Promise(var number, var ballot, _, _)
              ? new Promise(number, ballot, -1, Optional.empty())
              : word);
    }

    /** Does it then, or when it goes on again. */
    private void at(long time, Runnable what) {
      agenda.add(
          new Due(
              Math.max(time, stoppedUntil),
              order++,
              () -> {
                if (now < stoppedUntil) {
                  at(stoppedUntil, what);
                } else if (!crashed) {
                  what.run();
                }
              }));
    }

    /** Loses touch with some for a moment, and suspects them from then on. */
    private void blink(List<SimulatedMember> all) {
      double share = chance(0.5) ? 0 : random.nextDouble();
      reach = new HashSet<>();
      all.stream().filter(_ -> chance(share)).forEach(each -> reach.add(each.self));
      reach.add(self);
      membership.reach(reach, clock());
    }

    private void stop() {
      stoppedUntil = now + random.nextLong(3 * LEASE);
    }

    private void leave() {
      leaving = true;
      membership.leave(clock());
    }

    private void crash() {
      crashed = true;
      members.remove(self);
    }

    @Override
    public void installed(View next, Member as) {
      assertThat(next.number()).isGreaterThan(view.number());
      decided(next);
      view = next;
      var those = entered.computeIfAbsent(next.number(), _ -> new HashSet<>());
      those.add(self);
      if (those.containsAll(next.members())) {
        complete.merge(
            cluster(next), next, (one, other) -> one.number() > other.number() ? one : other);
      }
    }

    @Override
    public void lost(String why) {
      crash();
      if (!why.equals("left") && (!counts || founders == 0 || missing() > 0)) {
        arrive(counts);
      }
    }

    @Override
    public long wallClockMillis() {
      return now / MILLI;
    }
  }

  /** The first of that number of seeds with which a promise is found broken. */
  static OptionalLong violatedBy(Tampering tampering, int seeds, int leases) {
    return LongStream.range(0, seeds)
        .filter(
            seed -> {
              try {
                new SimulatedCluster(seed, tampering, tampering.isOfFoundings() ? 3 : 0)
                    .run(leases);
                return false;
              } catch (AssertionError e) {
                return true;
              }
            })
        .findFirst();
  }
}
