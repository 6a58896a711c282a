package io.sluice.protocol.data;

import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Family;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Acquire;
import io.sluice.protocol.Input.Depart;
import io.sluice.protocol.Input.Drawn;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Expired;
import io.sluice.protocol.Input.Join;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Input.Release;
import io.sluice.protocol.Input.Tick;
import io.sluice.protocol.Input.Withdraw;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.data.CopyMessage.Arrived;
import io.sluice.protocol.data.CopyMessage.Commit;
import io.sluice.protocol.data.CopyMessage.Departing;
import io.sluice.protocol.data.CopyMessage.Heard;
import io.sluice.protocol.data.CopyMessage.Wanted;
import io.sluice.protocol.data.HandoverMessage.AskBlock;
import io.sluice.protocol.data.HandoverMessage.AskMarks;
import io.sluice.protocol.data.HandoverMessage.Block;
import io.sluice.protocol.data.HandoverMessage.Called;
import io.sluice.protocol.data.HandoverMessage.Marks;
import io.sluice.protocol.data.HandoverMessage.OfCopies;
import io.sluice.protocol.data.HandoverMessage.OfLock;
import io.sluice.protocol.data.HandoverState.Incoming;
import io.sluice.protocol.data.HandoverState.Mapped;
import io.sluice.protocol.data.HandoverState.Numbers;
import io.sluice.protocol.data.HandoverState.Presence;
import io.sluice.protocol.data.HandoverState.Turn.Committing;
import io.sluice.protocol.data.HandoverState.Turn.Deciding;
import io.sluice.protocol.data.HandoverState.Turn.Granted;
import io.sluice.protocol.data.HandoverState.Turn.Idle;
import io.sluice.protocol.data.HandoverState.Turn.Inside;
import io.sluice.protocol.data.HandoverState.Turn.Waiting;
import io.sluice.protocol.mobile.RwLmp;
import java.util.Optional;

/**
 * Data that moves with its lock: any lock protocol, {@link Replication} beside it, and a model of
 * the bytes, so that the explorer can see what an application would see. A live node has real bytes
 * instead, runs the lock and {@link Replication} themselves, and must keep the rules of this model:
 *
 * <ul>
 *   <li>Each message of the lock carries what its sender knows of the newest version and of the
 *       numbers given so far.
 *   <li>The application is let in when the lock has been granted and the newest version is here, or
 *       is known to be lost.
 *   <li>A process that waits fetches the newest version it knows of; if a newer one is committed
 *       meanwhile, only the blocks that differ follow.
 *   <li>A writer works on a copy of its own. What is stored changes only when a version is whole:
 *       committed here, or fetched completely.
 *   <li>The lock is released after a commit is complete, not before.
 *   <li>A version that is discarded leaves no trace but its number, which is not used again.
 * </ul>
 *
 * <p>Hernane and Gustedt describe this in <em>Transparent distributed data management in large
 * scale distributed systems</em> (2016), section 5, without crashes. There the data is fetched from
 * the predecessor in the lock's queue, which is forgotten when the token arrives (3.1) and may have
 * departed by then; {@link #ALGORITHM_PUBLISHED} shows what comes of it.
 *
 * @param <L> the state of the lock
 * @param <M> the messages of the lock
 */
public final class Handover<L, M> implements Protocol<HandoverState<L>, HandoverMessage<M>> {

  /** Over read-write locks for mobile processes, as in the text. */
  public static final Algorithm<?, ?> ALGORITHM = over(RwLmp.ALGORITHM, "handover", Setup.USUAL);

  /** As printed: an entrant has forgotten from which process to fetch. */
  public static final Algorithm<?, ?> ALGORITHM_PUBLISHED =
      over(RwLmp.ALGORITHM, "handover-published", new Setup(1, true));

  /** The draw by which a writer discards what it wrote, or commits it. */
  static final String DISCARD = "discard";

  /**
   * @param copies how many processes have a version when its commit is complete
   * @param forgetful whether processes do not tell each other where the newest version is
   */
  record Setup(int copies, boolean forgetful) {
    static final Setup USUAL = new Setup(2, false);
  }

  private final int self;
  private final Protocol<L, M> lock;
  private final Replication replication;
  private final boolean forgetful;

