package io.sluice.cluster.census;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.View;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.data.CopyMessage.Stock;
import io.sluice.protocol.data.StoreReport;
import io.sluice.protocol.data.Whereabouts;
import io.sluice.protocol.membership.Census;
import io.sluice.protocol.membership.Holders;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The census of a view in one node: what this node reports to the other members, and what they have
 * reported. Its rules are those of {@link Census} and {@link Holders}, which are searched: the view
 * is open when every member has reported, and a lock that is held from an earlier view is granted
 * only when its holder has released it, unless it can be shared.
 *
 * <p>Changed by the node's mailbox only; {@link #admits}, {@link #isOpen}, {@link #unitsHeld},
 * {@link #fence}, {@link #holderOfAnotherKind} and {@link #wanting} may be called by any thread.
 */
public final class ViewCensus {

  /** One of the equal resources that a name may stand for. */
  private record Unit(String resource, int number) {}

  /** A member that holds a lock from an earlier view, and the protocol that it runs it with. */
  public record Holder(Member member, int unit, String algorithm) {}

  private final View view;
  private Census census;

  /** What {@link #census} says, for threads that only ask; read for every entry. */
  private volatile boolean open;

  /** By the lock: the members that hold it from an earlier view. */
  private final Map<Unit, Holders> holders = new ConcurrentHashMap<>();

  /** By the name of the lock: the same members, with their protocols. */
  private final Map<String, List<Holder>> byName = new ConcurrentHashMap<>();

  /** By the semaphore: the members that wanted it when the view began. */
  private final Map<String, Set<Member>> wanting = new ConcurrentHashMap<>();

  /** By the name of the lock: what members have of the data that it protects. */
  private final Map<String, List<Stock>> stocks = new ConcurrentHashMap<>();

  /** By the name of the lock, and the place of the member: what it knows of stores. */
  private final Map<String, Map<Integer, StoreReport>> stores = new ConcurrentHashMap<>();

  /** By the name of the lock: the protocol with which it protects data. */
  private final Map<String, String> algorithmsOfData = new ConcurrentHashMap<>();

  /** What this node has of such data. */
  private final List<Frame.Stored> stored = new ArrayList<>();

  /** What this node holds from earlier views. */
  private final Map<Unit, Frame.Holding> held = new HashMap<>();

  /** The semaphores that this node wants. */
  private final List<String> wanted = new ArrayList<>();

  /** By the name of a lock that was held from an earlier view: its highest fencing number. */
  private final Map<String, Long> fences = new ConcurrentHashMap<>();

  /** How many locks of this node have not left the earlier views. */
  private int uncounted;

  public ViewCensus(View view) {
    this.view = view;
    this.census = Census.of(ProcessSet.range(0, view.members().size()));
  }

  /** Whether every member has reported; a view without members never opens. */
  public boolean isOpen() {
    return open;
  }

  /** Whether the protocol of this view may be asked for a lock. */
  public boolean admits(String resource, Claim claim) {
    return open
        && (holders.isEmpty()
            || holders.getOrDefault(new Unit(resource, claim.unit()), Holders.NONE).admit(claim));
  }

  /** The units of a lock that members hold from earlier views. */
  public Set<Integer> unitsHeld(String resource) {
    return holders.keySet().stream()
        .filter(unit -> unit.resource().equals(resource))
        .map(Unit::number)
        .collect(Collectors.toSet());
  }

  /**
   * A member that holds a lock from an earlier view and runs it with another protocol than that: so
   * there are two locks under one name, which do not exclude each other.
   */
  public Optional<Holder> holderOfAnotherKind(String resource, Algorithm<?, ?> algorithm) {
    return byName.isEmpty()
        ? Optional.empty()
        : byName.getOrDefault(resource, List.of()).stream()
            .filter(each -> !each.algorithm().equals(algorithm.name()))
            .findFirst();
  }

  /** The census begins with that number of locks of this node to count; whether there is none. */
  public boolean begin(int locks) {
    uncounted = locks;
    return locks == 0;
  }

  /** A lock of this node has left the earlier views; whether it was the last one. */
  public boolean count(
      List<Frame.Holding> stillHeld, List<String> stillWanted, Optional<Frame.Stored> data) {
    data.ifPresent(stored::add);
    wanted.addAll(stillWanted);
    stillHeld.forEach(each -> held.put(new Unit(each.resource(), each.unit()), each));
    return --uncounted == 0;
  }

  /** This node's report: the locks that it still holds, and the semaphores that it wants. */
  public List<Frame.Held> announce() {
    var all = new CensusFrames(view.number());
    held.values().forEach(all::addHeld);
    wanted.forEach(all::addWanted);
    stored.forEach(all::addStored);
    wanted.clear();
    stored.clear();
    return all.frames();
  }

  /** What the members have of the data that a lock protects; complete once the view is open. */
  public List<Stock> stocks(String resource) {
    return stocks.getOrDefault(resource, List.of());
  }

  /** What the members know of the stores of such data, by their places. */
  public Map<Integer, StoreReport> stores(String resource) {
    return stores.getOrDefault(resource, Map.of());
  }

  /** The protocol of a lock that protects data, if a member has some. */
  public Optional<String> algorithmOfData(String resource) {
    return Optional.ofNullable(algorithmsOfData.get(resource));
  }

  /** The names of the locks of whose data a member has something. */
  public Set<String> stored() {
    return stocks.keySet();
  }

  /** The members that wanted a semaphore when the view began, of those that have reported. */
  public Set<Member> wanting(String resource) {
    return wanting.getOrDefault(resource, Set.of());
  }

  /**
   * The members have forgotten the name: what they wanted when the view began is over, and all of
   * them know its fencing number.
   */
  public void forget(String resource) {
    wanting.remove(resource);
    fences.remove(resource);
  }

  /** This node has released a lock of earlier views. */
  public void free(String resource, int unit) {
    held.remove(new Unit(resource, unit));
  }

  /** The highest fencing number with which the lock was held from an earlier view; 0 if none. */
  public long fence(String resource) {
    return fences.isEmpty() ? 0 : fences.getOrDefault(resource, 0L);
  }

  /** A member, or this node itself, has reported; whether the view is open by that. */
  public boolean report(Member member, Frame.Held report) {
    for (String each : report.wanted()) {
      wanting.computeIfAbsent(each, _ -> ConcurrentHashMap.newKeySet()).add(member);
    }
    int place = view.members().indexOf(member);
    for (Frame.Stored each : report.stored()) {
      var known = new Whereabouts(each.known(), ProcessSet.EMPTY);
      algorithmsOfData.put(each.resource(), each.algorithm());
      stores
          .computeIfAbsent(each.resource(), _ -> new ConcurrentHashMap<>())
          .put(place, each.stores());
      stocks.merge(
          each.resource(),
          List.of(new Stock(place, each.version(), known)),
          (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    }
    for (Frame.Holding each : report.holdings()) {
      var claim = Claim.room(each.room()).toUnit(each.unit());
      holders.merge(
          new Unit(each.resource(), each.unit()),
          Holders.NONE.with(place, claim),
          (others, _) -> others.with(place, claim));
      byName.merge(
          each.resource(),
          List.of(new Holder(member, each.unit(), each.algorithm())),
          (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    }
    boolean before = open;
    if (!report.more()) {
      census = census.reportedBy(place);
    }
    open = census.isOpen() && !view.members().isEmpty();
    return !before && open;
  }

  /**
   * A member has released a lock of earlier views.
   *
   * @param fence the highest fencing number of the lock that the member knows
   */
  public void freed(Member member, String resource, int unit, long fence) {
    // First: a thread that sees that the lock is free must see the number.
    fences.merge(resource, fence, Math::max);
    holders.computeIfPresent(
        new Unit(resource, unit),
        (_, those) -> {
          var others = those.without(view.members().indexOf(member));
          return others.equals(Holders.NONE) ? null : others;
        });
    byName.computeIfPresent(
        resource,
        (_, those) -> {
          var others =
              those.stream()
                  .filter(each -> each.unit() != unit || !each.member().equals(member))
                  .toList();
          return others.isEmpty() ? null : others;
        });
  }
}
