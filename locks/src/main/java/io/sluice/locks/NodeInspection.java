package io.sluice.locks;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Answers;
import io.sluice.cluster.runtime.Node;
import io.sluice.cluster.wire.Codec;
import io.sluice.locks.admin.ForcedRelease;
import io.sluice.locks.admin.HandOver;
import io.sluice.locks.admin.Inspection;
import io.sluice.locks.admin.LockReport;
import io.sluice.locks.admin.LockRequest;
import io.sluice.locks.admin.LockState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks through a node.
 *
 * @param patience how long to wait for answers
 */
record NodeInspection(Node node, Duration patience) implements Inspection {

  static final Duration USUAL_PATIENCE = Duration.ofSeconds(3);

  private static final Logger LOG = LoggerFactory.getLogger(NodeInspection.class);

  @Override
  public Inspection patience(Duration time) {
    return new NodeInspection(node, time);
  }

  @Override
  public View view() {
    return node.view();
  }

  @Override
  public LockReport locks() throws InterruptedException {
    return report(Optional.empty());
  }

  @Override
  public LockReport lock(String name) throws InterruptedException {
    return report(Optional.of(name));
  }

  private LockReport report(Optional<String> name) throws InterruptedException {
    var answers = await(node.inspect(name, patience));
    var now = Instant.now();
    var locks = new TreeMap<String, Requests>();
    var passages = new HashMap<String, TreeMap<Long, Frame.Passage>>();
    int omitted = 0;
    for (var answer : answers.frames().entrySet()) {
      if (answer.getValue() instanceof Frame.Inventory(_, _, var occupants, var latest, int more)) {
        omitted += more;
        for (Frame.Passage each : latest) {
          passages.computeIfAbsent(each.resource(), _ -> new TreeMap<>()).put(each.fence(), each);
        }
        for (Frame.Occupant each : occupants) {
          locks
              .computeIfAbsent(each.resource(), _ -> new Requests(each.algorithm()))
              .add(each.inside(), request(answer.getKey(), each, now));
        }
      }
    }
    var states = new ArrayList<LockState>();
    locks.forEach(
        (lock, requests) ->
            states.add(requests.of(lock, handOvers(passages.getOrDefault(lock, new TreeMap<>())))));
    return new LockReport(answers.view(), states, answers.silent(), omitted);
  }

  /** Fencing numbers follow each other, so they say which release a grant came after. */
  private static List<HandOver> handOvers(SortedMap<Long, Frame.Passage> passages) {
    var found = new ArrayList<HandOver>();
    for (Frame.Passage next : passages.values()) {
      var before = passages.get(next.fence() - 1);
      if (before != null
          && before.released() > 0
          && next.asked() < before.released()
          && next.granted() >= before.released()) {
        long micros = next.granted() - before.released();
        found.add(new HandOver(next.fence(), Duration.of(micros, ChronoUnit.MICROS)));
      }
    }
    return found;
  }

  /** The requests for one lock, while they are collected. */
  private static final class Requests {
    private static final Comparator<LockRequest> LONGEST_FIRST =
        Comparator.comparing(LockRequest::time).reversed();

    private final String algorithm;
    private final List<LockRequest> holders = new ArrayList<>();
    private final List<LockRequest> waiters = new ArrayList<>();

    Requests(String algorithm) {
      this.algorithm = algorithm;
    }

    void add(boolean inside, LockRequest request) {
      (inside ? holders : waiters).add(request);
    }

    LockState of(String lock, List<HandOver> handOvers) {
      holders.sort(LONGEST_FIRST);
      waiters.sort(LONGEST_FIRST);
      return new LockState(lock, algorithm, holders, waiters, handOvers);
    }
  }

  private static LockRequest request(Member member, Frame.Occupant occupant, Instant now) {
    var time = Duration.ofMillis(occupant.millis());
    return new LockRequest(
        member,
        occupant.thread(),
        time,
        now.minus(time),
        occupant.inside() ? OptionalLong.of(occupant.fence()) : OptionalLong.empty(),
        occupant.room(),
        occupant.unit(),
        occupant.priority());
  }

  @Override
  public ForcedRelease release(String name, String reason) throws InterruptedException {
    return release(name, Optional.empty(), reason);
  }

  @Override
  public ForcedRelease release(String name, Optional<Long> fence, String reason)
      throws InterruptedException {
    if (!Codec.isSendable(reason)) {
      throw new IllegalArgumentException(
          "the reason has at most %,d bytes".formatted(Codec.LONGEST_TEXT));
    }
    var report = lock(name);
    if (report.view().members().isEmpty()) {
      throw notAMember(name);
    }
    var holders =
        report.locks().stream()
            .flatMap(lock -> lock.holders().stream())
            .filter(each -> fence.isEmpty() || fence.get() == each.fence().orElseThrow())
            .toList();
    var byMember = new HashMap<Member, List<Long>>();
    for (LockRequest each : holders) {
      byMember.computeIfAbsent(each.member(), _ -> new ArrayList<>()).add(fenceOf(each));
    }
    return outcome(name, holders, byMember, reason, report.silent());
  }

  private ForcedRelease outcome(
      String name,
      List<LockRequest> holders,
      Map<Member, List<Long>> byMember,
      String reason,
      List<Member> silent)
      throws InterruptedException {
    var released = new ArrayList<LockRequest>();
    long above = 0;
    var answers = await(node.revoke(name, byMember, reason, patience));
    if (answers.view().members().isEmpty()) {
      throw notAMember(name);
    }
    for (var answer : answers.frames().entrySet()) {
      if (answer.getValue() instanceof Frame.Revoked(_, _, var fences, long next, var refused)) {
        if (refused.isPresent()) {
          throw new IllegalArgumentException(
              "lock '%s' cannot be taken away from %s: %s"
                  .formatted(name, answer.getKey(), refused.get()));
        }
        above = Math.max(above, next);
        holders.stream()
            .filter(each -> each.member().equals(answer.getKey()))
            .filter(each -> fences.contains(fenceOf(each)))
            .forEach(released::add);
      }
    }
    for (LockRequest each : released) {
      LOG.warn(
          "lock '{}' with fence {}, held by {} at {}, was released by force, by this node: {}",
          name,
          fenceOf(each),
          each.thread(),
          each.member(),
          reason);
    }
    return new ForcedRelease(
        name,
        released,
        above == 0 ? OptionalLong.empty() : OptionalLong.of(above),
        Stream.concat(silent.stream(), answers.silent().stream()).distinct().toList());
  }

  /** Else nothing would be known of its holders, and it would seem free. */
  private static IllegalStateException notAMember(String name) {
    return new IllegalStateException(
        "lock '%s' cannot be taken away at present, since this node is not a member; try again"
            .formatted(name));
  }

  private static long fenceOf(LockRequest holder) {
    return holder.fence().orElseThrow();
  }

  private static Answers await(CompletableFuture<Answers> asked) throws InterruptedException {
    try {
      return asked.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("the members could not be asked", e);
    }
  }
}
