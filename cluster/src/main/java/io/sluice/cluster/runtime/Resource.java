package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Layout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A named lock, as one node sees it: those who wait for it here, and this node's part in the
 * protocol that decides between the nodes.
 *
 * <p>The threads of a node queue here, first come, first served, and only one request a node is
 * made to the protocol. One that is withdrawn is taken back here alone: the protocol goes on, and
 * when it lets the node in, whoever waits by then is served; if nobody does, the node leaves at
 * once. So every protocol can be waited for with a timeout, also one that knows no withdrawal.
 *
 * <p>Those who claim the same room share it: the node is let in once for all of them. It is not let
 * in for ever, though: after so many entries it leaves and asks again, and others have their turn.
 *
 * <p>A protocol's part lives as long as its view. When the next view comes, it is dropped, and a
 * new part begins among the new members: see {@link Epoch} for how those who are still inside are
 * respected. So every protocol can be run among nodes that come, go and crash, also one that knows
 * nothing of that.
 *
 * <p>Fencing numbers are the node's, not the protocol's: every message carries the highest one that
 * its sender knows for this lock, and an entry takes the next. Between two entries that exclude
 * each other there is a chain of messages, or else the protocol could not exclude them.
 */
public sealed class Resource permits Semaphore {

  static final long LEASE_RECHECK_MILLIS = 10;

  /** How many may share one entry of the node, before other nodes have their turn. */
  private static final int MOST_ADMITTED = 64;

  final Node node;
  final String name;
  final Algorithm<?, ?> algorithm;

  /** Who competes with whom, if that is fixed; otherwise everybody with everybody else. */
  private final Optional<Layout> layout;

  final Mailbox mailbox = new Mailbox();
  private volatile boolean kept;

  // What follows is touched by tasks of the mailbox only.

  final ArrayDeque<Request> waiting = new ArrayDeque<>(0);

  final List<Request> inside = new ArrayList<>(1);

  /** Those who were let in in an earlier view, and have not left; of one unit all in one room. */
  final List<Request> inherited = new ArrayList<>(0);

  /** Whether the protocol has been asked and has not answered. */
  private boolean asked;

  /** What this node asked for last, and so what it has when it is inside. */
  private Claim claim = Claim.EXCLUSIVE;

  /** How many have been let in since the protocol let this node in. */
  private int admitted;

  long fence;
  Epoch epoch;

  @SuppressWarnings("NullAway") // the protocol has not been needed in this view
  private RunningProcess<?, ?> process;

  Resource(
      Node node, String name, Algorithm<?, ?> algorithm, Optional<Layout> layout, Epoch epoch) {
    this.node = node;
    this.name = name;
    this.algorithm = algorithm;
    this.layout = layout;
    this.epoch = epoch;
    this.fence = epoch.fence();
  }

  /** For a protocol with priorities several may be let in, each with another unit. */
  static Resource of(
      Node node, String name, Algorithm<?, ?> algorithm, Optional<Layout> layout, Epoch epoch) {
    return algorithm.family() == Family.PRIORITY
        ? new Semaphore(node, name, algorithm, epoch)
        : new Resource(node, name, algorithm, layout, epoch);
  }

  Node node() {
    return node;
  }

  /** Whether somebody in this node may ask for it at any time. */
  boolean isKept() {
    return kept;
  }

  void keep() {
    kept = true;
  }

  public String name() {
    return name;
  }

  public Algorithm<?, ?> algorithm() {
    return algorithm;
  }

  /** As in {@link Node#leaseMargin}. */
  public OptionalLong leaseMargin() {
    return node.leaseMargin();
  }

  /** Asks to be let in, for the thread that calls. */
  public Request ask(Claim claim) {
    return ask(claim, Request.Watcher.NOBODY);
  }

  /** Asks to be let in; somebody wants to hear how it goes. */
  public Request ask(Claim claim, Request.Watcher watcher) {
    var request = new Request(this, claim, Thread.currentThread(), watcher);
    mailbox.submit(() -> join(request));
    return request;
  }

  void leave(Request request) {
    mailbox.submit(() -> letOut(request, State.LEFT, ""));
  }

  void withdraw(Request request) {
    mailbox.submit(
        () -> {
          if (waiting.remove(request)) {
            request.end(State.WITHDRAWN, "");
            abandoned();
          } else {
            letOut(request, State.LEFT, "");
          }
        });
  }

  /** Somebody has given up waiting. The protocol goes on; see above. */
  void abandoned() {}

  /** A message of the protocol has come. */
  void receive(Epoch during, Member from, Frame.Step step) {
    submit(
        during,
        () -> {
          fence = Math.max(fence, step.head().fence());
          take(from, step.message());
        });
  }

  /** Does something that concerns this view's protocol; nothing if the view is another by then. */
  final void submit(Epoch during, Runnable step) {
    mailbox.submit(
        () -> {
          if (epoch == during) {
            step.run();
            advance();
          }
        });
  }

  /** A protocol's message, to be sent in that view. */
  final Frame.Step step(Epoch during, Object message) {
    return new Frame.Step(new Frame.Head(during.number(), name, algorithm.name(), fence), message);
  }

