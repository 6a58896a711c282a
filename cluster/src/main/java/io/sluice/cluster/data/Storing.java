package io.sluice.cluster.data;

import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.data.CopyMessage.Left;
import io.sluice.protocol.data.CopyMessage.OnDisk;
import io.sluice.protocol.data.CopyMessage.Present;
import io.sluice.protocol.data.CopyMessage.Recorded;
import io.sluice.protocol.data.CopyMessage.StoreMessage;
import io.sluice.protocol.data.StoreRecord;
import io.sluice.protocol.data.StoreReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One node's part in storing a piece of data: what its own {@link Store} has, what it knows of the
 * stores of other members, and when a commit is on disk. {@link StoreReport} has the rule by which
 * data is opened after all processes have ended.
 *
 * <p>A commit first writes the version to the writer's store and that of the member which keeps the
 * second copy, and only then its record to all stores: so a record in a store means that the
 * version itself is in one. The commit is over when every store that is present has the record.
 *
 * <p>All methods run in the lock's mailbox; files are written on a thread of its own.
 */
final class Storing {

  private static final Logger LOG = LoggerFactory.getLogger(Storing.class);

  /** The rest of the site, as far as this part needs it. */
  interface Site {
    /** The newest version that is whole here. */
    long stored();

    /** The newest version that is known here. */
    long known();

    /** A member has this version, or knows it. */
    void heard(int place, long stored, long known);

    /** Something has changed that may let requests in, or end a commit. */
    void advance();
  }

  private final Resource resource;
  private final Site site;
  private Optional<Store> store = Optional.empty();
  private Optional<ExecutorService> disk = Optional.empty();
  private Optional<String> failure = Optional.empty();

  private int self;
  private int members;

  /** Which view it is, so that what was begun in another one is dropped. */
  private int views;

  private StoreRecord record = StoreRecord.NONE;
  private final Map<Integer, StoreReport> others = new TreeMap<>();

  /** The members that have not answered since the store was opened. */
  private final Set<Integer> awaited = new HashSet<>();

  private boolean covered = true;

  /** Whether the data was open in the view before. */
  private boolean wentOn;

  private long versionOnDisk;
  private StoreRecord recordOnDisk = StoreRecord.NONE;
  private final List<Kept> answers = new ArrayList<>();

  /** The commit that is under way. */
  private OptionalLong committing = OptionalLong.empty();

  private boolean recordSent;
  private final Set<Integer> unrecorded = new HashSet<>();

  /** Something to be done when a version is on disk. */
  private record Kept(long version, Runnable answer) {}

  Storing(Resource resource, Site site) {
    this.resource = resource;
    this.site = site;
  }

  boolean hasStore() {
    return store.isPresent();
  }

  /** This node has opened a store, in the middle of a view perhaps. */
  void open(Store opened, Optional<Long> version) {
    store = Optional.of(opened);
    var threads = Thread.ofVirtual().name("sluice-store").factory();
    disk = Optional.of(Executors.newSingleThreadExecutor(threads));
    recordOnDisk = opened.record();
    versionOnDisk = version.orElse(0L);
    wentOn &= !recordOnDisk.isNewerThan(record);
    record = record.merge(recordOnDisk);
    for (int place = 0; place < members; place++) {
      if (place != self) {
        awaited.add(place);
        resource.send(place, new Present(site.stored(), site.known(), report(), true));
      }
    }
    evaluate(false);
  }

  StoreReport report() {
    var own = failure.isPresent() ? Optional.<String>empty() : store.map(Store::name);
    return new StoreReport(own, record, covered && wentOn);
  }

  /** Another view has come. */
  void viewed(int place, int count) {
    self = place;
    members = count;
    views++;
    others.clear();
    awaited.clear();
    answers.clear();
    recordSent = false;
    unrecorded.clear();
  }

  /** The members of the view have said what they know. */
  void counted(Map<Integer, StoreReport> reports) {
    reports.forEach(others::putIfAbsent);
    others.remove(self);
    evaluate(true);
  }

