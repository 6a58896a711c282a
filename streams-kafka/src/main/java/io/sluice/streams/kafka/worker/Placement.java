package io.sluice.streams.kafka.worker;

import io.sluice.cluster.Member;
import io.sluice.locks.Sluice;
import io.sluice.streams.engine.measure.Processors;
import io.sluice.streams.kafka.bundle.Bundle;
import io.sluice.streams.kafka.bundle.Clients;
import io.sluice.streams.kafka.bundle.InternalTopics;
import io.sluice.streams.kafka.bundle.Options;
import io.sluice.streams.kafka.deciding.Places;
import io.sluice.streams.kafka.watch.Activity;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which bundles this worker runs: those whose locks it holds. All workers compute from the members
 * of the locks' cluster and from their {@link Reports} which of them should run a bundle. That one
 * prepares itself, says that it is ready and asks for the bundle's lock; the worker that runs the
 * bundle gives it up when it hears that. So a bundle that is handed over hardly stands still.
 *
 * <p>What a silent worker ran is taken over without waiting for its lock, which is free up to two
 * leases later: if the worker is alive nevertheless, Kafka lets only one of the two commit, and the
 * one that holds the lock takes the bundle back. For the same reason a worker that is a member no
 * more goes on with its bundles until another one takes them over.
 */
