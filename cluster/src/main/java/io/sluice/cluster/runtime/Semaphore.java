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
 * A name for several equal units, as one node sees it: the more urgent are served first, and each
 * who is inside has a unit of its own.
 *
 * <p>A process of the protocol asks once at a time, and is inside with one unit at most. So a node
 * has several seats, each of them a process: as many as there are units, so that it can hold them
 * all, as many again, so that the most urgent of those who wait here are known to the others even
 * then, and one more, since one of them is the root. With {@code n} members and {@code k} units
 * there are {@code (2k + 1)n} processes, of which the first {@code n} are the first seats of the
 * members. A seat costs nothing until it is needed.
 *
 * <p>Each of the {@code k} most urgent who wait here has a seat, which asks for it with its
 * priority. If a more urgent one comes, the least urgent gives up its seat. Nobody is overlooked by
 * that: to serve all {@code k} of them takes all units, and these come back only after the next
 * requests have been sent.
 *
 * <p>The process of number 0, the root of the protocol's tree, decides who is next. When a view
 * begins, it hears nothing until all who waited then have asked, and then the more urgent first.
 * Else whoever is the quickest would go first, and a view begins whenever a process comes or goes.
 *
 * <p>With a new view all tokens are new, also those of units that somebody still holds from an
 * earlier one. So before the root hears anybody, seats of its own node ask for the tokens of these,
 * and keep them until the units are free. Another node may have heard less of that by then: a seat
 * that is let in with such a unit waits until it has heard the same.
 */
final class Semaphore extends Resource {

  private static final Logger LOG = LoggerFactory.getLogger(Semaphore.class);

  /** The more urgent first; of equals the one who came first, since sorting keeps their order. */
  private static final Comparator<Request> URGENCY =
      Comparator.comparingInt(request -> request.claim().priority());

  private final OncePerKey complaints = new OncePerKey();
  private final int units;

  /** How many seats each node has. */
  private final int most;

  /** In the order of their numbers; those that have been needed in this view. */
  private final List<Seat> seats = new ArrayList<>(0);

  /** Whether the others count on this node's asking for all who wait here. */
  private boolean promised;

  // Where the root is:

  /** Whether the tokens of units held from earlier views have been asked for. */
  private boolean reserved;

  private UrgentFirst hearing = new UrgentFirst();

  Semaphore(Node node, String name, Algorithm<?, ?> algorithm, Epoch epoch) {
    super(node, name, algorithm, Optional.empty(), epoch);
    this.units = Configuration.find(algorithm.name()).map(Configuration::units).orElse(1);
    this.most = 2 * units + 1;
  }

  /** What a seat is doing. */
  private enum Standing {
    IDLE,
    /** It has asked the protocol for somebody who waits. */
    ASKING,
    /** It has asked the protocol for a unit that somebody holds from an earlier view. */
    RESERVING,
    /** The protocol has let it in, but nobody has entered by it. */
    READY,
    /** Somebody is inside by it. */
    TAKEN
  }

  /** One of this node's processes. */
  private final class Seat implements RunningProcess.Environment {
    private final int number;
    private final Epoch mine = epoch;
    private final RunningProcess<?, ?> process;
    private Standing standing = Standing.IDLE;
    private Optional<Request> guest = Optional.empty();
    private int unit;

    Seat(int number) {
      this.number = number;
      this.process = start(algorithm);
    }

    private <S, M> RunningProcess<S, M> start(Algorithm<S, M> of) {
      return new RunningProcess<>(of, number, Layout.plain(width() * most), this);
    }

    @Override
    public void send(int to, Object message) {
      Semaphore.this.send(new SeatMessage(number, to, Optional.of((Message) message)));
    }

    @Override
    public void granted(int granted) {
      unit = granted;
      standing = Standing.READY;
      use();
    }

    @Override
    public void later(Runnable task, long delayMillis) {
      node.later(() -> submit(mine, task), delayMillis);
    }

    @Override
    public void failed(ImpossibleInput why) {
      node.fail(Semaphore.this, why);
    }

    /** Whether it can ask. The root asks for nobody: it would be served without sending a word. */
    private boolean isIdle() {
      return standing == Standing.IDLE && number != Tree.ROOT;
    }

    private boolean isAsking() {
      return standing == Standing.ASKING;
    }

    private boolean isWanted() {
      return guest.filter(waiting::contains).isPresent();
    }

    private void ask(Request request) {
      guest = Optional.of(request);
      standing = Standing.ASKING;
      process.acquire(request.claim());
    }

    private void reserve(int held) {
      standing = Standing.RESERVING;
      process.acquire(Claim.EXCLUSIVE.toUnit(held).withPriority(Integer.MIN_VALUE));
    }

    private void vacate() {
      boolean asking = isAsking();
      guest = Optional.empty();
      standing = Standing.IDLE;
      if (asking) {
        process.withdraw();
      } else {
        process.release();
      }
    }