  void lost() {
    wentOn = false;
    committing = OptionalLong.empty();
    viewed(0, 0);
  }

  /** Decides whether the stores that are here are enough, and learns what they know. */
  private void evaluate(boolean census) {
    var all = new ArrayList<>(others.values());
    all.add(report());
    boolean before = covered;
    covered = awaited.isEmpty() && StoreReport.cover(all);
    var newest = StoreReport.newest(all);
    if (covered) {
      boolean stores = newest.version() > 0 && !newest.stores().isEmpty() && !present().isEmpty();
      record = census && stores ? newest.among(present()) : newest;
      record = isStored() ? record.atLeast(site.known()) : record;
      site.heard(self, 0, record.version());
      wentOn = true;
    } else if (newest.isNewerThan(record)) {
      record = newest;
    }
    if (before && !covered && awaited.isEmpty()) {
      LOG.warn("{}: {}", resource.name(), obstacle().orElse(""));
    }
    writeRecord();
    site.advance();
  }

  /** The stores of the members, in the order of the view. */
  private List<String> present() {
    var all = new TreeMap<Integer, StoreReport>(others);
    all.put(self, report());
    return all.values().stream().flatMap(each -> each.store().stream()).toList();
  }

  /** The other members that have a store. */
  ProcessSet places() {
    var places = ProcessSet.EMPTY;
    for (var each : others.entrySet()) {
      places = each.getValue().store().isPresent() ? places.plus(each.getKey()) : places;
    }
    return places;
  }

  /** Whether requests can be let in. */
  boolean isReady() {
    return covered && (store.isEmpty() || failure.isPresent() || recordOnDisk.equals(record));
  }

  /** Why requests cannot be let in, if the stores of other nodes are missing. */
  Optional<String> obstacle() {
    if (covered) {
      return Optional.empty();
    }
    var here = new HashSet<>(present());
    var missing = record.stores().stream().filter(each -> !here.contains(each)).toList();
    return Optional.of(
        "its newest version may be in a store that is not here: of %d stores these are missing: %s;"
                .formatted(record.stores().size(), String.join(", ", missing))
            + " start their nodes, or call recover() to go on with what is here");
  }

  /** Whether the data is stored, so that a writer must have a store too. */
  boolean isStored() {
    return !record.stores().isEmpty();
  }

  void received(int from, StoreMessage message) {
    switch (message) {
      case Present(long stored, long known, var report, boolean asking) -> {
        others.put(from, report);
        awaited.remove(from);
        if (asking) {
          resource.send(from, new Present(site.stored(), site.known(), report(), false));
        }
        if (report.store().isEmpty()) {
          unrecorded.remove(from); // It has no store any more.
        }
        site.heard(from, stored, known);
        evaluate(false);
      }
      case Recorded(var next) -> {
        covered = true; // The writer was let in, or its user has decided to go on.
        wentOn = true;
        record = next.changes() >= record.changes() ? next : record.merge(next);
        write(inThisView(() -> resource.send(from, new OnDisk(next.version()))));
      }
      case Left(var left) -> {
        var gone = others.getOrDefault(from, StoreReport.NONE).store();
        others.put(from, StoreReport.NONE);
        record = gone.map(record::without).orElse(record);
        record = left.isNewerThan(record) ? left : record;
        writeRecord();
      }
      case OnDisk(long version) -> {
        if (recordSent && committing.orElse(Long.MAX_VALUE) == version) {
          unrecorded.remove(from);
          site.advance();
        }
      }
    }
  }

  private void writeRecord() {
    if (!record.equals(recordOnDisk)) {
      write(site::advance);
    }
  }

  /** Writes the record as it is now, and goes on when it is on disk. */
  private void write(Runnable after) {
    var now = record;
    run(
        files -> files.write(now),
        () -> {
          recordOnDisk = now;
          after.run();
        });
  }

  private Runnable inThisView(Runnable task) {
    int then = views;
    return () -> {
      if (views == then) {
        task.run();
      }
    };
  }

