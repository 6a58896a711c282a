package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.LongestTime;
import io.sluice.cluster.Member;
import io.sluice.protocol.forgetting.Answer;
import io.sluice.protocol.forgetting.Proposal;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjLongConsumer;

/**
 * Forgets names that no request has used for some time, together with the other members: this
 * node's proposals, one after the other, and its answers to those of others. What is decided, and
 * when, is said by {@link Answer} and {@link Proposal}, which are searched.
 *
 * <p>A sweep looks for idle names, at times, as long as there are names at all. It costs no
 * message; a proposal of up to {@link #MOST_NAMES} names costs three for each other member. The
 * first member of a view proposes earlier than the others, so that they rarely propose the same.
 *
 * <p>For the node's own mailbox, but for {@link #wake} and sweeps.
 */
final class Forgetting {

  /** How many sweeps fall into the time for which a name must not have been used. */
  private static final int SWEEPS = 2;

  /** A sweep says little about when the name was used before it. */
  private static final int FIRST_PROPOSES = SWEEPS + 1;

  private static final int OTHERS_PROPOSE = FIRST_PROPOSES + 1;

  /** The most names of a proposal: few enough to be taken within a millisecond. */
  private static final int MOST_NAMES = 500;

  /** As many letters, of three bytes at most, are well below what a frame may hold. */
  private static final int MOST_LETTERS = 1 << 16;

  private final Node node;
  private final Resources resources;
  private final Duration sweeps;
  private final AtomicBoolean awake = new AtomicBoolean();

  /** The next sweep; cancelled when the node stops, since the clock would keep the node. */
  private volatile Future<?> next = CompletableFuture.completedFuture("");

  /** What the latest sweep has found and has not been proposed, by the protocol. */
  private final ArrayDeque<Resource> idle = new ArrayDeque<>();

  /** Whether this node has a proposal, from freezing its own names on. */
  private boolean proposing;

  private Optional<Own> own = Optional.empty();
  private long numbers;

  /** By the place of the proposer: its proposal, and the names that are frozen here for it. */
  private final Map<Integer, Received> received = new HashMap<>();

  /** This node's proposal. */
  private static final class Own {
    private final long number;
    private final List<Resource> names;
    private final Set<Member> missing;
    private Proposal proposal;

    Own(long number, List<Resource> names, List<Member> others, Proposal proposal) {
      this.number = number;
      this.names = names;
      this.missing = new HashSet<>(others);
      this.proposal = proposal;
    }
  }

  /**
   * A proposal of another member.
   *
   * @param frozen the resource of each name; nothing where it was not frozen
   */
  private record Received(long number, List<Optional<Resource>> frozen) {}

  /** Collects the answers of resources, which come on any threads. */
  private static final class Count {
    private final Answer[] answers;
    private final AtomicInteger left;
    private long fence;

    Count(int names) {
      answers = new Answer[names];
      left = new AtomicInteger(names);
    }

    /** Takes the answer about one name; whether it was the last one. */
    boolean take(int name, Answer answer, long known) {
      synchronized (this) {
        answers[name] = answer;
        if (answer.isFrozen()) {
          fence = Math.max(fence, known);
        }
      }
      return left.decrementAndGet() == 0;
    }

    synchronized List<Answer> answers() {
      return List.of(answers);
    }

    synchronized long fence() {
      return fence;
    }
  }

  /**
   * @param after the time for which a name must not have been used
   */
  Forgetting(Node node, Resources resources, Duration after) {
    this.node = node;
    this.resources = resources;
    this.sweeps = Duration.ofMillis(Math.max(1, LongestTime.limit(after).toMillis() / SWEEPS));
  }

  /** There is a name; from now on sweeps look whether it is idle. */
  void wake() {
    if (!awake.get() && awake.compareAndSet(false, true)) {
      sleep();
    }
  }