    /** Lets somebody in with the unit, or keeps its token while others may be inside with it. */
    private void use() {
      if (!epoch.admits(name, Claim.EXCLUSIVE.toUnit(unit))) {
        return;
      }
      if (!isWanted()) {
        vacate();
      } else if (node.holds(epoch.losses())) {
        Request request = guest.orElseThrow();
        standing = Standing.TAKEN;
        waiting.remove(request);
        inside.add(request);
        fence++;
        request.grant(unit, fence, epoch.losses());
      } else {
        // Others may have gone on without us. Either we learn of that, or the lease is renewed.
        process.later(() -> {}, LEASE_RECHECK_MILLIS);
      }
    }
  }

  private void send(SeatMessage message) {
    Epoch mine = epoch;
    Member to = mine.member(message.to() % width());
    if (isHere(message.to())) {
      submit(mine, () -> take(to, message));
    } else {
      node.send(to, step(mine, message));
    }
  }

  private int width() {
    return epoch.view().members().size();
  }

  private boolean isHere(int process) {
    return process % width() == epoch.self();
  }

  /** The seat that is that process; one of this node's. */
  private Seat seatOf(int process) {
    int number = process / width();
    while (seats.size() <= number) {
      seats.add(new Seat(epoch.self() + seats.size() * width()));
    }
    return seats.get(number);
  }

  @Override
  void forget() {
    super.forget();
    seats.clear();
    reserved = false;
    hearing = new UrgentFirst();
  }

  @Override
  void take(Member from, Object message) {
    if (!(message instanceof SeatMessage seated)
        || !isProcess(seated.from())
        || !isProcess(seated.to())
        || seated.from() % width() != epoch.place(from)
        || !isHere(seated.to())) {
      if (complaints.isNew(from)) {
        LOG.warn("{} sent what is not for '{}' here; dropped: {}", from, name, message);
      }
    } else if (seated.message().isEmpty()) {
      hearing.hasAsked(from);
    } else if (seated.to() == Tree.ROOT && !hearing.isOpen()) {
      hearing.keep(seated);
    } else {
      deliver(seated);
    }
  }

  private void deliver(SeatMessage seated) {
    seatOf(seated.to()).process.receive(seated.from(), seated.message().orElseThrow());
  }

  /** Where the root is: once everybody has asked who is expected to, it begins to hear them. */
  private void beginHearing() {
    var expected = new HashSet<>(epoch.wanting(name));
    expected.add(epoch.member(epoch.self()));
    hearing.beginAfter(expected).forEach(this::deliver);
  }

  @Override
  List<String> wanted() {
    promised = !waiting.isEmpty();
    return promised ? List.of(name) : List.of();
  }

  private boolean isProcess(int number) {
    return number >= 0 && number < width() * most;
  }

  @Override
  void abandoned() {
    advance();
  }

  @Override
  void gone(Request request) {
    seats.stream()
        .filter(seat -> seat.standing == Standing.TAKEN && seat.guest.equals(Optional.of(request)))
        .findFirst()
        .ifPresent(Seat::vacate);
  }

  @Override
  void advance() {
    if (!epoch.isOpen()) {
      return;
    }
    for (Seat seat : List.copyOf(seats)) {
      if (seat.standing == Standing.READY) {
        seat.use();
      } else if (seat.isAsking() && !seat.isWanted()) {
        seat.vacate();
      }
    }
    if (isHere(Tree.ROOT) && !reserved) {
      reserved = true;
      promised = true;
      epoch.unitsHeld(name).forEach(unit -> idleSeat().ifPresent(seat -> seat.reserve(unit)));
    }
    seatTheMostUrgent();
    if (promised) {
      promised = false;
      send(new SeatMessage(epoch.self(), Tree.ROOT, Optional.empty()));
    }
    if (isHere(Tree.ROOT) && !hearing.isOpen()) {
      beginHearing();
    }
  }

  private void seatTheMostUrgent() {
    if (waiting.isEmpty()) {
      return;
    }
    for (Request request : waiting.stream().sorted(URGENCY).limit(units).toList()) {
      if (seats.stream().noneMatch(seat -> seat.guest.equals(Optional.of(request)))) {
        seatFor(request).ifPresent(seat -> seat.ask(request));
      }
    }
  }

  /** An idle seat, or that of somebody less urgent. */
  private Optional<Seat> seatFor(Request request) {
    var asking = seats.stream().filter(Seat::isAsking).toList();
    if (asking.size() >= units) {
      var least =
          asking.stream()
              .max(Comparator.comparing(seat -> seat.guest.orElseThrow(), URGENCY))
              .filter(seat -> URGENCY.compare(request, seat.guest.orElseThrow()) < 0);
      least.ifPresent(Seat::vacate);
      return least;
    }
    return idleSeat();
  }

  private Optional<Seat> idleSeat() {
    var idle = seats.stream().filter(Seat::isIdle).findFirst();
    while (idle.isEmpty() && seats.size() < most) {
      idle = Optional.of(seatOf(epoch.self() + seats.size() * width())).filter(Seat::isIdle);
    }
    return idle;
  }
}
