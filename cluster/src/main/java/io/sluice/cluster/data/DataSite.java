package io.sluice.cluster.data;

import io.sluice.cluster.View;
import io.sluice.cluster.data.DataRequest.State;
import io.sluice.cluster.runtime.Attachment;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.data.Copies;
import io.sluice.protocol.data.CopyMessage;
import io.sluice.protocol.data.CopyMessage.Arrived;
import io.sluice.protocol.data.CopyMessage.Census;
import io.sluice.protocol.data.CopyMessage.Commit;
import io.sluice.protocol.data.CopyMessage.Departing;
import io.sluice.protocol.data.CopyMessage.Event;
import io.sluice.protocol.data.CopyMessage.Heard;
import io.sluice.protocol.data.CopyMessage.Stock;
import io.sluice.protocol.data.CopyMessage.Wanted;
import io.sluice.protocol.data.Replication;
import io.sluice.protocol.data.Whereabouts;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * One node's part in one piece of data: runs {@link Replication} within the steps of the lock, and
 * carries out what it says. A node has one for each piece of data that it has opened, and for each
 * that another member has asked it to keep a copy of.
 *
 * <p>Everything but the public methods runs in the lock's mailbox.
 */
public final class DataSite implements Attachment {

  /** Two copies, so that one crash loses nothing. */
  private static final int USUAL_COPIES = 2;

  private static final ProcessSet ALONE = ProcessSet.of(0);
  private static final View NO_VIEW = new View(0, 0, List.of());

  private final Resource resource;
  private final String name;
  private final RegionPool pool = new RegionPool();
  private final Transfers transfers;
  private final List<DataRequest> requests = new ArrayList<>();
  private int wanted;

  private int copiesKept = USUAL_COPIES;

  /** The size with which applications of this node have opened the data, if they have. */
  private OptionalLong opened = OptionalLong.empty();

  private int self;
  private View view = NO_VIEW;
  private Replication protocol = new Replication(0, ALONE, USUAL_COPIES);
  private Copies copies = Copies.at(0, new Whereabouts(0, ProcessSet.EMPTY), ALONE).moved(ALONE);

  /** The version that is stored here; read by threads that serve it. */
  private volatile Optional<SealedVersion> stored = Optional.empty();

  private Optional<CompletableFuture<Void>> committing = Optional.empty();
  private Optional<CompletableFuture<Void>> departing = Optional.empty();

  public DataSite(Resource resource) {
    this.resource = resource;
    this.name = resource.name();
    this.transfers = new Transfers(resource, pool, this::arrived);
  }

