package io.sluice.cluster.runtime;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Limits;
import io.sluice.cluster.Member;
import io.sluice.cluster.recording.StepRecorder;
import io.sluice.cluster.runtime.Request.State;
import io.sluice.cluster.watching.PassageLog;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Layout;
import io.sluice.protocol.data.CopyMessage;
import io.sluice.protocol.forgetting.Answer;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A named lock, as one node sees it: the requests that wait for it here, those that are inside, and
 * this node's processes of the protocol that decides between the nodes ({@link Entries}).
 *
 * <p>A process runs as long as its view. When the next view comes, it is dropped, and a new one
 * starts among the new members; {@link Epoch} says how requests that are still inside are
 * respected. So every protocol can run among nodes that join, depart and crash, also one that
 * supports none of that.
 *
 * <p>The node assigns the fencing numbers, not the protocol: every message carries the highest one
 * that its sender knows for this lock, and an entry takes the next. Between two entries that
 * exclude each other there is a chain of messages, or else the protocol could not exclude them.
 *
 * <p>When its name is forgotten ({@link Forgetting}), the resource takes no task any more. Requests
 * made here go to the resource that has the name by then, see {@link #known}.
 */
public final class Resource {

  static final long LEASE_RECHECK_MILLIS = 10;

  private static final String NO_LONGER_HELD = "the exclusive lock is no longer held";

  private final Node node;
  private final String name;
  private final Algorithm<?, ?> algorithm;
  private final Mailbox mailbox = new Mailbox();
  private volatile boolean kept;

  /** Whether it lasts as long as the node, since others have references to it. */
  private volatile boolean pinned;

  @SuppressWarnings("NullAway") // null until the application needs it
  private volatile Companion companion;

  /** If this one was forgotten: the resource to which a request made here has gone last. */
  @SuppressWarnings("NullAway") // null: none
  private volatile Resource successor;

  /** What the application has to remember of a lock, for as long as its name is in use. */
  public interface Companion {

    /** Whether there is nothing to remember, so that the name may be forgotten. */
    boolean isIdle();
  }

  // What follows is touched by tasks of the mailbox only.

  private final Entries entries;

  private final Idleness idleness = new Idleness();

  /** The requests that wait, in the order of their arrival. */
  final ArrayDeque<Request> waiting = new ArrayDeque<>(0);

  /** The requests granted in this view and not released. */
  final List<Request> inside = new ArrayList<>(1);

  /** Those granted in an earlier view and not released; for one unit all in one room. */
  private final List<Request> inherited = new ArrayList<>(0);

  /** When the lock was granted and released here, while members ask for that. */
  private Optional<PassageLog> passages = Optional.empty();

  private long fence;
  Epoch epoch;

  /** Why no request can be served in this view, if a member has refused a message. */
  private Optional<ProtocolMismatchException> refusal = Optional.empty();

  /** The data that the lock protects, if it does; read by other threads too. */
  private volatile Optional<Attachment> attachment = Optional.empty();

  /** Whether the data has been told the census of this view. */
  private boolean counted;

  /**
   * @param layout which nodes compete, if that is fixed; otherwise all of them do
   * @param fence lower than every fencing number of this lock
   */
  Resource(
      Node node,
      String name,
      Algorithm<?, ?> algorithm,
      Optional<Layout> layout,
      Epoch epoch,
      long fence) {
    this.node = node;
    this.name = name;
    this.algorithm = algorithm;
    this.epoch = epoch;
    this.fence = Math.max(fence, epoch.fence());
    this.pinned = layout.isPresent() || algorithm.family() == Family.RENDEZVOUS;
    this.entries =
        switch (algorithm.family()) {
          case PRIORITY -> new Seats(this);
          case RENDEZVOUS -> new Entries.None(this);
          default -> new SingleEntry(this, layout);
        };
  }

  Node node() {
    return node;
  }

  /** Whether the application has this lock, and may ask for it at any time. */
  boolean isKept() {
    return kept;
  }

  void keep() {
    kept = true;
    idleness.used();
  }

  /** It is never forgotten; only while the resources of the node are locked. */
  void pin() {
    pinned = true;
  }

  boolean isPinned() {
    return pinned;
  }

  Idleness idleness() {
    return idleness;
  }

  /** Whether its name was forgotten. */
  boolean isGone() {
    return mailbox.isClosed();
  }

  /** The resource that has the name now, if this one was forgotten and there is one. */
  public Resource known() {
    if (!isGone()) {
      return this;
    }
    Resource next = successor;
    return next != null && !next.isGone() ? next : node.find(name, algorithm).orElse(this);
  }

  /** What the application remembers of this lock; made when it is first asked for. */
  public Companion companion(Supplier<Companion> maker) {
    Companion known = companion;
    if (known == null) {
      synchronized (this) {
        if (companion == null) {
          companion = maker.get();
        }
        known = companion;
      }
    }
    return known;
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

  /** Requests the lock for the calling thread. */
  public Request ask(Claim claim) {
    return ask(claim, Request.Watcher.NONE);
  }

  /** The limits of requests that have none of their own: those of the node. */
  public Limits usualLimits() {
    return node.usualLimits();
  }

  /** Requests the lock with the usual limits; the watcher is told what becomes of the request. */
  public Request ask(Claim claim, Request.Watcher watcher) {
    return ask(claim, usualLimits(), watcher);
  }

  /** Requests the lock for a limited time; the watcher is told what becomes of the request. */
  public Request ask(Claim claim, Limits limits, Request.Watcher watcher) {
    return place(new Request(this, claim, limits, Thread.currentThread(), watcher));
  }

  /** Puts a new request into the queue of the resource that has the name. */
  private Request place(Request request) {
    if (!mailbox.offer(() -> join(request))) {
      try {
        var next = node.resource(name, algorithm);
        successor = next;
        request.moveTo(next);
        return next.place(request);
      } catch (ProtocolMismatchException e) { // It is another lock by now.
        request.refuse(e);
      }
    }
    return request;
  }

  /**
   * Requests the lock's next entry: even where the request could share the one that this node has,
   * requests of other nodes that wait by then come first.
   */
  public Request askNext(Claim claim, Request.Watcher watcher) {
    var request = new Request(this, claim, usualLimits(), Thread.currentThread(), watcher);
    request.setInNextEntry(true);
    return place(request);
  }

  /**
   * Requests the lock in a mode that shares it, for an owner that is inside alone. The request is
   * granted at once, as part of the same entry, which ends when both have been released; it is lost
   * if the other one was, and no later than the other one's longest time is over.
   */
  public Request askAlong(Request alone, Claim shared, Limits limits, Request.Watcher watcher) {
    var request = new Request(this, shared, limits, Thread.currentThread(), watcher);
    Runnable join =
        () -> {
          if (inside.contains(alone)) {
            inside.add(request);
            grantAlong(request, alone);
          } else if (inherited.contains(alone)) {
            inherited.add(request);
            grantAlong(request, alone);
          } else {
            request.end(State.FAILED, NO_LONGER_HELD);
          }
        };
    if (!mailbox.offer(join)) {
      request.end(State.FAILED, NO_LONGER_HELD);
    }
    return request;
  }

  private void grantAlong(Request request, Request alone) {
    fence++;
    request.grantAlong(alone, fence);
  }

  void release(Request request) {
    mailbox.submit(() -> letOut(request, State.RELEASED, ""));
  }

  /** A request that is inside may be so for that time from now on. */
  void limit(Request request, Duration most) {
    mailbox.submit(() -> request.limited(most));
  }

  /**
   * The longest time for which a request may be inside is over. One that was granted along with
   * another has had a part of that one's time only.
   */
  void expire(Request request, Duration most) {
    mailbox.submit(
        () ->
            letOut(
                request,
                State.LOST,
                ("held for %s after its grant, until the longest time that its holder has asked for"
                        + " was over")
                    .formatted(most)));
  }

  void withdraw(Request request) {
    mailbox.submit(
        () -> {
          if (waiting.remove(request)) {
            request.end(State.WITHDRAWN, "");
            idleness.used();
            if (!idleness.isFrozen()) {
              entries.withdrawn();
            }
          } else {
            letOut(request, State.RELEASED, "");
          }
        });
  }

  /** A message of the protocol has come; returns false if the name was forgotten. */
  boolean receive(Epoch during, Member from, Frame.Step step) {
    return submit(during, () -> take(from, step));
  }

  private void take(Member from, Frame.Step step) {
    if (idleness.isFrozen()) {
      idleness.keep(() -> take(from, step));
      return;
    }
    idleness.used();
    idleness.took();
    fence = Math.max(fence, step.head().fence());
    var data = step.head().data();
    if (data.isPresent()) {
      attach().heard(data.get());
    }
    entries.receive(from, step.message());
  }

  /**
   * Runs a step of this view's protocol; does nothing if the view has ended by then.
   *
   * @return false if the name was forgotten
   */
  boolean submit(Epoch during, Runnable step) {
    return mailbox.offer(
        () -> {
          if (epoch == during) {
            step.run();
            advance();
          }
        });
  }

  /** What is frozen waits for the decision. */
  private void advance() {
    if (!idleness.isFrozen()) {
      entries.advance();
    }
  }

  /** Records the steps of a process of this view's protocol. */
  <S, M> StepRecorder recorder(Algorithm<S, M> of, int process, Layout layout) {
    return node.recorder().process(epoch.number(), name, of, process, layout);
  }

  /** Runs a step of this view's protocol after a delay. */
  void later(Epoch during, Runnable step, long delayMillis) {
    idleness.timerSet();
    Runnable expired =
        () -> {
          idleness.timerExpired();
          idleness.used();
          step.run();
        };
    node.later(() -> submit(during, expired), delayMillis);
  }

  /** Sends a message of the protocol from one process of this node to another. */
  void sendHere(Epoch during, Runnable receive) {
    idleness.sent();
    submit(
        during,
        () -> {
          idleness.took();
          receive.run();
        });
  }

  /** Sends a message of the protocol, in that view. */
  void send(Epoch during, Member to, Object message) {
    var known = attachment.flatMap(Attachment::known);
    var head = new Frame.Head(during.number(), name, algorithm.name(), fence, known);
    idleness.sent();
    node.send(to, new Frame.Step(head, message));
  }

  /** A process of the protocol has failed; see {@link Node#fail}. */
  void fail(ImpossibleInput why) {
    node.fail(this, why);
  }

  /** Whether what this view's protocol grants may be used now. */
  boolean isLeaseValid() {
    return node.holds(epoch.losses());
  }

  /** Grants the request that has waited longest. */
  void grantFirst(int unit) {
    enter(waiting.remove(), unit);
  }

  /** Grants a request that waits. */
  void grant(Request request, int unit) {
    waiting.remove(request);
    enter(request, unit);
  }

  private void enter(Request request, int unit) {
    inside.add(request);
    fence = Math.max(fence, epoch.census().fence(name)) + 1;
    if (node.isWatched()) {
      passages = passages.or(() -> Optional.of(new PassageLog(name)));
      passages.get().granted(fence, request.waitedNanos());
    }
    request.grant(unit, fence, epoch.losses());
  }

  /** Enters the next view, and then reports to the node what this lock holds from earlier ones. */
  void enter(Epoch next) {
    mailbox.submit(
        () -> {
          epoch = next;
          refusal = Optional.empty();
          fence = Math.max(fence, next.fence());
          inherited.addAll(inside);
          inside.clear();
          entries.reset();
          idleness.restart();
          idleness.used();
          attachment.ifPresent(data -> data.viewed(next.view(), next.self()));
          counted = false;
          node.counted(next, held(), entries.wanted(), attachment.flatMap(this::stored));
        });
  }

  /** What is held here from earlier views; where it is held alone and shared too, that alone. */
  private List<Frame.Holding> held() {
    return inherited.stream()
        .filter(each -> isAlone(each) || inherited.stream().noneMatch(Resource::isAlone))
        .map(each -> new Frame.Holding(name, algorithm.name(), each.unit(), each.claim().room()))
        .distinct()
        .toList();
  }

  private static boolean isAlone(Request request) {
    return request.claim().room().equals(Claim.ALONE);
  }

  /** Gives the requests that hold this lock or wait for it, in that order, and latest entries. */
  void describe(BiConsumer<List<Frame.Occupant>, List<Frame.Passage>> to) {
    if (!mailbox.offer(
        () ->
            to.accept(
                Stream.of(inherited, inside, waiting)
                    .flatMap(Collection::stream)
                    .map(Inquiries::occupant)
                    .toList(),
                passages.map(PassageLog::latest).orElse(List.of())))) {
      to.accept(List.of(), List.of());
    }
  }

  /**
   * Takes the lock away from the requests with these fencing numbers, on demand of a member: they
   * are lost like any lock. Each is invalid before the protocol learns that the lock is free.
   */
  void revoke(Member by, Frame.Revoke order, Consumer<Frame.Revoked> answer) {
    Runnable revoke =
        () -> {
          if (hasData()) {
            answer.accept(Inquiries.refused(order, "it protects data, of which half could be new"));
            return;
          }
          var holders =
              Stream.concat(inherited.stream(), inside.stream())
                  .filter(each -> order.fences().contains(each.fence()))
                  .toList();
          String why = "released by force, by " + by.name() + Inquiries.because(order.why());
          long above = holders.isEmpty() ? 0 : ++fence;
          for (Request each : holders) {
            letOut(each, State.LOST, why);
            Inquiries.audit(each, by, order.why());
          }
          answer.accept(
              new Frame.Revoked(
                  order.view(),
                  order.number(),
                  holders.stream().map(Request::fence).toList(),
                  above,
                  Optional.empty()));
        };
    if (!mailbox.offer(revoke)) {
      answer.accept(Inquiries.nothingToRevoke(order));
    }
  }

  /** The view is open, or a lock held from earlier views has become free. */
  void wake() {
    mailbox.submit(
        () -> {
          tellCensus();
          advance();
        });
  }

  /** Whether the name may not be forgotten; what this view's protocol does apart. */
  private boolean isInUse() {
    return pinned
        || attachment.isPresent()
        || !waiting.isEmpty()
        || !inside.isEmpty()
        || !inherited.isEmpty()
        || !entries.isIdle()
        || (companion != null && !companion.isIdle());
  }

  /**
   * Freezes the name for a proposal, if it is idle.
   *
   * @param answer is told the answer and the highest fencing number known, within the mailbox
   * @return false if the name was forgotten
   */
  boolean freeze(Epoch during, int proposer, ObjLongConsumer<Answer> answer) {
    return mailbox.offer(
        () ->
            answer.accept(
                idleness.freeze(proposer, epoch != during || isInUse() || node.isRecorded()),
                fence));
  }

  /** A proposer has decided about the name, which is frozen for its proposal. */
  void decided(Epoch during, int proposer, boolean forgotten, long above) {
    mailbox.submit(
        () -> {
          if (epoch != during) {
            return; // The view has ended the proposal.
          }
          if (!idleness.isDecidedBy(proposer)) {
            node.fail(
                "%s has decided about the name '%s', which is not frozen for it"
                    .formatted(during.member(proposer), name));
            return;
          }
          var messages = idleness.thaw();
          if (forgotten) {
            entries.reset();
            idleness.restart();
            fence = Math.max(fence, above);
            epoch.census().forget(name);
          }
          boolean needless = forgotten || idleness.isUntouched();
          boolean gone = needless && messages.isEmpty() && !isInUse() && node.forget(this);
          if (!gone) {
            messages.forEach(Runnable::run);
            advance();
          }
        });
  }

  /** Closes the mailbox if no task waits; only while the resources of the node are locked. */
  boolean close() {
    return !pinned && mailbox.closeIfLast();
  }

  private Optional<Frame.Stored> stored(Attachment data) {
    return data.stock()
        .map(
            has ->
                new Frame.Stored(
                    name, algorithm.name(), has.stored(), has.known().version(), data.stores()));
  }

  /** Tells the data what the members have, once in each view that opens. */
  private void tellCensus() {
    if (attachment.isPresent() && !counted && epoch.census().isOpen()) {
      counted = true;
      attachment.get().counted(epoch.census().stocks(name), epoch.census().stores(name));
    }
  }

  /** This node's part in the data that the lock protects; for tasks of the mailbox. */
  Attachment attach() {
    if (attachment.isEmpty()) {
      var data = node.attachment(this);
      attachment = Optional.of(data);
      data.viewed(epoch.view(), epoch.self());
      if (node.isStopped()) {
        data.stopped(node.whyStopped());
      }
      tellCensus();
    }
    return attachment.get();
  }

  boolean hasData() {
    return attachment.isPresent();
  }

  /** Runs a task that concerns the data of this lock, as one of the lock's steps. */
  public void withData(Consumer<Attachment> task) {
    mailbox.submit(() -> task.accept(attach()));
  }

  /** A message about copies has come. */
  void receiveCopies(Epoch during, Member from, CopyMessage message) {
    var _ = submit(during, () -> attach().received(during.place(from), message));
  }

  /** Sends a message about copies to the process at that place of the current view. */
  public void send(int place, CopyMessage message) {
    node.send(
        epoch.member(place), new Frame.OfCopies(epoch.number(), name, algorithm.name(), message));
  }

  /** Sends a message of this resource's protocol to the process at that place of the view. */
  public void sendStep(int place, Object message) {
    send(epoch, epoch.member(place), message);
  }

  /** Lets a member read versions of the data from a channel, until it closes the channel. */
  void serve(Member reader, ByteChannel channel) throws IOException {
    var data = attachment;
    if (data.isPresent()) {
      data.get().serve(reader, channel);
    }
  }

  /** The data as it is stored here, for a node of the same JVM. */
  Optional<Object> sealed(long version) {
    return attachment.flatMap(data -> data.sealed(version));
  }

  public Node host() {
    return node;
  }

  /** This node is no longer a member: requests that are inside are lost, others go on waiting. */
  void lose(Epoch none, String why, Runnable told) {
    mailbox.submit(
        () -> {
          inherited.addAll(inside);
          inside.clear();
          var lost = List.copyOf(inherited);
          inherited.clear();
          lost.forEach(each -> each.end(State.LOST, why));
          epoch = none;
          refusal = Optional.empty();
          attachment.ifPresent(data -> data.lost(why));
          entries.reset();
          idleness.restart();
          told.run();
        });
  }

  /** Fails all requests that wait. */
  void fail(String why) {
    mailbox.submit(
        () -> {
          attachment.ifPresent(each -> each.stopped(why));
          for (Request each = waiting.poll(); each != null; each = waiting.poll()) {
            each.end(State.FAILED, why);
          }
        });
  }

  /** Fails every waiting request: another member runs this lock with another protocol. */
  void refuse(ProtocolMismatchException mismatch) {
    mailbox.submit(
        () -> {
          attachment.ifPresent(each -> each.refused(mismatch));
          for (Request each = waiting.poll(); each != null; each = waiting.poll()) {
            each.refuse(mismatch);
          }
        });
  }

  /**
   * Fails every waiting request, and those to come in this view: a member that runs this lock with
   * another protocol has not taken a message, and what this view's protocol has asked for may never
   * be answered.
   */
  void refuseAll(ProtocolMismatchException mismatch) {
    mailbox.submit(() -> refusal = Optional.of(mismatch));
    refuse(mismatch);
  }

  private void join(Request request) {
    if (node.isStopped()) {
      request.end(State.FAILED, node.whyStopped());
      return;
    }
    if (refusal.isPresent()) {
      request.refuse(refusal.get());
      return;
    }
    var holder = epoch.census().holderOfAnotherKind(name, algorithm);
    if (holder.isPresent()) {
      request.refuse(node.mismatch(name, algorithm, holder.get()));
      return;
    }
    idleness.used();
    waiting.add(request);
    advance();
    request.startWaiting();
  }

  private void letOut(Request request, State end, String why) {
    idleness.used();
    if (passages.isPresent()) {
      passages.get().released(request.fence());
    }
    if (inherited.remove(request)) {
      request.end(end, why);
      if (inherited.stream().noneMatch(each -> each.unit() == request.unit())) {
        node.freed(name, request.unit(), fence, epoch);
      }
    } else if (inside.remove(request)) {
      request.end(end, why);
      entries.released(request);
      entries.advance();
    }
  }
}