final class Placement implements Places, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Placement.class);
  private static final Pattern PLACES = Pattern.compile(".* places=(\\d+)");
  private static final Duration LONGEST_END = Duration.ofSeconds(30);
  private static final long LOOK_MILLIS = 50;

  /** A worker that departs waits for that long until the others are ready. */
  private static final Duration LONGEST_HANDOVER = Duration.ofSeconds(10);

  /** A worker reports at least that often: one that is silent for long does not run any more. */
  private static final long REPORT_EVERY = TimeUnit.SECONDS.toNanos(1);

  private final InternalTopics topics;
  private final int bundles;
  private final String name;
  private final Sluice sluice;
  private final Reports reports;
  private final BiFunction<Integer, Runnable, Bundle> makes;
  private final Supplier<Activity> activity;
  private final Thread thread;
  private final Processors processors = new Processors();

  /** Functions of the application may load classes. */
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();

  // Guarded by this.
  private final Map<Integer, Seat> seats = new TreeMap<>();
  private Report reported = Report.NONE;
  private long reportedAt = System.nanoTime();
  private Set<Orphan> orphans = Set.of();
  private final Set<Orphan> takenOver = new HashSet<>();

  /** What this worker has handed over as it leaves. */
  private final Set<Integer> handedOver = new HashSet<>();

  private boolean leaving;
  private long leavingSince;
  private boolean ended;

  /** A bundle of a silent worker. */
  private record Orphan(int bundle, String worker) {}

  /**
   * @param makes makes a bundle, which calls back when it is ready
   * @param activity what this worker does now, for those that watch the pipeline
   */
  Placement(
      InternalTopics topics,
      int bundles,
      Options options,
      Clients clients,
      BiFunction<Integer, Runnable, Bundle> makes,
      Supplier<Activity> activity) {
    this.topics = topics;
    this.bundles = bundles;
    this.makes = makes;
    this.activity = activity;
    this.name =
        "%s-%d-%s places=%d"
            .formatted(
                host(),
                ProcessHandle.current().pid(),
                UUID.randomUUID().toString().substring(0, 8),
                options.places());
    this.reports = new Reports(clients, topics, this::look);
    this.sluice =
        Sluice.named(topics.cluster())
            .over(io.sluice.kafka.Kafka.at(options.brokers()).with(options.properties()))
            .lease(options.lease())
            .nodeName(name)
            .join();
    this.thread =
        Thread.ofPlatform().daemon().name(topics.pipeline() + "/placement").unstarted(this::place);
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "worker";
    }
  }

  void start() {
    reports.start();
    thread.start();
  }

  /** How many bundles run here. */
  synchronized int size() {
    return (int) seats.values().stream().filter(Seat::isGranted).count();
  }

  private synchronized void look() {
    notifyAll();
  }

  private synchronized void place() {
    while (!ended) {
      try {
        seats.values().removeIf(Seat::isOver);
        if (isMember()) {
          seats.values().forEach(Seat::askAgain);
          follow(assignment());
          orphans = orphans();
        } else if (leaving) {
          seats.values().forEach(Seat::stop);
        }
        orphans.forEach(this::takeOver);
        report();
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.warn("pipeline '{}': bundles cannot be placed now", topics.pipeline(), e);
      }
    }
  }

  /** Which worker should run which bundle, as far as is known here. */
  private Map<Integer, String> assignment() {
    var known = new HashMap<>(reports.last());
    known.put(name, report(leaving));
    var members = new ArrayList<Assignment.Candidate>();
    var silent = silent();
    for (var member : sluice.view().members()) {
      if (!silent.contains(member.name())) {
        var report = Optional.ofNullable(known.remove(member.name())).orElse(Report.NONE);
        members.add(new Assignment.Candidate(member.name(), placesOf(member), report));
      }
    }
    return Assignment.of(bundles, members, known);
  }

  private Set<String> silent() {
    return sluice.silent().stream().map(Member::name).collect(Collectors.toSet());
  }

  /** What silent workers ran, and no other one runs. */
  private Set<Orphan> orphans() {
    var silent = silent();
    if (silent.isEmpty()) {
      takenOver.clear();
      return Set.of();
    }
    var runElsewhere =
        sluice.view().members().stream()
            .map(Member::name)
            .filter(each -> !each.equals(name) && !silent.contains(each))
            .flatMap(each -> reportOf(each).running().keySet().stream())
            .collect(Collectors.toSet());
    var found = new HashSet<Orphan>();
    for (var worker : silent) {
      reportOf(worker).running().keySet().stream()
          .filter(bundle -> !runElsewhere.contains(bundle))
          .forEach(bundle -> found.add(new Orphan(bundle, worker)));
    }
    return found;
  }

  /** Runs it, once it is prepared; only once, since it would be taken from a living worker. */
  private void takeOver(Orphan orphan) {
    var seat = Optional.ofNullable(seats.get(orphan.bundle));
    if (seat.filter(each -> each.isReady() && !each.isGranted()).isPresent()
        && takenOver.add(orphan)) {
      LOG.info(
          "pipeline '{}': bundle {} goes on here, since {} is silent",
          topics.pipeline(),
          orphan.bundle,
          orphan.worker);
      seat.get().runAhead();
    }
  }

  private Report reportOf(String worker) {
    return Optional.ofNullable(reports.last().get(worker)).orElse(Report.NONE);
  }

  private Report report(boolean isLeaving) {
    var running = new TreeMap<Integer, Integer>();
    var ready = new ArrayList<Integer>();
    seats.forEach(
        (number, seat) -> {
          if (seat.isGranted()) {
            running.put(number, (int) Math.round(100 * seat.bundle().busy()));
          } else if (seat.isReady()) {
            ready.add(number);
          }
        });
    return new Report(isLeaving, running, ready);
  }

  /** A load that is about the same is reported as before, so that all bundles stay assigned. */
  private void report() {
    var now = report(leaving);
    boolean otherwise = now.isOtherwise(reported);
    if (otherwise || System.nanoTime() - reportedAt > REPORT_EVERY) {
      reported = otherwise || now.hasOtherLoad(reported) ? now : reported;
      reportedAt = System.nanoTime();
      reports.publish(name, reported, activity.get());
    }
  }

  /** Begins, withdraws and gives up bundles. */
  private void follow(Map<Integer, String> assignment) {
    for (int bundle = 0; bundle < bundles; bundle++) {
      var wanted = Optional.ofNullable(assignment.get(bundle));
      var seat = Optional.ofNullable(seats.get(bundle));
      boolean own = wanted.filter(name::equals).isPresent();
      if (own && seat.isEmpty()) {
        begin(bundle);
      } else if (!own && seat.isPresent() && mayGo(bundle, seat.get(), wanted)) {
        if (leaving && seat.get().isGranted()) {
          handedOver.add(bundle);
        }
        seat.get().stop();
      }
    }
  }

  /** One that runs is given up when the other is ready; without another, at once. */
  private boolean mayGo(int bundle, Seat seat, Optional<String> wanted) {
    if (!seat.isGranted() || wanted.isEmpty()) {
      return true;
    }
    if (seat.isAhead() && !leaving && !reportOf(wanted.get()).running().containsKey(bundle)) {
      return false; // The other one may have to wait for the lock of a silent one.
    }
    var other = reportOf(wanted.get());
    boolean late = System.nanoTime() - leavingSince > LONGEST_HANDOVER.toNanos();
    return other.ready().contains(bundle)
        || other.running().containsKey(bundle)
        || (leaving && late);
  }

  /** As many as the workers together have places for. */
  @Override
  public int most() {
    int places = sluice.view().members().stream().mapToInt(Placement::placesOf).sum();
    return Math.min(bundles, places);
  }

  /** Only if all bundles run here: otherwise another worker may have processors to spare. */
  @Override
  public boolean areUsedUp() {
    return size() == bundles && processors.areUsedUp();
  }

  private boolean isMember() {
    return !sluice.view().members().isEmpty();
  }

  private static int placesOf(Member member) {
    var match = PLACES.matcher(member.name());
    return match.matches() ? Integer.parseInt(match.group(1)) : 0;
  }

  private void begin(int number) {
    var seat =
        new Seat(
            onReady -> makes.apply(number, onReady),
            () -> sluice.lock("bundle-" + number).acquireAsync(),
            this);
    seats.put(number, seat);
    seat.start("%s/bundle-%d".formatted(topics.pipeline(), number), loader);
  }

  /** Gives all bundles up, in an orderly way: each when another worker is ready to run it. */
  synchronized void stop() {
    if (!leaving) {
      leaving = true;
      leavingSince = System.nanoTime();
      notifyAll();
    }
  }

  /** Ends all bundles at once; the others may have them, also if this worker stays a member. */
  synchronized void kill() {
    stop();
    if (!ended) {
      ended = true;
      reports.publish(name, new Report(true, Map.of(), List.of()), activity.get());
    }
    seats.values().forEach(Seat::kill);
    notifyAll();
  }

  /**
   * Waits until no bundle runs here any more, and what was handed over runs elsewhere: a lock that
   * is on its way while its last holder departs is found again only in the next view.
   */
  synchronized void awaitEnd() throws InterruptedException {
    while (!ended && (!reported.leaving() || !seats.isEmpty() || isAwaited())) {
      wait(LOOK_MILLIS);
    }
  }

  /** Whether another worker is about to run something that was handed over. */
  private boolean isAwaited() {
    if (!isMember() || System.nanoTime() - leavingSince > LONGEST_HANDOVER.toNanos()) {
      return false;
    }
    return assignment().entrySet().stream()
        .filter(each -> handedOver.contains(each.getKey()))
        .anyMatch(each -> !reportOf(each.getValue()).running().containsKey(each.getKey()));
  }

  /** Waits until the threads are gone, releases the locks and departs from their cluster. */
  @Override
  public void close() {
    kill();
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    boolean interrupted = false;
    for (var each : all()) {
      try {
        long left = deadline - System.nanoTime();
        each.join(Duration.ofNanos(Math.max(1, left)));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    reports.withdraw(name);
    sluice.close();
    reports.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized List<Seat> all() {
    return List.copyOf(seats.values());
  }
}