  Handover(int self, Layout layout, Protocol<L, M> lock, Setup setup) {
    this.self = self;
    this.lock = lock;
    this.replication = new Replication(self, ProcessSet.range(0, layout.size()), setup.copies);
    this.forgetful = setup.forgetful;
  }

  /** Data that moves with a lock of this kind, with that number of copies of each version. */
  public static Algorithm<?, ?> over(Algorithm<?, ?> lock, int copies) {
    return over(lock, HandoverName.of(lock, copies), new Setup(copies, false));
  }

  static <L, M> Algorithm<HandoverState<L>, HandoverMessage<M>> over(
      Algorithm<L, M> lock, String name, Setup setup) {
    var description =
        Algorithm.<HandoverState<L>, HandoverMessage<M>>of(
                name,
                Family.DATA,
                (self, layout) -> new Handover<>(self, layout, lock.process(self, layout), setup))
            .source("after Hernane and Gustedt, in Pervasive Computing, 2016, section 5")
            .cost("those of " + lock.name() + "; to commit 2n, and to fetch 2 and 2 a block")
            .tolerates("what " + lock.name() + " does; needs FIFO channels")
            .clocks(Algorithm.Clocks.APART);
    if (lock.fenced()) {
      description.fenced();
    }
    if (setup.copies > 1) {
      // With one copy, what a process committed may be lost with it.
      description.legacy((initial, crashed) -> initial.with(crashed.numbers().atCrash()));
    }
    if (setup.forgetful) {
      description.flaw("maps stale data, since an entrant does not know where to fetch the newest");
    }
    new HandoverInvariants<L, M>(setup.copies).promises().forEach(description::invariant);
    return description.build();
  }

  @Override
  public HandoverState<L> initial() {
    return new HandoverState<>(
        lock.initial(),
        replication.initial(),
        HandoverState.IDLE,
        Copy.FIRST,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Presence.STAYS,
        Numbers.NONE);
  }

  @Override
  public HandoverState<L> on(
      HandoverState<L> s, Input<HandoverMessage<M>> input, Outbox<HandoverMessage<M>> out) {
    var next =
        switch (input) {
          case Acquire(var claim) -> acquire(s, claim);
          case Release() -> release(s, out);
          case Withdraw() -> withdraw(s, out);
          case Receive(int from, var message) -> receive(s, from, message, out);
          case Drawn(var draw, int outcome) when draw.equals(DISCARD) ->
              decide(s, outcome == 0, out);
          case Drawn(var draw, int outcome) -> lockStep(s, new Drawn<>(draw, outcome), out);
          case Expired(var timer) -> lockStep(s, new Expired<>(timer), out);
          case Tick(long now) -> lockStep(s, new Tick<>(now), out);
          case Excluded(int peer) ->
              lockStep(copyStep(s, new Excluded<>(peer), out), new Excluded<>(peer), out);
          case Join(int introducer) -> lockStep(s, new Join<>(introducer), out);
          case Depart() -> depart(s, out);
          case Order<HandoverMessage<M>> _ -> s;
        };
    return proceed(next, out);
  }

  private HandoverState<L> acquire(HandoverState<L> s, Claim claim) {
    return s.turn() instanceof Waiting(var asked, _) && asked.room().equals(claim.room())
        ? s.with(new Waiting(asked, true))
        : s.wanting(Optional.of(claim));
  }

  /** The lock need not know: a grant that no application waits for is released at once. */
  private HandoverState<L> withdraw(HandoverState<L> s, Outbox<HandoverMessage<M>> out) {
    return switch (s.turn()) {
      case Waiting(var claim, _) when s.next().isEmpty() -> s.with(new Waiting(claim, false));
      case Granted _ -> unlock(s, out);
      default -> s.wanting(Optional.empty());
    };
  }

  private HandoverState<L> depart(HandoverState<L> s, Outbox<HandoverMessage<M>> out) {
    var without = s.turn() instanceof Inside ? s : withdraw(s, out);
    return without.wanting(Optional.empty()).with(Presence.DEPARTING);
  }

