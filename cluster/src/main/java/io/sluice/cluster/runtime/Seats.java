package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.OncePerKey;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Layout;
import io.sluice.protocol.Tree;
import io.sluice.protocol.priority.Configuration;
import io.sluice.protocol.priority.Message;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Several processes of a protocol with priorities, for a name with several equal units: more urgent
 * requests are served first, and each one that is inside has a unit of its own.
 *
 * <p>A process asks for one entry at a time, and is inside with one unit at most. So a node has
 * several seats, each of them a process: as many as there are units, so that the node can hold them
 * all; as many again, so that the other nodes know the most urgent requests that wait here even
 * then; and one more, since one of them is the root. With {@code n} members and {@code k} units
 * there are {@code (2k + 1)n} processes, of which the first {@code n} are the first seats of the
 * members. A seat costs nothing until it is needed.
 *
 * <p>Each of the {@code k} most urgent requests that wait here has a seat, which asks with the
 * request's priority. When a more urgent one arrives, the least urgent gives up its seat. No
 * request is overlooked by that: to serve all {@code k} takes all units, and these come back only
 * after the next requests have been sent.
 *
 * <p>Process 0, the root of the protocol's tree, decides which request is next. When a view begins,
 * it takes no message until all nodes with waiting requests have sent them, and then the more
 * urgent ones first. Otherwise the quickest node would be served first, whenever a node joins or
 * departs.
 *
 * <p>With a new view all tokens are new, also those of units that are still held from an earlier
 * view. So before the root takes any message, seats of its own node ask for the tokens of these,
 * and keep them until the units are free. Another node may have heard less of that by then: a seat
 * that is granted such a unit waits until its node has heard the same.
 */
final class Seats implements Entries {

  private static final Logger LOG = LoggerFactory.getLogger(Seats.class);

  /** The more urgent first; of equals the one that arrived first, since sorting is stable. */
  private static final Comparator<Request> URGENCY =
      Comparator.comparingInt(request -> request.claim().priority());

  private final OncePerKey warned = new OncePerKey();
  private final Resource resource;
  private final int units;

  /** How many seats each node has. */
  private final int most;

  /** The seats needed so far in this view, in the order of their numbers. */
  private final List<Seat> seats = new ArrayList<>(0);

  /** Whether the other nodes wait for this node to have sent its waiting requests. */
  private boolean promised;

  // At the root's node only:

  /** Whether the tokens of units held from earlier views have been asked for. */
  private boolean reserved;

  private UrgentFirst rootInbox = new UrgentFirst();

  Seats(Resource resource) {
    this.resource = resource;
    this.units =
        Configuration.find(resource.algorithm().name()).map(Configuration::units).orElse(1);
    this.most = 2 * units + 1;
  }

  /** What a seat is doing. */
  private enum SeatState {
    IDLE,
    /** It has asked the protocol for a request that waits. */
    ASKING,
    /** It has asked the protocol for a unit that is held from an earlier view. */
    RESERVING,
    /** The protocol has granted it a unit, which no request has got yet. */
    READY,
    /** A request is inside with its unit. */
    TAKEN
  }

  /** One of this node's processes. */
  private final class Seat implements RunningProcess.Environment {
    private final int number;
    private final Epoch during = resource.epoch;
    private final RunningProcess<?, ?> process;
    private SeatState state = SeatState.IDLE;
    private Optional<Request> request = Optional.empty();
    private int unit;

    Seat(int number) {
      this.number = number;
      this.process = start(resource.algorithm());
    }

    private <S, M> RunningProcess<S, M> start(Algorithm<S, M> of) {
      var layout = Layout.plain(width() * most);
      return new RunningProcess<>(of, number, layout, resource.recorder(of, number, layout), this);
    }

    @Override
    public void send(int to, Object message) {
      Seats.this.send(new SeatMessage(number, to, Optional.of((Message) message)));
    }

    @Override
    public void granted(int granted) {
      unit = granted;
      state = SeatState.READY;
      use();
    }

    @Override
    public void later(Runnable task, long delayMillis) {
      resource.later(during, task, delayMillis);
    }

    @Override
    public void failed(ImpossibleInput why) {
      resource.fail(why);
    }

    /** Whether it can ask. The root never does: it would be served without sending a message. */
    private boolean isIdle() {
      return state == SeatState.IDLE && number != Tree.ROOT;
    }

    private boolean isAsking() {
      return state == SeatState.ASKING;
    }

    private boolean isWanted() {
      return request.filter(resource.waiting::contains).isPresent();
    }

    private void ask(Request waiting) {
      request = Optional.of(waiting);
      state = SeatState.ASKING;
      process.acquire(waiting.claim());
    }

    private void reserve(int held) {
      state = SeatState.RESERVING;
      process.acquire(Claim.EXCLUSIVE.toUnit(held).withPriority(Integer.MIN_VALUE));
    }

    private void vacate() {
      boolean asking = isAsking();
      request = Optional.empty();
      state = SeatState.IDLE;
      if (asking) {
        process.withdraw();
      } else {
        process.release();
      }
    }

