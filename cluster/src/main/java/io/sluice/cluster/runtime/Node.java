package io.sluice.cluster.runtime;

import io.sluice.cluster.Faults;
import io.sluice.cluster.Frame;
import io.sluice.cluster.Limits;
import io.sluice.cluster.LongestTime;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import io.sluice.cluster.census.ViewCensus;
import io.sluice.cluster.recording.Recorder;
import io.sluice.cluster.wire.FrameCodec;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Layout;
import io.sluice.protocol.catalogue.Catalogue;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member of a cluster: any number of named locks, each run by one of the node's protocols, over
 * one transport.
 *
 * <p>There is no thread of its own. Steps of a lock are taken on the thread that brings the reason:
 * a caller who asks or leaves, or the transport that brings a message. See {@link Mailbox}.
 */
public final class Node implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private static final ScheduledExecutorService CLOCK = clock();

  private static ScheduledExecutorService clock() {
    var clock =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("sluice-clock").factory());
    clock.setRemoveOnCancelPolicy(true); // limits of locks are usually cancelled
    return clock;
  }

  /** How long to wait for the transport to close, should it never come to an end. */
  private static final long LONGEST_LEAVE_SECONDS = 60;

  /** For how long a name is not used, unless said otherwise, before it is forgotten. */
  public static final Duration FORGET_AFTER = Duration.ofSeconds(30);

  /** How long the times of entries are kept after a member has asked for locks. */
  private static final long WATCHED_MILLIS = 10_000;

  private final Transport transport;
  private final Observer observer;
  private final Function<Resource, Attachment> data;
  private final Recorder recorder;
  private final Limits usual;
  private final boolean observed;
  private final FrameCodec codec;
  private final Resources resources;
  private final FrameDispatch arrivals;
  private final Inquiries inquiries;
  private final Forgetting forgetting;
  private final Mailbox mailbox = new Mailbox();
  private final TransportListener listener = new TransportListener();
  private final CountDownLatch member = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);

  /** How often this node has ceased to be a member; what was held before that is not held now. */
  private final AtomicInteger losses = new AtomicInteger();

  // Changed by tasks of the mailbox only.

  /** Whether members have asked for locks of late: only then the times of entries are kept. */
  private volatile boolean watched;

  private int inquiriesOfLate;

  private volatile boolean stopped;

  /** Why this node has stopped for good; written before {@link #stopped}. */
  private String whyStopped = "";

  private final List<Consumer<View>> watchers = new ArrayList<>();

  private Node(
      Transport transport,
      Catalogue catalogue,
      Function<Node, Observer> observer,
      Function<Resource, Attachment> data,
      Recorder recorder,
      Duration forgetAfter,
      Limits usual) {
    this.transport = transport;
    this.usual = usual;
    this.data = data;
    this.recorder = recorder;
    this.codec = new FrameCodec(catalogue);
    this.resources = new Resources(this, catalogue);
    this.arrivals = new FrameDispatch(this, resources);
    this.inquiries = new Inquiries(this, resources);
    this.forgetting = new Forgetting(this, resources, forgetAfter);
    this.observer = observer.apply(this);
    this.observed = !this.observer.equals(Observer.NONE);
  }

  /** Starts a node whose locks run Sluice's own protocols, and which tells no observer. */
  public static Node start(Transport transport) {
    return start(transport, Catalogue.builtIn(), _ -> Observer.NONE);
  }

  /**
   * Starts a node. Locks can be asked for at once; they are granted as soon as there is a view.
   *
   * @param catalogue the protocols that locks of this node may run: those asked for here, and those
   *     of other members, since every member of a view has a process of each lock's protocol
   * @param observer is told what happens
   */
  public static Node start(
      Transport transport, Catalogue catalogue, Function<Node, Observer> observer) {
    return start(
        transport,
        catalogue,
        observer,
        _ -> Attachment.NONE,
        Recorder.NONE,
        FORGET_AFTER,
        Limits.NONE);
  }

  /**
   * Starts a node whose locks may protect data.
   *
   * @param data makes this node's part in the data of a lock
   * @param recorder is told each step of each process, and closed with the node
   * @param forgetAfter names that no member has used for that time are forgotten, but for those
   *     with data, latches and barriers; a node that records forgets none
   * @param usual the limits of requests that have none of their own
   */
  public static Node start(
      Transport transport,
      Catalogue catalogue,
      Function<Node, Observer> observer,
      Function<Resource, Attachment> data,
      Recorder recorder,
      Duration forgetAfter,
      Limits usual) {
    var node = new Node(transport, catalogue, observer, data, recorder, forgetAfter, usual);
    transport.start(node.listener);
    return node;
  }

  /**
   * The lock of that name.
   *
   * @param algorithm what decides who gets it: the same in all nodes
   * @throws IllegalArgumentException if that is no protocol for a lock, or not one of this node's
   *     catalogue, if this node runs the lock with another, or the name is too long to be sent
   */
  public Resource resource(String name, Algorithm<?, ?> algorithm) {
    return resources.get(name, algorithm);
  }

  /**
   * The lock with data, latch or barrier of that name, for what is attached to it. It is not
   * forgotten.
   *
   * @throws IllegalArgumentException if this node uses the name for something else, or the name is
   *     too long to be sent
   */
  public Resource attached(String name, Algorithm<?, ?> algorithm) {
    return resources.attached(name, algorithm);
  }

  /** The resource that has that name and protocol now, if there is one. */
  Optional<Resource> find(String name, Algorithm<?, ?> algorithm) {
    return resources.find(name).filter(each -> each.algorithm().name().equals(algorithm.name()));
  }

  /**
   * The lock of that name among the first members of the view, not all of which compete with each
   * other: for experiments, in which the members are known. All of them must call this before the
   * first request. Requests wait while the view has fewer members than the layout has processes,
   * and fail at a member that has no place in it.
   *
   * @param layout who competes with whom, in the order of the view
   * @throws IllegalArgumentException if the protocol cannot run on the layout
   */
  public Resource resource(String name, Algorithm<?, ?> algorithm, Layout layout) {
    return resources.get(name, algorithm, layout);
  }

  /** How many locks this node knows: those asked for here, and those of others in this view. */
  public int locks() {
    return resources.size();
  }

  /**
   * Tells the listener of the current view and of each one that follows; of one without members
   * when this node is no longer a member. It is called within the node: it must not wait.
   */
  public void onView(Consumer<View> listener) {
    mailbox.submit(
        () -> {
          watchers.add(listener);
          if (!view().members().isEmpty()) {
            tell(listener, view());
          }
        });
  }

  /** The listener belongs to the application; if it fails, the node still has to do the rest. */
  private static void tell(Consumer<View> listener, View view) {
    try {
      listener.accept(view);
    } catch (Throwable e) {
      Faults.report(e);
    }
  }

  Inquiries inquiries() {
    return inquiries;
  }

  Forgetting forgetting() {
    return forgetting;
  }

  /** Forgets a name; as in {@link Resources#forget}. */
  boolean forget(Resource resource) {
    return resources.forget(resource, observer::forgotten);
  }

  /** Runs a task of the node, now or after those before it. */
  void submit(Runnable task) {
    mailbox.submit(task);
  }

  /**
   * Asks all members, this node among them, which requests hold or wait for a lock, or any lock.
   * The future is completed after that time at the latest, with the answers that have come.
   */
  public CompletableFuture<Answers> inspect(Optional<String> lock, Duration patience) {
    return ask(
        new Inquiries.Question(
            (view, number, _) -> Optional.of(new Frame.Inquiry(view, number, lock))),
        patience);
  }

  /**
   * Takes a lock away from the requests with these fencing numbers. The future is completed after
   * that time at the latest, with the answers that have come.
   *
   * @param holders the fencing numbers, by the member
   * @param why the reason, for people
   */
  public CompletableFuture<Answers> revoke(
      String lock, Map<Member, List<Long>> holders, String why, Duration patience) {
    return ask(
        new Inquiries.Question(
            (view, number, member) ->
                Optional.ofNullable(holders.get(member))
                    .map(fences -> new Frame.Revoke(view, number, lock, fences, why))),
        patience);
  }

  private CompletableFuture<Answers> ask(Inquiries.Question question, Duration patience) {
    mailbox.submit(() -> inquiries.ask(question));
    var limit = schedule(() -> mailbox.submit(() -> inquiries.end(question)), patience);
    // A caller may have patience without end, and ask often.
    var _ = question.future().whenComplete((_, _) -> limit.cancel(false));
    return question.future();
  }

  /** The current view, as far as this node knows; without members while it is no member. */
  public View view() {
    return resources.epoch().view();
  }

  /**
   * Waits until this node is a member for the first time.
   *
   * @return whether it has been one in that time; it may have ceased to be since
   */
  public boolean awaitMembership(long timeout, TimeUnit unit) throws InterruptedException {
    return member.await(timeout, unit);
  }

  /** Whether the other nodes still wait for this one before they go on without it. */
  public boolean leaseHolds() {
    long until = transport.leaseUntil();
    return until == Transport.FOREVER || System.nanoTime() - until < 0;
  }

  /**
   * For how many nanoseconds the other nodes do not go on without this one, negative if they may;
   * empty where they never do.
   */
  public OptionalLong leaseMargin() {
    long until = transport.leaseUntil();
    return until == Transport.FOREVER
        ? OptionalLong.empty()
        : OptionalLong.of(until - System.nanoTime());
  }

  Limits usualLimits() {
    return usual;
  }

  boolean isObserved() {
    return observed;
  }

  Observer observer() {
    return observer;
  }

  /** Whether a request granted after that many losses of membership may still be inside. */
  boolean holds(int lossesThen) {
    return losses.get() == lossesThen && leaseHolds();
  }

  boolean isWatched() {
    return watched;
  }

  /** A member has asked for locks; for tasks of the mailbox. */
  void watch() {
    watched = true;
    inquiriesOfLate++;
    later(
        () ->
            mailbox.submit(
                () -> {
                  inquiriesOfLate--;
                  watched = inquiriesOfLate > 0;
                }),
        WATCHED_MILLIS);
  }

  Recorder recorder() {
    return recorder;
  }

  /** Whether steps are recorded: a recording follows a process until its view ends. */
  boolean isRecorded() {
    return !recorder.equals(Recorder.NONE);
  }

  Attachment attachment(Resource resource) {
    return data.apply(resource);
  }

  /** What carries this node's frames. */
  public Transport transport() {
    return transport;
  }

  /**
   * Waits on the calling thread, which may do the transport's work meanwhile.
   *
   * @param over whether it need not wait any more; the thread that makes it so rouses this one
   * @param deadline when to stop waiting, as {@link System#nanoTime}; {@link Transport#FOREVER} for
   *     never
   * @return whether the wait ended before the deadline
   */
  boolean await(BooleanSupplier over, long deadline) throws InterruptedException {
    while (!over.getAsBoolean()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      long left = deadline == Transport.FOREVER ? deadline : deadline - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      transport.idle(over, left);
    }
    return true;
  }

  /** Waits in the same way until a task of this node has completed. */
  public boolean await(CompletableFuture<?> task, long deadline) throws InterruptedException {
    var waiter = Thread.currentThread();
    if (!task.isDone()) {
      var _ = task.whenComplete((_, _) -> rouse(waiter));
    }
    return await(task::isDone, deadline);
  }

  private void rouse(Thread waiter) {
    if (!waiter.equals(Thread.currentThread())) {
      transport.rouse(waiter);
    }
  }

  /** Waits in the same way without limit, and does not stop for an interrupt. */
  public <T> T join(CompletableFuture<T> task) {
    boolean interrupted = false;
    while (!task.isDone()) {
      try {
        var _ = await(task, Transport.FOREVER);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return task.join();
  }

  /** Whether this node has stopped for good: it was closed, or a protocol has failed. */
  boolean isStopped() {
    return stopped;
  }

  String whyStopped() {
    return whyStopped;
  }

  /** Sends; some protocols have themselves among the processes that they ask. */
  void send(Member to, Frame frame) {
    Epoch now = resources.epoch();
    if (now.has(to) && now.place(to) == now.self()) {
      listener.onFrame(to, frame);
    } else {
      transport.send(to, frame);
      if (frame instanceof Frame.Step(var head, _)) {
        observer.sent(head.resource(), head.algorithm());
      }
    }
  }

  void later(Runnable task, long delayMillis) {
    var _ = CLOCK.schedule(task, delayMillis, TimeUnit.MILLISECONDS);
  }

  /** Runs a task after a delay, unless it is cancelled. It must not wait. */
  Future<?> schedule(Runnable task, Duration delay) {
    return CLOCK.schedule(task, LongestTime.millis(delay), TimeUnit.MILLISECONDS);
  }

  /** The reason why this node cannot run a lock that a member holds with another protocol. */
  ProtocolMismatchException mismatch(String lock, Algorithm<?, ?> asked, ViewCensus.Holder holder) {
    return resources.mismatch(lock, asked, holder.member(), Optional.of(holder.algorithm()));
  }

  /**
   * A lock held here from earlier views is free. The others are told although they may not have
   * known of it, since its fencing numbers may have risen in this view.
   */
  void freed(String resource, int unit, long fence, Epoch during) {
    mailbox.submit(
        () -> {
          if (resources.epoch() == during) {
            during.census().free(resource, unit);
            during.census().freed(during.member(during.self()), resource, unit, fence);
            var frame = new Frame.Freed(during.number(), resource, unit, fence);
            during.others().forEach(other -> send(other, frame));
            resources.find(resource).ifPresent(Resource::wake);
          }
        });
  }

  /**
   * The process of a lock's protocol has failed, so its state can no longer be trusted. The node
   * stops: it loses all locks and departs from the cluster. It does not join again, since it could
   * fail at the same input again and again.
   */
  void fail(Resource resource, ImpossibleInput why) {
    fail(reason(resource, String.valueOf(why.getMessage())), why);
  }

  /** The same, where the failure is found by this node. */
  void fail(Resource resource, String why) {
    fail(reason(resource, why));
  }

  private static String reason(Resource resource, String why) {
    return "the protocol %s of lock '%s' failed: %s"
        .formatted(resource.algorithm().name(), resource.name(), why);
  }

  /** A member has broken the rules by which names are forgotten; the node stops likewise. */
  void fail(String reason) {
    fail(reason, new IllegalStateException(reason));
  }

  private void fail(String reason, Throwable why) {
    losses.incrementAndGet(); // From now on no lock of this node is valid.
    mailbox.submit(
        () -> {
          if (!isStopped()) {
            LOG.error("{}; this node stops, and all its locks are lost", reason, why);
            stop(reason);
          }
        });
  }

  private void stop(String why) {
    if (!isStopped()) {
      whyStopped = why;
      stopped = true;
      forgetting.stop();
      drop(why, this::depart);
      resources.forEach(each -> each.fail(why));
    }
  }

  /**
   * Departs from the cluster. Locks held here are lost, and requests that wait fail. Returns when
   * the other nodes know, unless it is called from within the node.
   */
  @Override
  public void close() {
    mailbox.submit(() -> stop("the node is closed"));
    if (!Mailbox.isAtWork()) {
      try {
        var _ = gone.await(LONGEST_LEAVE_SECONDS, TimeUnit.SECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** On a thread of its own: the calling one may be needed by the transport to close. */
  private void depart() {
    Thread.startVirtualThread(
        () -> {
          try {
            transport.close();
          } finally {
            recorder.close();
            gone.countDown();
          }
        });
  }

  private final class TransportListener implements Transport.Listener {

    @Override
    public FrameCodec codec() {
      return codec;
    }

    @Override
    public void onView(View view, Member self) {
      var next = new Epoch(view, self, losses.get());
      mailbox.submit(() -> enter(next));
    }

    @Override
    public void onFrame(Member from, Frame frame) {
      // Frames that came before and had to wait for the mailbox must not be overtaken.
      Epoch now = resources.epoch();
      if (frame instanceof Frame.Step step
          && step.view() == now.number()
          && now.has(from)
          && mailbox.atRest()) {
        arrivals.deliver(now, from, step);
      } else {
        mailbox.submit(() -> arrivals.take(from, frame));
      }
    }

    @Override
    public void onBytes(Member from, String resource, ByteChannel channel) throws IOException {
      var found = resources.find(resource);
      if (found.isPresent() && view().members().contains(from)) {
        found.get().serve(from, channel);
      }
    }

    @Override
    public Optional<Object> sealed(String resource, long version) {
      return resources.find(resource).flatMap(each -> each.sealed(version));
    }

    @Override
    public void onLost(String why) {
      losses.incrementAndGet();
      mailbox.submit(() -> drop(why, () -> {}));
    }
  }

  private void enter(Epoch next) {
    if (isStopped() || next.number() <= resources.epoch().number()) {
      return;
    }
    LOG.info("{}", next.view());
    FlightEvents.viewed(next.view(), "");
    observer.viewed(next.view());
    recorder.viewed(next.view());
    int locks = resources.enter(next, observer::forgotten);
    forgetting.restart();
    member.countDown();
    watchers.forEach(each -> tell(each, next.view()));
    arrivals.takeEarly();
    inquiries.askAgain();
    if (next.census().begin(locks)) {
      announce(next);
    }
  }

  /** One of the locks has left the earlier views. */
  void counted(
      Epoch during, List<Frame.Holding> held, List<String> wanted, Optional<Frame.Stored> data) {
    mailbox.submit(
        () -> {
          if (during.census().count(held, wanted, data) && resources.epoch() == during) {
            announce(during);
          }
        });
  }

  private void announce(Epoch during) {
    for (Frame.Held held : during.census().announce()) {
      during.others().forEach(other -> send(other, held));
      heard(during.member(during.self()), held);
    }
  }

  /** A member has said what it holds from earlier views. */
  void heard(Member from, Frame.Held held) {
    Epoch now = resources.epoch();
    if (now.census().report(from, held)) {
      LOG.debug("view {} is open", now.number());
      now.census().stored().forEach(name -> dataOf(now, name));
      resources.forEach(Resource::wake);
    }
  }

  /** A member has a version of data that this node may not have heard of. */
  private void dataOf(Epoch now, String name) {
    now.census()
        .algorithmOfData(name)
        .flatMap(algorithm -> resources.withData(name, algorithm))
        .ifPresent(Resource::attach);
  }

  /** Takes all locks from their holders, and goes on when the last one has been told. */
  private void drop(String why, Runnable after) {
    arrivals.clear();
    forgetting.restart();
    var none = Epoch.none();
    var last = view();
    if (!last.members().isEmpty()) {
      if (isStopped()) {
        LOG.info("departed from view {}", last.number());
      } else {
        LOG.warn("no member of view {} any more, and all locks are lost: {}", last.number(), why);
      }
      FlightEvents.viewed(none.view(), why);
      observer.viewed(none.view());
      recorder.viewed(none.view());
      watchers.forEach(each -> tell(each, none.view()));
    }
    resources.lose(none, why, after);
  }
}