  private HandoverState<L> receive(
      HandoverState<L> s, int from, HandoverMessage<M> message, Outbox<HandoverMessage<M>> out) {
    return switch (message) {
      case OfLock<M> told ->
          lockStep(heard(s, told, out), new Receive<>(from, told.message()), out);
      case OfCopies<M> _, AskMarks<M> _, AskBlock<M> _ when s.presence() == Presence.DEPARTED -> s;
      case OfCopies(var inner) -> copyStep(s, new Receive<>(from, inner), out);
      case AskMarks(_) -> {
        out.send(from, new Marks<>(s.copy().version(), s.copy().marks()));
        yield s;
      }
      case AskBlock(long version, int block) -> {
        out.send(
            from,
            version == s.copy().version()
                ? new Block<>(version, block, s.copy().blocks().get(block))
                : new Marks<>(s.copy().version(), s.copy().marks()));
        yield s;
      }
      case Marks(long version, var marks) when isSource(s, from) ->
          fetchNext(s, from, new Incoming(version, marks, s.copy().blocks()), out);
      case Block(long version, int block, long bytes) when isSource(s, from) ->
          s.incoming()
              .filter(each -> each.version() == version)
              .map(i -> new Incoming(version, i.marks(), Copy.set(i.blocks(), block, bytes)))
              .map(i -> fetchNext(s, from, i, out))
              .orElse(s);
      case Marks<M> _, Block<M> _ -> s;
      case Called<M> _ -> throw new ImpossibleInput(self, message, "calls are not sent");
    };
  }

  private HandoverState<L> heard(
      HandoverState<L> s, OfLock<M> told, Outbox<HandoverMessage<M>> out) {
    var counted = s.with(s.numbers().atLeast(told.highest()));
    return forgetful
        ? counted
        : copyStep(counted, new Order<>(new Heard(told.known(), told.crashed())), out);
  }

  private static boolean isSource(HandoverState<?> s, int process) {
    return s.copies().fetching().filter(each -> each.from() == process).isPresent();
  }

  /** Asks for the next block that differs; when there is none, the version is whole. */
  private HandoverState<L> fetchNext(
      HandoverState<L> s, int from, Incoming incoming, Outbox<HandoverMessage<M>> out) {
    int block = Copy.firstDifference(incoming.marks(), incoming.blocks());
    if (block < Copy.BLOCKS) {
      out.send(from, new AskBlock<>(incoming.version(), block));
      return s.receiving(Optional.of(incoming));
    }
    var whole = new Copy(incoming.version(), incoming.marks(), incoming.blocks());
    return copyStep(s.with(whole), new Order<>(new Arrived(whole.version())), out);
  }

  private HandoverState<L> release(HandoverState<L> s, Outbox<HandoverMessage<M>> out) {
    if (isWriter(((Inside) s.turn()).claim())) {
      out.draw(DISCARD, 2);
      return s.with(HandoverState.DECIDING);
    }
    return unlock(s, out);
  }

  private static boolean isWriter(Claim claim) {
    return !claim.shares(Claim.SHARED);
  }

  private HandoverState<L> decide(
      HandoverState<L> s, boolean commits, Outbox<HandoverMessage<M>> out) {
    long version = s.numbers().highest();
    var base = s.mapped().orElseThrow().copy();
    var done = s.mapping(Optional.empty());
    if (!commits) {
      var numbers = new Numbers(version, s.numbers().committed(), Optional.of(version));
      return unlock(done.with(numbers), out);
    }
    var written = done.with(base.written(version, changed())).with(HandoverState.COMMITTING);
    return copyStep(written, new Order<>(new Commit(version, ProcessSet.EMPTY)), out);
  }

  /** Some processes write everything, the others a part. */
  private int changed() {
    return self % 2 == 0 ? 1 : Copy.BLOCKS;
  }

  private HandoverState<L> unlock(HandoverState<L> s, Outbox<HandoverMessage<M>> out) {
    var idle = s.with(HandoverState.IDLE).mapping(Optional.empty());
    return lockStep(copyStep(idle, new Order<>(new Wanted(false)), out), new Release<>(), out);
  }

  /** A step of the copies' protocol; where it wants another version fetched, that begins. */
  private HandoverState<L> copyStep(
      HandoverState<L> s, Input<CopyMessage> input, Outbox<HandoverMessage<M>> out) {
    SendOnly<CopyMessage> sends = (to, message) -> out.send(to, new OfCopies<>(message));
    var copies = replication.on(s.copies(), input, sends);
    if (copies.fetching().equals(s.copies().fetching())) {
      return s.with(copies);
    }
    copies.fetching().ifPresent(each -> out.send(each.from(), new AskMarks<>(each.version())));
    return s.with(copies).receiving(Optional.empty());
  }