  private void sleep() {
    next = node.schedule(() -> Thread.startVirtualThread(this::sweep), sweeps);
    if (node.isStopped()) {
      stop();
    }
  }

  /** The node has stopped. */
  void stop() {
    next.cancel(false);
  }

  private void sweep() {
    if (node.isStopped()) {
      return;
    }
    if (resources.size() == 0) {
      awake.set(false);
      if (resources.size() > 0) {
        wake();
      }
      return;
    }
    Epoch during = resources.epoch();
    int most = during.self() == 0 ? FIRST_PROPOSES : OTHERS_PROPOSE;
    var found = new ArrayList<Resource>();
    resources.forEach(
        each -> {
          if (each.idleness().grow() >= most && !each.isPinned()) {
            found.add(each);
          }
        });
    if (!found.isEmpty() && during.census().isOpen()) {
      found.sort(Comparator.comparing(each -> each.algorithm().name()));
      node.submit(() -> propose(during, found));
    }
    sleep();
  }

  private void propose(Epoch during, List<Resource> found) {
    if (resources.epoch() == during && !proposing) {
      idle.clear();
      idle.addAll(found);
      proposeNext(during);
    }
  }

  /** Freezes the next names here. */
  private void proposeNext(Epoch during) {
    var batch = new ArrayList<Resource>();
    int letters = 0;
    while (!idle.isEmpty()
        && batch.size() < MOST_NAMES
        && letters + idle.getFirst().name().length() <= MOST_LETTERS
        && (batch.isEmpty() || isAlike(batch.getFirst(), idle.getFirst()))) {
      letters += idle.getFirst().name().length();
      batch.add(idle.removeFirst());
    }
    proposing = !batch.isEmpty();
    var count = new Count(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      int name = i;
      Runnable last = () -> node.submit(() -> sendProposal(during, batch, count));
      boolean asked =
          batch
              .get(i)
              .freeze(
                  during,
                  during.self(),
                  (answer, fence) -> {
                    if (count.take(name, answer, fence)) {
                      last.run();
                    }
                  });
      if (!asked && count.take(name, new Answer(Answer.Reply.IN_USE, 0), 0)) {
        last.run();
      }
    }
  }

  private static boolean isAlike(Resource one, Resource other) {
    return one.algorithm().name().equals(other.algorithm().name());
  }

  /** All names are frozen here, but for those that are in use or frozen for others. */
  private void sendProposal(Epoch during, List<Resource> batch, Count count) {
    if (resources.epoch() != during) {
      return;
    }
    var names = new ArrayList<Resource>();
    var answers = new ArrayList<Answer>();
    var all = count.answers();
    for (int i = 0; i < batch.size(); i++) {
      if (all.get(i).isFrozen()) {
        names.add(batch.get(i));
        answers.add(all.get(i));
      } else {
        batch.get(i).idleness().notForgotten(false);
      }
    }
    if (names.isEmpty()) {
      proposeNext(during);
      return;
    }
    var others = during.others();
    var now = new Own(++numbers, names, others, Proposal.of(others.size(), answers, count.fence()));
    own = Optional.of(now);
    var frame =
        new Frame.Freeze(
            during.number(),
            now.number,
            names.getFirst().algorithm().name(),
            names.stream().map(Resource::name).toList());
    others.forEach(other -> node.send(other, frame));
    decideIfComplete(during, now);
  }

  /** A member has answered the proposal of this node. */
  void answered(Epoch during, Member from, Frame.Frozen answer) {
    var now = own.filter(each -> each.number == answer.number());
    if (now.isEmpty()
        || !now.get().missing.remove(from)
        || answer.answers().size() != now.get().names.size()) {
      node.fail("%s has answered a proposal that was not made: %s".formatted(from, answer));
      return;
    }
    now.get().proposal = now.get().proposal.answered(answer.answers(), answer.fence());
    decideIfComplete(during, now.get());
  }