  void take(Member from, Object message) {
    process().receive(epoch.place(from), message);
  }

  /** The next view has come. The node is told, when that is done, whether the lock is held here. */
  void enter(Epoch next) {
    mailbox.submit(
        () -> {
          epoch = next;
          fence = Math.max(fence, next.fence());
          inherited.addAll(inside);
          inside.clear();
          forget();
          node.counted(next, held(), wanted());
        });
  }

  /** What is held here from earlier views. */
  private List<Frame.Holding> held() {
    return inherited.stream()
        .map(each -> new Frame.Holding(name, each.unit(), each.claim().room()))
        .distinct()
        .toList();
  }

  /** What somebody here waits for, if others must know of that. */
  List<String> wanted() {
    return List.of();
  }

  /** The view is open, or a lock held from earlier views has become free. */
  void wake() {
    mailbox.submit(this::advance);
  }

  /**
   * This node is a member no longer: who is inside has lost the lock, who waits goes on waiting.
   */
  void lose(Epoch none, String why, Runnable told) {
    mailbox.submit(
        () -> {
          inherited.addAll(inside);
          inside.clear();
          var lost = List.copyOf(inherited);
          inherited.clear();
          lost.forEach(each -> each.end(State.LOST, why));
          epoch = none;
          forget();
          told.run();
        });
  }

  /** None of those who wait will ever be served. */
  void fail(String why) {
    mailbox.submit(
        () -> {
          for (Request each = waiting.poll(); each != null; each = waiting.poll()) {
            each.end(State.FAILED, why);
          }
        });
  }

  /** Fails every waiting request: another member runs this lock with another protocol. */
  void refuse(ProtocolMismatchException mismatch) {
    mailbox.submit(
        () -> {
          for (Request each = waiting.poll(); each != null; each = waiting.poll()) {
            each.refuse(mismatch);
          }
        });
  }

  /** Drops this node's part in the protocol. */
  @SuppressWarnings("NullAway") // see process
  void forget() {
    asked = false;
    process = null;
  }

  private void join(Request request) {
    if (node.isStopped()) {
      request.end(State.FAILED, node.whyStopped());
      return;
    }
    waiting.add(request);
    advance();
  }

  private void letOut(Request request, State end, String why) {
    if (inherited.remove(request)) {
      request.end(end, why);
      if (inherited.stream().noneMatch(each -> each.unit() == request.unit())) {
        node.freed(name, request.unit(), epoch);
      }
    } else if (inside.remove(request)) {
      request.end(end, why);
      gone(request);
      advance();
    }
  }

  /** Somebody is no longer inside. */
  void gone(Request request) {
    if (inside.isEmpty()) {
      process().release();
    }
  }

  /** Lets in who can share, or asks the protocol, if somebody waits and nothing is in the way. */
  void advance() {
    if (!inside.isEmpty()) {
      share();
    } else if (!asked && !waiting.isEmpty() && isAdmitted(waiting.getFirst())) {
      asked = true;
      claim = waiting.getFirst().claim();
      process().acquire(claim);
    }
  }

  /** In the order in which they came: nobody overtakes one who cannot share. */
  private void share() {
    while (admitted < MOST_ADMITTED
        && !waiting.isEmpty()
        && waiting.getFirst().claim().shares(claim)
        && isAdmitted(waiting.getFirst())
        && node.holds(epoch.losses())) {
      admit();
    }
  }

  private boolean isAdmitted(Request request) {
    return epoch.admits(name, request.claim());
  }

  private void admit() {
    Request first = waiting.remove();
    inside.add(first);
    admitted++;
    fence++;
    first.grant(Claim.ONLY_UNIT, fence, epoch.losses());
  }

  private void granted() {
    if (!node.holds(epoch.losses())) {
      // Others may have gone on without us. Either we learn of that, or the lease is renewed.
      process().later(this::granted, LEASE_RECHECK_MILLIS);
      return;
    }
    asked = false;
    if (waiting.isEmpty() || !waiting.getFirst().claim().room().equals(claim.room())) {
      // Whoever asked has given up. Whoever waits now wants something else.
      process().release();
      advance();
      return;
    }
    admitted = 0;
    admit();
    share();
  }

  private RunningProcess<?, ?> process() {
    if (process == null) {
      process = start(algorithm);
    }
    return process;
  }

  private <S, M> RunningProcess<S, M> start(Algorithm<S, M> of) {
    return new RunningProcess<>(
        of, epoch.self(), layout.orElseGet(epoch::layout), new ProcessEnvironment());
  }

  /** Carries out what the process writes. */
  private final class ProcessEnvironment implements RunningProcess.Environment {

    private final Epoch mine = epoch;

    @Override
    public void send(int to, Object message) {
      node.send(mine.member(to), step(mine, message));
    }

    @Override
    public void granted(int unit) {
      Resource.this.granted();
    }

    @Override
    public void later(Runnable task, long delayMillis) {
      node.later(() -> submit(mine, task), delayMillis);
    }

    @Override
    public void failed(ImpossibleInput why) {
      node.fail(Resource.this, why);
    }
  }
}