  /** A step of the lock, and what follows from a grant or a departure. */
  private HandoverState<L> lockStep(
      HandoverState<L> s, Input<M> input, Outbox<HandoverMessage<M>> out) {
    var effects = new LockEffects<M>(s, out);
    var next = s.withLock(lock.on(s.lock(), input, effects));
    if (effects.departed) {
      out.departed();
      return next.with(Presence.DEPARTED);
    }
    return effects.granted ? granted(next, (Waiting) s.turn(), effects, out) : next;
  }

  private HandoverState<L> granted(
      HandoverState<L> s, Waiting waiting, LockEffects<M> grant, Outbox<HandoverMessage<M>> out) {
    return waiting.wanted()
        ? s.with(new Granted(waiting.claim(), grant.unit, grant.fence))
        : unlock(s, out);
  }

  /** Does what needs no message of another process. */
  private HandoverState<L> proceed(HandoverState<L> s, Outbox<HandoverMessage<M>> out) {
    return switch (s.turn()) {
      case Granted granted when s.copies().isCurrent() || s.copies().isLost() ->
          enter(s, granted, out);
      case Committing() when s.copies().isCommitted() -> {
        var committed = Optional.of(s.copy().version());
        var numbers = new Numbers(s.numbers().highest(), committed, s.numbers().discarded());
        yield proceed(unlock(s.with(numbers), out), out);
      }
      case Idle() when s.next().isPresent() && s.presence() == Presence.STAYS ->
          proceed(ask(s, s.next().get(), out), out);
      case Idle() when s.presence() == Presence.DEPARTING -> leave(s, out);
      case Idle _, Waiting _, Granted _, Inside _, Deciding _, Committing _ -> s;
    };
  }

  private HandoverState<L> ask(HandoverState<L> s, Claim claim, Outbox<HandoverMessage<M>> out) {
    var waiting = s.with(new Waiting(claim, true)).wanting(Optional.empty());
    var wanting = copyStep(waiting, new Order<>(new Wanted(true)), out);
    return lockStep(wanting, new Acquire<>(claim), out);
  }

  private HandoverState<L> enter(
      HandoverState<L> s, Granted granted, Outbox<HandoverMessage<M>> out) {
    boolean writes = isWriter(granted.claim());
    var copies = s.copies();
    var known = s.numbers().atLeast(Math.max(copies.known().version(), copies.stored()));
    out.granted(granted.unit(), granted.fence());
    return s.with(writes ? known.atLeast(known.highest() + 1) : known)
        .mapping(Optional.of(new Mapped(s.copy(), copies.isLost())))
        .with(new Inside(granted.claim()));
  }

  /** Departs once the newest version is elsewhere. */
  private HandoverState<L> leave(HandoverState<L> s, Outbox<HandoverMessage<M>> out) {
    var leaving = s.copies().departing() ? s : copyStep(s, new Order<>(new Departing()), out);
    if (!replication.mayDepart(leaving.copies())) {
      return leaving;
    }
    replication.depart(
        leaving.copies(), (SendOnly<CopyMessage>) (to, m) -> out.send(to, new OfCopies<>(m)));
    return lockStep(leaving.with(Presence.QUITTING), new Depart<>(), out);
  }

  /** Takes the effects of one step of the lock. */
  private static final class LockEffects<M> implements Outbox<M> {
    private final HandoverState<?> sender;
    private final Outbox<HandoverMessage<M>> out;
    private boolean granted;
    private boolean departed;
    private int unit;
    private long fence;

    LockEffects(HandoverState<?> sender, Outbox<HandoverMessage<M>> out) {
      this.sender = sender;
      this.out = out;
    }

    @Override
    public void send(int to, M message) {
      var copies = sender.copies();
      var crashed = copies.group().crashed();
      out.send(to, new OfLock<>(message, copies.known(), sender.numbers().highest(), crashed));
    }

    @Override
    public void granted(int which, long number) {
      granted = true;
      unit = which;
      fence = number;
    }

    @Override
    public void timer(String name, long delayMillis) {
      out.timer(name, delayMillis);
    }

    @Override
    public void joined() {
      out.joined();
    }

    @Override
    public void departed() {
      departed = true;
    }

    @Override
    public void draw(String name, int bound) {
      out.draw(name, bound);
    }
  }
}