  private void decideIfComplete(Epoch during, Own now) {
    if (!now.proposal.isComplete()) {
      return;
    }
    own = Optional.empty();
    long fence = now.proposal.fence();
    resources.raiseFence(fence);
    var frame = new Frame.Decided(during.number(), now.number, now.proposal.forgotten(), fence);
    during.others().forEach(other -> node.send(other, frame));
    for (int i = 0; i < now.names.size(); i++) {
      boolean forgotten = now.proposal.isForgotten(i);
      if (!forgotten) {
        var reply = now.proposal.names().get(i).reply();
        now.names.get(i).idleness().notForgotten(reply == Answer.Reply.IN_USE);
      }
      now.names.get(i).decided(during, during.self(), forgotten, fence);
    }
    node.submit(
        () -> {
          if (resources.epoch() == during) {
            proposeNext(during);
          }
        });
  }

  /** A member proposes to forget names. */
  void freeze(Epoch during, Member from, Frame.Freeze proposal) {
    int proposer = during.place(from);
    int names = proposal.names().size();
    if (received.containsKey(proposer)) {
      node.fail("%s has made two proposals at a time: %s".formatted(from, proposal));
      return;
    }
    var count = new Count(names);
    var asked = new ArrayList<Optional<Resource>>(names);
    Runnable last = () -> node.submit(() -> answer(during, from, proposal.number(), asked, count));
    for (int i = 0; i < names; i++) {
      int name = i;
      var resource =
          ask(
              during,
              proposer,
              proposal.names().get(i),
              proposal.algorithm(),
              (answer, fence) -> {
                if (count.take(name, answer, fence)) {
                  last.run();
                }
              });
      asked.add(resource);
      if (resource.isEmpty() && count.take(name, new Answer(Answer.Reply.IN_USE, 0), 0)) {
        last.run();
      }
    }
    if (names == 0) {
      last.run();
    }
  }

  /** Asks a resource for its answer; nothing if the name is that of another lock here. */
  private Optional<Resource> ask(
      Epoch during, int proposer, String name, String algorithm, ObjLongConsumer<Answer> answer) {
    while (true) {
      var resource =
          resources
              .heardOf(name, algorithm)
              .filter(each -> each.algorithm().name().equals(algorithm));
      if (resource.isEmpty() || resource.get().freeze(during, proposer, answer)) {
        return resource;
      }
    }
  }

  private void answer(
      Epoch during, Member from, long number, List<Optional<Resource>> asked, Count count) {
    if (resources.epoch() != during) {
      return;
    }
    var answers = count.answers();
    var frozen = new ArrayList<Optional<Resource>>(asked.size());
    for (int i = 0; i < asked.size(); i++) {
      boolean here = answers.get(i).isFrozen();
      frozen.add(asked.get(i).filter(_ -> here));
    }
    received.put(during.place(from), new Received(number, frozen));
    node.send(from, new Frame.Frozen(during.number(), number, answers, count.fence()));
  }

  /** A member has decided about the names that it has proposed. */
  void decided(Epoch during, Member from, Frame.Decided decision) {
    int proposer = during.place(from);
    var names = received.remove(proposer);
    if (names == null
        || names.number != decision.number()
        || names.frozen.size() != decision.forgotten().size()) {
      node.fail("%s has decided what it has not proposed: %s".formatted(from, decision));
      return;
    }
    resources.raiseFence(decision.fence());
    for (int i = 0; i < names.frozen.size(); i++) {
      boolean forgotten = decision.forgotten().get(i);
      var resource = names.frozen.get(i);
      if (resource.isPresent()) {
        resource.get().decided(during, proposer, forgotten, decision.fence());
      } else if (forgotten) {
        node.fail("%s has decided to forget a name that is in use: %s".formatted(from, decision));
        return;
      }
    }
  }

  /** A view has come, or this node is a member no longer: all proposals have ended. */
  void restart() {
    idle.clear();
    proposing = false;
    own = Optional.empty();
    received.clear();
  }
}