  /**
   * Opens the data for applications of this node.
   *
   * @param size how many bytes it has until a writer changes that
   * @throws IllegalArgumentException if it was opened with another size
   */
  public void open(long size, int copiesToKeep) {
    var first = stored.isPresent() ? stored : Optional.of(firstVersion(size));
    var done = new CompletableFuture<Void>();
    resource.withData(
        _ -> {
          if (opened.isEmpty()) {
            opened = OptionalLong.of(size);
          }
          copiesKept = copiesToKeep;
          protocol = new Replication(self, copies.group().members(), copiesKept);
          if (stored.isEmpty()) {
            stored = first;
          } else if (first.get() != stored.get()) {
            first.get().release();
          }
          if (stored.get().declared() == size && opened.getAsLong() == size) {
            done.complete(null);
          } else {
            done.completeExceptionally(wrongSize(stored.get(), size));
          }
        });
    try {
      done.join();
    } catch (java.util.concurrent.CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /** Two regions are needed to write: the version that is, and the next one. */
  private SealedVersion firstVersion(long size) {
    RegionPool.requireRoom(2 * size);
    return SealedVersion.first(size, pool);
  }

  private IllegalArgumentException wrongSize(SealedVersion there, long size) {
    return new IllegalArgumentException(
        "data '%s' was first opened with %,d bytes, not with %,d: open it with the same size in all"
                .formatted(name, there.declared(), size)
            + " nodes, and change it with resize(...)");
  }

  /** Requests the data for reading or writing; never waits. */
  public DataRequest request(Claim claim, boolean takesSurviving) {
    var request = new DataRequest(claim, takesSurviving);
    resource.withData(
        _ -> {
          requests.add(request);
          want(1);
        });
    request.of(resource.ask(claim, (lock, state) -> changed(request, lock, state)));
    return request;
  }

  private void want(int more) {
    boolean before = wanted > 0;
    wanted += more;
    if (before != wanted > 0) {
      tell(new Wanted(wanted > 0));
    }
  }

  private void changed(DataRequest request, Request lock, Request.State state) {
    request.of(lock);
    switch (state) {
      case INSIDE -> {
        request.become(State.GRANTED);
        serveRequests();
      }
      case RELEASED, WITHDRAWN, LOST, FAILED -> end(request, state, lock);
      case WAITING -> {}
    }
  }

  private void end(DataRequest request, Request.State state, Request lock) {
    request.become(State.ENDED);
    if (requests.remove(request)) {
      want(-1);
    }
    request
        .ready()
        .completeExceptionally(
            new IllegalStateException(
                "the request for data '%s' is %s%s"
                    .formatted(
                        name,
                        state.name().toLowerCase(java.util.Locale.ROOT),
                        lock.why().isEmpty() ? "" : ": " + lock.why())));
  }

  /** Lets in the requests that have the lock, once the data is here or known to be lost. */
  private void serveRequests() {
    for (var request : List.copyOf(requests)) {
      if (request.state() == State.GRANTED) {
        serve(request);
      }
    }
  }

  private void serve(DataRequest request) {
    if (stored.isPresent() && stored.get().declared() != opened.orElse(0)) {
      request.ready().completeExceptionally(wrongSize(stored.get(), opened.orElse(0)));
      return;
    }
    boolean here = copies.isCurrent() || (copies.isLost() && request.takesSurviving());
    if (here && stored.isPresent() && stored.get().retain()) {
      request.become(State.READY);
      if (!request.ready().complete(stored.get())) {
        stored.get().release();
      }
    } else if (copies.isLost()) {
      request
          .ready()
          .completeExceptionally(new VersionLost(name, copies.known().version(), copies.stored()));
    }
  }

  /** A draft of the next version, on top of one that is retained. */
  public Draft draft(SealedVersion base) {
    return new Draft(base, pool);
  }

  /**
   * Commits what a writer, which has the lock, has written.
   *
   * @return completes when as many members have the version as were asked for, and a majority knows
   *     of it
   */
  public CompletableFuture<Void> commit(DataRequest writer, Draft draft) {
    var done = new CompletableFuture<Void>();
    long version = writer.lock().fence();
    var sealed = draft.seal(version);
    resource.withData(
        _ -> {
          if (!writer.lock().valid()) {
            sealed.release();
            done.completeExceptionally(
                new IllegalStateException(
                    "the lock was lost before the commit: " + lockLoss(writer)));
            return;
          }
          committing = Optional.of(done);
          install(sealed);
          tell(new Commit(version, ProcessSet.EMPTY));
        });
    return done;
  }

  private static String lockLoss(DataRequest writer) {
    return writer.lock().why().isEmpty() ? "its lease ended" : writer.lock().why();
  }

  private void install(SealedVersion next) {
    stored.ifPresent(SealedVersion::release);
    stored = Optional.of(next);
  }

  /** A version has been fetched. */
  private void arrived(SealedVersion version) {
    resource.withData(
        _ -> {
          if (version.version() > copies.stored()) {
            install(version);
          } else {
            version.release();
          }
          tell(new Arrived(version.version()));
        });
  }

  /**
   * Prepares the departure of this node.
   *
   * @return completes when the newest version is elsewhere, if it can be
   */
  public CompletableFuture<Void> depart() {
    var done = new CompletableFuture<Void>();
    resource.withData(
        _ -> {
          departing = Optional.of(done);
          tell(new Departing());
        });
    return done;
  }

  /** Gives the memory back; the node has departed. */
  public void close() {
    resource.withData(
        _ -> {
          transfers.cancel();
          transfers.disconnect();
          stored.ifPresent(SealedVersion::release);
          stored = Optional.empty();
          pool.close();
        });
  }

  /** The newest version known here, and the newest that is stored here. */
  public OptionalLong storedVersion() {
    return stored.map(each -> OptionalLong.of(each.version())).orElse(OptionalLong.empty());
  }

  @Override
  public Optional<Whereabouts> known() {
    return Optional.of(copies.known());
  }

  @Override
  public void heard(Whereabouts known) {
    if (known.version() > copies.known().version()
        || !copies.known().holders().containsAll(known.holders())) {
      tell(new Heard(known, ProcessSet.EMPTY));
    }
  }

  @Override
  public void received(int from, CopyMessage message) {
    if (!(message instanceof Event)) {
      step(new Receive<>(from, message));
    }
  }

  @Override
  public Optional<Stock> stock() {
    return Optional.of(new Stock(self, copies.toReport(), copies.known()));
  }

  @Override
  public void viewed(View next, int place) {
    if (next.members().isEmpty()) {
      return;
    }
    view = next;
    self = place;
    var members = ProcessSet.range(0, next.members().size());
    copies = copies.moved(members);
    protocol = new Replication(self, members, copiesKept);
    transfers.cancel();
    transfers.disconnect();
  }

  @Override
  public void counted(List<Stock> stocks) {
    var all = new ArrayList<Stock>();
    for (int place = 0; place < view.members().size(); place++) {
      int process = place;
      var nothing = new Stock(place, 0, new Whereabouts(0, ProcessSet.EMPTY));
      all.add(
          stocks.stream().filter(each -> each.process() == process).findFirst().orElse(nothing));
    }
    tell(new Census(copies.group().members(), all));
  }

  @Override
  public void lost(String why) {
    transfers.cancel();
    transfers.disconnect();
    view = NO_VIEW;
    copies = copies.moved(ALONE);
    self = 0;
    protocol = new Replication(self, ALONE, copiesKept);
    committing.ifPresent(
        done ->
            done.completeExceptionally(
                new IllegalStateException(
                    "the commit was interrupted, and the others may have the version or not: "
                        + why)));
    committing = Optional.empty();
    departing.ifPresent(done -> done.complete(null));
  }

  @Override
  public void serve(ByteChannel channel) throws IOException {
    new Serving(channel, this::retained).run();
  }

  private Optional<SealedVersion> retained() {
    while (true) {
      var now = stored;
      if (now.isEmpty() || now.get().retain()) {
        return now;
      }
    }
  }

  @Override
  public Optional<Object> sealed(long version) {
    var now = retained();
    if (now.isPresent() && now.get().version() < version) {
      now.get().release();
      return Optional.empty();
    }
    return now.map(Object.class::cast);
  }

  private void tell(Event event) {
    step(new Order<>(event));
  }

  /** A step of the protocol, and what follows from it. */
  private void step(Input<CopyMessage> input) {
    if (view.members().isEmpty() && !(input instanceof Order<CopyMessage>(Wanted _))) {
      return;
    }
    SendOnly<CopyMessage> out = (to, message) -> resource.send(to, message);
    copies = protocol.on(copies, input, out);
    boolean forWriter = requests.stream().anyMatch(each -> !each.claim().equals(Claim.SHARED));
    transfers.follow(copies.fetching(), view, stored, forWriter);
    if (committing.isPresent() && copies.isCommitted()) {
      var done = committing.get();
      committing = Optional.empty();
      done.complete(null);
    }
    if (departing.isPresent() && protocol.mayDepart(copies)) {
      departing.get().complete(null);
      departing = Optional.empty();
    }
    serveRequests();
  }
}
