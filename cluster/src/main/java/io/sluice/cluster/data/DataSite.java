package io.sluice.cluster.data;

import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.cluster.runtime.Attachment;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.compose.SendOnly;
import io.sluice.protocol.data.Copies;
import io.sluice.protocol.data.Copies.Fetching;
import io.sluice.protocol.data.CopyMessage;
import io.sluice.protocol.data.CopyMessage.Arrived;
import io.sluice.protocol.data.CopyMessage.Census;
import io.sluice.protocol.data.CopyMessage.Commit;
import io.sluice.protocol.data.CopyMessage.Departing;
import io.sluice.protocol.data.CopyMessage.Event;
import io.sluice.protocol.data.CopyMessage.Heard;
import io.sluice.protocol.data.CopyMessage.Kept;
import io.sluice.protocol.data.CopyMessage.Pushes;
import io.sluice.protocol.data.CopyMessage.Stock;
import io.sluice.protocol.data.CopyMessage.StoreMessage;
import io.sluice.protocol.data.CopyMessage.Waits;
import io.sluice.protocol.data.CopyMessage.WaitsNoLonger;
import io.sluice.protocol.data.CopyMessage.Wanted;
import io.sluice.protocol.data.Replication;
import io.sluice.protocol.data.StoreReport;
import io.sluice.protocol.data.Whereabouts;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

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
  private final KeptConnections connections = new KeptConnections();
  private final Pushing pushing;
  private final PushedVersions pushed;
  private final Transfers transfers;
  private final DataRequests requests;
  private final Turns turns;
  private final Readers readers = new Readers();

  private int copiesKept = USUAL_COPIES;

  /** The size with which applications of this node have opened the data, if they have. */
  private OptionalLong opened = OptionalLong.empty();

  private int self;
  private View view = NO_VIEW;
  private Replication protocol = new Replication(0, ALONE, USUAL_COPIES);
  private Copies copies = Copies.at(0, new Whereabouts(0, ProcessSet.EMPTY), ALONE).moved(ALONE);

  /** The version that is stored here; read by threads that serve it. */
  private volatile Optional<SealedVersion> stored = Optional.empty();

  private final Storing storing;

  /** Guards {@link #open} against itself. */
  private final Object opening = new Object();

  /** Where this node stores versions, if it does. */
  private Optional<Path> place = Optional.empty();

  /** The newest version that a member had when the view began, and its place. */
  private Fetching survivor = new Fetching(0, 0);

  private Optional<CompletableFuture<Void>> committing = Optional.empty();
  private Optional<CompletableFuture<Void>> departing = Optional.empty();

  public DataSite(Resource resource) {
    this.resource = resource;
    this.name = resource.name();
    this.pushing = new Pushing(resource, connections);
    this.pushed = new PushedVersions(resource, pool, this::follow);
    this.transfers = new Transfers(resource, pool, connections, pushed, this::arrived);
    this.storing = new Storing(resource, new StoredSite());
    this.turns = new Turns(resource);
    this.requests = new DataRequests(resource, this, turns);
  }

  /**
   * Opens the data for applications of this node.
   *
   * @param size how many bytes it has until a writer changes that
   * @param directory where the node stores versions, so that they survive the end of all nodes
   * @throws IllegalArgumentException if it was opened with another size or another directory, or
   *     the directory cannot be written
   */
  public void open(long size, int copiesToKeep, Optional<Path> directory) {
    synchronized (opening) {
      var store = directory.flatMap(this::newStore);
      try {
        var found = store.flatMap(each -> each.newest(pool));
        var first = found.or(() -> stored).orElseGet(() -> firstVersion(size));
        run(() -> opened(size, copiesToKeep, first));
        store.ifPresent(each -> run(() -> storing.open(each, found.map(SealedVersion::version))));
      } catch (RuntimeException e) {
        store.ifPresent(Store::close);
        throw e;
      }
      place = directory.or(() -> place);
    }
  }

  private Optional<Store> newStore(Path directory) {
    if (place.isPresent() && !place.get().equals(directory)) {
      throw new IllegalArgumentException(
          "data '%s' is stored in %s already, and a node stores it once: open it with the same"
                  .formatted(name, place.get())
              + " directory");
    }
    return place.isPresent() ? Optional.empty() : Optional.of(Store.open(directory, name));
  }

  /** Runs a task within the lock's mailbox, and waits for it. */
  private void run(Runnable task) {
    var _ =
        ask(
            () -> {
              task.run();
              return true;
            });
  }

  /** Runs a task within the lock's mailbox, and waits for its result. */
  private <T> T ask(Supplier<T> task) {
    var done = new CompletableFuture<T>();
    resource.withData(
        _ -> {
          try {
            done.complete(task.get());
          } catch (RuntimeException e) {
            done.completeExceptionally(e);
          }
        });
    try {
      return done.join();
    } catch (java.util.concurrent.CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /**
   * @param first the version that this node begins with, unless it has a newer one
   */
  private void opened(long size, int copiesToKeep, SealedVersion first) {
    if (opened.isEmpty()) {
      opened = OptionalLong.of(size);
    }
    copiesKept = copiesToKeep;
    protocol = new Replication(self, copies.group().members(), copiesKept);
    if (stored.isEmpty() || first.version() > copies.stored()) {
      install(first);
      tell(new Arrived(first.version()));
    } else if (first != stored.get()) {
      first.release();
    }
    if (stored.get().declared() != size || opened.getAsLong() != size) {
      throw DataRequests.wrongSize(name, stored.get(), size);
    }
  }

  /** Two regions are needed to write: the version that is, and the next one. */
  private SealedVersion firstVersion(long size) {
    RegionPool.requireRoom(2 * size);
    return SealedVersion.first(size, pool);
  }

  /** Requests the data for reading or writing; never waits. */
  public DataRequest request(Claim claim, boolean takesSurviving) {
    return requests.ask(claim, takesSurviving);
  }

  /** Requests the next turn behind the requests of other nodes that wait by then; never waits. */
  public DataRequest requestNext(Claim claim) {
    return requests.askNext(claim);
  }

  /** A draft of the next version, on top of one that is retained. */
  public Draft draft(SealedVersion base) {
    return new Draft(base, pool);
  }

  /**
   * Commits what a writer, which has the lock, has written. Returns when as many members have the
   * version as were asked for, and a majority knows of it; does not stop for an interrupt.
   *
   * @throws java.util.concurrent.CompletionException if the commit has failed or was interrupted by
   *     the loss of the lock
   */
  public void commit(DataRequest writer, Draft draft) {
    var done = new CompletableFuture<Void>();
    long version = writer.lock().fence();
    var sealed = draft.seal(version);
    var sent = push(sealed);
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
          storing.commit(version);
          install(sealed);
          sent.filter(each -> each.during.equals(view))
              .ifPresent(each -> resource.send(each.place, new Pushes(version)));
          tell(new Commit(version, preferred()));
        });
    var _ = resource.host().join(done);
  }

  /** The member to which a version has been pushed, and the view in which that counts. */
  private record Pushed(View during, int place) {}

  /**
   * Sends a version to the member that has waited longest. The bytes go first: when that member
   * hears of the commit, they are there, and the same thread goes on with the lock.
   */
  private Optional<Pushed> push(SealedVersion version) {
    var to = ask(() -> preparePush(version));
    return to.filter(_ -> pushing.send());
  }

  private Optional<Pushed> preparePush(SealedVersion version) {
    return turns
        .longest(copies.group().present())
        .filter(to -> pushing.prepare(view.members().get(to.place()), version, to.stored()))
        .map(to -> new Pushed(view, to.place()));
  }

  /**
   * The members that are best to keep the second copy: the one that has waited longest, since it
   * needs the version anyway; but where data is stored, one with a store.
   */
  private ProcessSet preferred() {
    var stores = storing.hasStore() ? storing.places() : ProcessSet.EMPTY;
    var among = stores.isEmpty() ? copies.group().present() : stores;
    return turns.longest(among).map(each -> ProcessSet.of(each.place())).orElse(stores);
  }

  /** This node waits for the data, and tells the members that may write it now. */
  void waits(DataRequest request) {
    if (!view.members().isEmpty()) {
      var present = ProcessSet.range(0, view.members().size()).minus(self);
      turns.waits(request, copies.known().holders().intersection(present), copies.stored());
    }
  }

  private static String lockLoss(DataRequest writer) {
    return writer.lock().why().isEmpty() ? "its lease ended" : writer.lock().why();
  }

  private void install(SealedVersion next) {
    stored.ifPresent(SealedVersion::release);
    stored = Optional.of(next);
    storing.keep(next);
    pushed.stored(next.version());
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
    storing.close();
    resource.withData(
        _ -> {
          disconnect();
          stored.ifPresent(SealedVersion::release);
          stored = Optional.empty();
          pool.close();
        });
  }

  /** Ends all that other members send to this one, or this one to them. */
  private void disconnect() {
    transfers.cancel();
    pushing.cancel();
    pushed.clear();
    connections.closeAll();
  }

  Copies copies() {
    return copies;
  }

  Storing storing() {
    return storing;
  }

  /** The version that is stored here. */
  Optional<SealedVersion> stored() {
    return stored;
  }

  /** The size with which applications of this node have opened the data; 0 if they have not. */
  long openedSize() {
    return opened.orElse(0);
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
    switch (message) {
      case Event _ -> {}
      case Waits waits -> turns.heard(from, waits);
      case WaitsNoLonger() -> turns.served(from);
      case Pushes(long version) -> pushed.announced(view.members().get(from), version);
      case StoreMessage about -> storing.received(from, about);
      default -> step(new Receive<>(from, message));
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
    disconnect();
    turns.clear();
    storing.viewed(self, next.members().size());
  }

  @Override
  public StoreReport stores() {
    return storing.report();
  }

  @Override
  public void counted(List<Stock> stocks, Map<Integer, StoreReport> stores) {
    var all = new ArrayList<Stock>();
    for (int place = 0; place < view.members().size(); place++) {
      int process = place;
      var nothing = new Stock(place, 0, new Whereabouts(0, ProcessSet.EMPTY));
      all.add(
          stocks.stream().filter(each -> each.process() == process).findFirst().orElse(nothing));
    }
    for (var each : all) {
      boolean newer = each.process() == 0 || each.stored() > survivor.version();
      survivor = newer ? new Fetching(each.stored(), each.process()) : survivor;
    }
    tell(new Census(copies.group().members(), all));
    storing.counted(stores);
  }

  @Override
  public void lost(String why) {
    disconnect();
    storing.lost();
    turns.clear();
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
  public void serve(Member reader, ByteChannel channel) throws IOException {
    pushed.connected(reader);
    try {
      new Serving(channel, reader, new Versions(reader), readers).run();
    } finally {
      pushed.disconnected(reader);
    }
  }

  /** What a member can read here over a connection, and what it pushed. */
  private final class Versions implements Serving.Versions {
    private final Member peer;

    Versions(Member peer) {
      this.peer = peer;
    }

    @Override
    public Optional<Serving.Offered> atLeast(long version) {
      var whole = retained();
      if (whole.isPresent() && whole.get().version() >= version) {
        return whole.map(Serving.Offered::new);
      }
      whole.ifPresent(SealedVersion::release);
      return transfers
          .arriving(version)
          .map(each -> new Serving.Offered(each.version(), Optional.of(each)));
    }

    @Override
    public void pushed(long version, long there, ByteChannel channel) throws IOException {
      pushed.receive(peer, version, there, channel, retained());
    }
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

  /** Tells the protocol something. */
  void tell(Event event) {
    step(new Order<>(event));
  }

  /** A step of the protocol, and what follows from it. */
  private void step(Input<CopyMessage> input) {
    if (view.members().isEmpty() && !isLocal(input)) {
      return;
    }
    SendOnly<CopyMessage> out = this::send;
    copies = protocol.on(copies, input, out);
    follow();
    advance();
  }

  /** Fetches what the protocol wants, or what has survived if a user wants to go on with that. */
  void follow() {
    boolean rescue =
        copies.isLost() && requests.hasRecovery() && copies.stored() < survivor.version();
    var wanted = rescue ? Optional.of(survivor) : copies.fetching();
    transfers.follow(wanted, view, stored, requests.hasWriter());
  }

  /** The newest version that has survived, as far as this node knows. */
  long surviving() {
    return Math.max(copies.stored(), survivor.version());
  }

  /** Whether it concerns this node alone, so that it counts without a view too. */
  private static boolean isLocal(Input<CopyMessage> input) {
    return input instanceof Order<CopyMessage>(var event)
        && (event instanceof Wanted || event instanceof Arrived || event instanceof Heard);
  }

  /** Sends; that a copy is kept is said when it is on disk, where the data is stored. */
  private void send(int to, CopyMessage message) {
    if (message instanceof Kept(long version)) {
      storing.whenKept(version, () -> resource.send(to, message));
    } else {
      resource.send(to, message);
    }
  }

  /** Ends what is over, and lets in the requests that can be. */
  private void advance() {
    if (committing.isPresent()) {
      endCommit(committing.get());
    }
    if (departing.isPresent() && protocol.mayDepart(copies)) {
      var done = departing.get();
      departing = Optional.empty();
      storing.depart(() -> done.complete(null));
    }
    requests.serve();
  }

  private void endCommit(CompletableFuture<Void> done) {
    boolean onDisk = storing.isCommitted(copies.known().version() >= copies.stored());
    var failure = storing.failure();
    if (!onDisk && failure.isPresent()) {
      committing = Optional.empty();
      done.completeExceptionally(
          new IllegalStateException(
              "the version is not stored, since the directory cannot be written any more (%s): free"
                      .formatted(failure.get())
                  + " space, or open the data with another directory in a new process"));
    } else if (onDisk && copies.isCommitted()) {
      committing = Optional.empty();
      done.complete(null);
    }
  }

  /** What the stores of this site need of it. */
  private final class StoredSite implements Storing.Site {
    @Override
    public long stored() {
      return copies.stored();
    }

    @Override
    public long known() {
      return copies.known().version();
    }

    @Override
    public void heard(int member, long theirs, long known) {
      long version = Math.max(theirs, known);
      if (version > 0) {
        var holders = theirs == version ? ProcessSet.of(member) : ProcessSet.EMPTY;
        DataSite.this.heard(new Whereabouts(version, holders));
      }
    }

    @Override
    public void advance() {
      DataSite.this.advance();
    }
  }
}