    /** Grants the unit to the request, or keeps its token while the unit may be held elsewhere. */
    private void use() {
      if (!resource.epoch.census().admits(resource.name(), Claim.EXCLUSIVE.toUnit(unit))) {
        return;
      }
      if (!isWanted()) {
        vacate();
      } else if (resource.isLeaseValid()) {
        state = SeatState.TAKEN;
        resource.grant(request.orElseThrow(), unit);
      } else {
        // The others may have gone on without this node. It learns so, or renews its lease.
        process.later(() -> {}, Resource.LEASE_RECHECK_MILLIS);
      }
    }
  }

  private void send(SeatMessage message) {
    Epoch during = resource.epoch;
    Member to = during.member(message.to() % width());
    if (isHere(message.to())) {
      resource.sendHere(during, () -> receive(to, message));
    } else {
      resource.send(during, to, message);
    }
  }

  private int width() {
    return resource.epoch.view().members().size();
  }

  private boolean isHere(int process) {
    return process % width() == resource.epoch.self();
  }

  /** The seat that is that process; one of this node's. */
  private Seat seatOf(int process) {
    int number = process / width();
    while (seats.size() <= number) {
      seats.add(new Seat(resource.epoch.self() + seats.size() * width()));
    }
    return seats.get(number);
  }

  @Override
  public void reset() {
    seats.clear();
    reserved = false;
    rootInbox = new UrgentFirst();
  }

  @Override
  public void receive(Member from, Object message) {
    if (!(message instanceof SeatMessage seated)
        || !isProcess(seated.from())
        || !isProcess(seated.to())
        || seated.from() % width() != resource.epoch.place(from)
        || !isHere(seated.to())) {
      if (warned.isNew(from)) {
        LOG.warn(
            "{} sent a message for '{}' to a wrong process; dropped: {}",
            from,
            resource.name(),
            message);
      }
    } else if (seated.message().isEmpty()) {
      rootInbox.hasAsked(from);
    } else if (seated.to() == Tree.ROOT && !rootInbox.isOpen()) {
      rootInbox.keep(seated);
    } else {
      deliver(seated);
    }
  }

  private void deliver(SeatMessage seated) {
    seatOf(seated.to()).process.receive(seated.from(), seated.message().orElseThrow());
  }

  /** At the root's node: once all expected nodes have sent their requests, the root takes them. */
  private void openRoot() {
    Epoch epoch = resource.epoch;
    var expected = new HashSet<>(epoch.census().wanting(resource.name()));
    expected.add(epoch.member(epoch.self()));
    rootInbox.beginAfter(expected).forEach(this::deliver);
  }

  @Override
  public boolean isIdle() {
    return !promised
        && !rootInbox.isKeeping()
        && seats.stream().allMatch(seat -> seat.state == SeatState.IDLE);
  }

  @Override
  public List<String> wanted() {
    promised = !resource.waiting.isEmpty();
    return promised ? List.of(resource.name()) : List.of();
  }

  private boolean isProcess(int number) {
    return number >= 0 && number < width() * most;
  }

  @Override
  public void withdrawn() {
    advance();
  }

  @Override
  public void released(Request request) {
    seats.stream()
        .filter(seat -> seat.state == SeatState.TAKEN && seat.request.equals(Optional.of(request)))
        .findFirst()
        .ifPresent(Seat::vacate);
  }

  @Override
  public void advance() {
    if (!resource.epoch.census().isOpen()) {
      return;
    }
    for (Seat seat : List.copyOf(seats)) {
      if (seat.state == SeatState.READY) {
        seat.use();
      } else if (seat.isAsking() && !seat.isWanted()) {
        seat.vacate();
      }
    }
    if (isHere(Tree.ROOT) && !reserved) {
      reserved = true;
      promised = true;
      resource
          .epoch
          .census()
          .unitsHeld(resource.name())
          .forEach(unit -> idleSeat().ifPresent(seat -> seat.reserve(unit)));
    }
    seatTheMostUrgent();
    if (promised) {
      promised = false;
      send(new SeatMessage(resource.epoch.self(), Tree.ROOT, Optional.empty()));
    }
    if (isHere(Tree.ROOT) && !rootInbox.isOpen()) {
      openRoot();
    }
  }

  private void seatTheMostUrgent() {
    if (resource.waiting.isEmpty()) {
      return;
    }
    for (Request request : resource.waiting.stream().sorted(URGENCY).limit(units).toList()) {
      if (seats.stream().noneMatch(seat -> seat.request.equals(Optional.of(request)))) {
        seatFor(request).ifPresent(seat -> seat.ask(request));
      }
    }
  }

  /** An idle seat, or that of a less urgent request. */
  private Optional<Seat> seatFor(Request request) {
    var asking = seats.stream().filter(Seat::isAsking).toList();
    if (asking.size() >= units) {
      var least =
          asking.stream()
              .max(Comparator.comparing(seat -> seat.request.orElseThrow(), URGENCY))
              .filter(seat -> URGENCY.compare(request, seat.request.orElseThrow()) < 0);
      least.ifPresent(Seat::vacate);
      return least;
    }
    return idleSeat();
  }

  private Optional<Seat> idleSeat() {
    var idle = seats.stream().filter(Seat::isIdle).findFirst();
    while (idle.isEmpty() && seats.size() < most) {
      idle =
          Optional.of(seatOf(resource.epoch.self() + seats.size() * width())).filter(Seat::isIdle);
    }
    return idle;
  }
}