  /** Writes a version that has come or was written here. */
  void keep(SealedVersion version) {
    if (store.isPresent() && version.version() > versionOnDisk && version.retain()) {
      run(
          files -> {
            try {
              files.write(version);
            } finally {
              version.release();
            }
          },
          () -> {
            versionOnDisk = Math.max(versionOnDisk, version.version());
            for (var each : List.copyOf(answers)) {
              if (each.version() <= versionOnDisk && answers.remove(each)) {
                each.answer().run();
              }
            }
            site.advance();
          });
    }
  }

  /** Does that when the version is in the store of this node, if it has one. */
  void whenKept(long version, Runnable answer) {
    if (store.isEmpty() || version <= versionOnDisk || failure.isPresent()) {
      answer.run();
    } else {
      answers.add(new Kept(version, answer));
    }
  }

  /** What is done with the files. */
  @FunctionalInterface
  private interface Work {
    void with(Store files) throws IOException;
  }

  private void run(Work work, Runnable after) {
    if (disk.isEmpty()) {
      return;
    }
    var files = store.orElseThrow();
    disk.get()
        .execute(
            () -> {
              Optional<String> why = Optional.empty();
              try {
                work.with(files);
              } catch (IOException e) {
                why = Optional.of(e.toString());
                LOG.error("the store {} cannot be written", files.name(), e);
              }
              var failed = why;
              resource.withData(
                  _ -> {
                    if (failed.isPresent()) {
                      fail(failed.get());
                    } else {
                      after.run();
                    }
                  });
            });
  }

  /** This node has no store any more, and tells the others so; it keeps copies in memory. */
  private void fail(String why) {
    failure = Optional.of(why);
    for (int place = 0; place < members; place++) {
      if (place != self) {
        resource.send(place, new Present(site.stored(), site.known(), report(), false));
      }
    }
    List.copyOf(answers).forEach(each -> each.answer().run());
    answers.clear();
    site.advance();
  }

  /** A commit begins. */
  void commit(long version) {
    committing = OptionalLong.of(version);
    recordSent = false;
  }

  /**
   * Whether the commit is on disk, as far as the data is stored; goes on with it.
   *
   * @param recording whether the version has its copies
   */
  boolean isCommitted(boolean recording) {
    if (committing.isEmpty() || store.isEmpty()) {
      return true;
    }
    long version = committing.getAsLong();
    if (recording && versionOnDisk >= version && !recordSent && failure.isEmpty()) {
      recordSent = true;
      record = record.next(version, present());
      covered = true;
      wentOn = true;
      for (int place = 0; place < members; place++) {
        if (place != self) {
          resource.send(place, new Recorded(record));
        }
      }
      others.forEach((place, each) -> each.store().ifPresent(_ -> unrecorded.add(place)));
      unrecorded.add(self);
      write(inThisView(() -> received(self, new OnDisk(version))));
    }
    if (!recordSent || !unrecorded.isEmpty()) {
      return false;
    }
    committing = OptionalLong.empty();
    settle();
    return true;
  }

  /** All stores that are here have the record, so former ones do not matter any more. */
  private void settle() {
    var settled = record.settled();
    if (!settled.equals(record)) {
      record = settled;
      others.forEach(
          (place, each) ->
              each.store().ifPresent(_ -> resource.send(place, new Recorded(settled))));
      writeRecord();
    }
  }

  /** Why the store of this node cannot be written, if so. */
  Optional<String> failure() {
    return failure;
  }

  /** This node departs: its store says so, then the others hear of it. */
  void depart(Runnable after) {
    if (store.isEmpty() || !covered || !isStored()) {
      after.run();
      return;
    }
    record = record.leftBy(store.get().name(), present());
    var left = record;
    write(
        () -> {
          for (int place = 0; place < members; place++) {
            if (place != self) {
              resource.send(place, new Left(left));
            }
          }
          after.run();
        });
  }

  void close() {
    disk.ifPresent(ExecutorService::close);
    store.ifPresent(Store::close);
  }
}
