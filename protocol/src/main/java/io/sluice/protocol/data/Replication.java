package io.sluice.protocol.data;

import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Input;
import io.sluice.protocol.Input.Excluded;
import io.sluice.protocol.Input.Order;
import io.sluice.protocol.Input.Receive;
import io.sluice.protocol.Outbox;
import io.sluice.protocol.ProcessSet;
import io.sluice.protocol.Protocol;
import io.sluice.protocol.data.Copies.Committing;
import io.sluice.protocol.data.Copies.Count;
import io.sluice.protocol.data.Copies.Fetching;
import io.sluice.protocol.data.CopyMessage.Arrived;
import io.sluice.protocol.data.CopyMessage.Census;
import io.sluice.protocol.data.CopyMessage.Commit;
import io.sluice.protocol.data.CopyMessage.Declined;
import io.sluice.protocol.data.CopyMessage.Departing;
import io.sluice.protocol.data.CopyMessage.Event;
import io.sluice.protocol.data.CopyMessage.Gone;
import io.sluice.protocol.data.CopyMessage.Heard;
import io.sluice.protocol.data.CopyMessage.Kept;
import io.sluice.protocol.data.CopyMessage.Known;
import io.sluice.protocol.data.CopyMessage.LiveMessage;
import io.sluice.protocol.data.CopyMessage.Noted;
import io.sluice.protocol.data.CopyMessage.Offer;
import io.sluice.protocol.data.CopyMessage.Refused;
import io.sluice.protocol.data.CopyMessage.Report;
import io.sluice.protocol.data.CopyMessage.Stock;
import io.sluice.protocol.data.CopyMessage.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One process's part in keeping the copies of a piece of data that a lock protects: which version
 * is the newest, where it is, what is to be fetched, and when a commit is complete.
 *
 * <p>It neither decides who may enter nor moves any bytes. The lock does the one; each message of
 * the lock carries the {@link Whereabouts} of the newest version, so that every process that is
 * granted the lock knows it. The environment does the other: it fetches what {@link
 * Copies#fetching} says and reports {@link Arrived}. {@link Handover} is such an environment for
 * the explorer, a live node another.
 *
 * <p><em>Commit.</em> With one copy, the writer alone has the version. With two, the writer offers
 * it to another process, which fetches it; then the writer sends the version's record to all, and
 * the commit is complete when a majority has noted it. Only then may the lock be released. So when
 * one process crashes, another has the version; and whichever processes go on, if they are half of
 * the former ones or more, at least one of them knows that the version exists. A version that all
 * have lost is never replaced by an older one without notice ({@link Copies#isLost}).
 *
 * <p><em>Crash.</em> The survivors report to each other what they have and know, and nothing is
 * mapped until all have. The newest version found is the current one, also if its commit was
 * interrupted. Fewer than half of the former members cannot know what was committed, so they take
 * the data for lost.
 *
 * <p><em>Departure.</em> A process that has the newest version departs only when another one has it
 * too.
 *
 * <p>Needs reliable FIFO channels.
 */
public final class Replication implements Protocol<Copies, CopyMessage> {

  private final int self;
  private final ProcessSet all;
  private final int copies;

  /**
   * @param all the processes among which copies are kept at first
   * @param copies how many processes have a version when its commit is complete, if there are that
   *     many processes
   */
  public Replication(int self, ProcessSet all, int copies) {
    if (copies < 1) {
      throw new IllegalArgumentException("at least one copy is kept, not " + copies);
    }
    this.self = self;
    this.all = all;
    this.copies = copies;
  }

  @Override
  public Copies initial() {
    return Copies.first(all);
  }

  @Override
  public Copies on(Copies s, Input<CopyMessage> input, Outbox<CopyMessage> out) {
    var next =
        switch (input) {
          case Order<CopyMessage>(Event event) -> told(s, event, out);
          case Excluded<CopyMessage>(int peer) -> learn(s, ProcessSet.of(peer), out);
          case Receive<CopyMessage>(int from, _) when s.group().crashed().contains(from) -> s;
          case Receive<CopyMessage>(int from, var message) -> receive(s, from, message, out);
          default -> throw new ImpossibleInput(self, input, "copies have no such input");
        };
    return advance(next, out);
  }

  private Copies told(Copies s, Event event, Outbox<CopyMessage> out) {
    return switch (event) {
      case Wanted(boolean now) -> s.wanted(now);
      case Heard(var known, var crashed) -> learn(s.with(s.known().merge(known)), crashed, out);
      case Arrived(long version) -> arrived(s, version);
      case Refused(int by) ->
          forgetting(s.with(s.known().without(ProcessSet.of(by))), ProcessSet.of(by));
      case Commit(long version, var preferred) -> commit(s, version, preferred);
      case Departing() -> s.leaving();
      case Census(var members, var stocks) -> census(s, members, stocks);
    };
  }

  private Copies receive(Copies s, int from, CopyMessage message, Outbox<CopyMessage> out) {
    return switch (message) {
      case Offer _ when s.departing() -> {
        out.send(from, new Declined());
        yield s;
      }
      case Offer(long version) ->
          s.owing(
              Stream.concat(s.owed().stream(), Stream.of(new Fetching(version, from))).toList());
      case Kept(long version) -> kept(s, from, version);
      case Declined() -> forgetting(s.with(s.group().withDeclined(from)), ProcessSet.of(from));
      case Known(var whereabouts) -> {
        out.send(from, new Noted(whereabouts.version()));
        yield s.with(s.known().merge(whereabouts));
      }
      case Noted(long version) -> noted(s, from, version);
      case Report(var crashed, long stored, var known) -> {
        var now = learn(s, crashed, out);
        boolean same = now.count().open() && now.group().crashed().equals(crashed);
        yield same ? reported(now, new Stock(from, stored, known)) : now;
      }
      case Gone(var known) -> gone(s.with(s.known().merge(known)), from);
      case Event _ -> throw new ImpossibleInput(self, message, "only the environment says so");
      case LiveMessage _ -> throw new ImpossibleInput(self, message, "only live nodes say so");
    };
  }

  private Copies arrived(Copies s, long version) {
    var rest = s.fetching(Optional.empty());
    if (version <= s.stored()) {
      return rest;
    }
    var stored = rest.withStored(version);
    return version < s.known().version() ? stored : stored.with(s.known().plus(self));
  }

  private Copies kept(Copies s, int from, long version) {
    var answered = s.offered().equals(Optional.of(from)) ? s.offered(Optional.empty()) : s;
    if (s.commit().isPresent() && version >= s.stored()) {
      return answered.with(s.commit().map(each -> each.withKept(from)));
    }
    return version < s.known().version() ? answered : answered.with(s.known().plus(from));
  }

  private Copies noted(Copies s, int from, long version) {
    return version < s.known().version() ? s : s.with(s.commit().map(each -> each.withNoted(from)));
  }

  /** A process has departed; the census does not wait for its report. */
  private Copies gone(Copies s, int peer) {
    var without = forgetting(s.with(s.group().withoutDeparted(peer)), ProcessSet.of(peer));
    return s.count().open() ? counted(without, s.count().stocks()) : without;
  }

  private static Copies forgetting(Copies s, ProcessSet some) {
    return s.offered(s.offered().filter(to -> !some.contains(to)))
        .owing(s.owed().stream().filter(each -> !some.contains(each.from())).toList())
        .fetching(s.fetching().filter(each -> !some.contains(each.from())))
        .with(s.commit().map(each -> each.without(some)));
  }

  private Copies commit(Copies s, long version, ProcessSet preferred) {
    var stored = s.withStored(version).fetching(Optional.empty());
    var begun = new Committing(preferred, ProcessSet.EMPTY, false, ProcessSet.of(self));
    return copies == 1
        ? stored.with(new Whereabouts(version, ProcessSet.of(self)))
        : stored.with(Optional.of(begun)).offered(Optional.empty());
  }

  /** Processes have crashed: all survivors report. */
  private Copies learn(Copies s, ProcessSet crashed, Outbox<CopyMessage> out) {
    if (s.group().crashed().containsAll(crashed)) {
      return s;
    }
    var group = s.group().withoutCrashed(crashed);
    out.send(group.present().minus(self), new Report(group.crashed(), s.toReport(), s.known()));
    var own = new Stock(self, s.toReport(), s.known());
    return counted(forgetting(s.with(group), crashed), List.of(own));
  }

  private Copies reported(Copies s, Stock stock) {
    var stocks = new ArrayList<>(s.count().stocks());
    stocks.add(stock);
    return counted(s, stocks);
  }

  /** The census ends when every process that is present has reported. */
  private Copies counted(Copies s, List<Stock> stocks) {
    var present = s.group().present();
    var reporting = stocks.stream().filter(each -> present.contains(each.process())).toList();
    return reporting.size() < present.size()
        ? s.with(new Count(reporting, true))
        : census(s, present, reporting);
  }

  /** The newest version that any of the members has or knows is the current one. */
  private Copies census(Copies s, ProcessSet members, List<Stock> stocks) {
    var former = s.group().members();
    boolean few = 2 * members.intersection(former).size() < former.size();
    long newest = Math.max(s.toReport(), s.known().version());
    for (var stock : stocks) {
      newest = Math.max(newest, Math.max(stock.stored(), stock.known().version()));
    }
    var holders = s.toReport() == newest ? ProcessSet.of(self) : ProcessSet.EMPTY;
    for (var stock : stocks) {
      holders = stock.stored() == newest ? holders.plus(stock.process()) : holders;
    }
    var known =
        few ? new Whereabouts(newest + 1, ProcessSet.EMPTY) : new Whereabouts(newest, holders);
    // What was under way is begun again among the members that there are now.
    return forgetting(s, former.minus(members))
        .with(known)
        .with(s.group().of(members))
        .with(Count.OVER)
        .offered(Optional.empty())
        .with(s.commit().map(each -> each.without(former.minus(members)).recording(false, self)));
  }

  /** Does what can be done now. */
  private Copies advance(Copies s, Outbox<CopyMessage> out) {
    if (s.count().open()) {
      return s;
    }
    return fetch(record(offer(answer(s, out), out), out));
  }

  /** Tells the processes that offered a copy that it has arrived. */
  private static Copies answer(Copies s, Outbox<CopyMessage> out) {
    for (var each : s.owed()) {
      if (each.version() <= s.stored()) {
        out.send(each.from(), new Kept(s.stored()));
      }
    }
    return s.owing(s.owed().stream().filter(each -> each.version() > s.stored()).toList());
  }

  /** Offers a copy where too few processes have the newest version. */
  private Copies offer(Copies s, Outbox<CopyMessage> out) {
    var candidates = candidates(s);
    if (s.offered().isPresent() || candidates.isEmpty() || !lacksCopies(s)) {
      return s;
    }
    var preferred =
        s.commit().map(c -> candidates.intersection(c.preferred())).orElse(ProcessSet.EMPTY);
    int to = (preferred.isEmpty() ? candidates : preferred).least();
    out.send(to, new Offer(s.stored()));
    return s.offered(Optional.of(to));
  }

  /** The other processes that have the version which this process has to see to. */
  private ProcessSet others(Copies s) {
    var having = s.commit().map(Committing::kept).orElse(s.known().holders());
    return having.intersection(s.group().present()).minus(self);
  }

  private ProcessSet candidates(Copies s) {
    return s.group().present().minus(others(s)).minus(s.group().declined()).minus(self);
  }

  /** Whether this process has to see to it that its version has another copy. */
  private boolean lacksCopies(Copies s) {
    var others = others(s);
    if (s.commit().isPresent()) {
      return others.size() + 1 < copies;
    }
    if (s.stored() < s.known().version()) {
      return false;
    }
    return s.departing()
        ? others.size() < copies
        : others.size() + 1 < copies && others.plus(self).least() == self;
  }

  /** Sends the record of a version that has its copies; the commit ends when enough have it. */
  private Copies record(Copies s, Outbox<CopyMessage> out) {
    if (s.commit().isEmpty() || s.offered().isPresent()) {
      return s;
    }
    var commit = s.commit().get();
    var present = s.group().present();
    if (!commit.recording()) {
      var known = new Whereabouts(s.stored(), commit.kept().plus(self));
      out.send(present.minus(self), new Known(known));
      return record(s.with(known).with(Optional.of(commit.recording(true, self))), out);
    }
    boolean enough = commit.noted().intersection(present).size() >= s.group().majority();
    return enough || commit.noted().containsAll(present) ? s.with(Optional.empty()) : s;
  }

  /** Decides what to fetch, and from which process. */
  private Copies fetch(Copies s) {
    boolean needed = s.wanted() && s.stored() < s.known().version();
    if (!needed && s.owed().isEmpty()) {
      return s.fetching(Optional.empty());
    }
    if (s.fetching().isPresent()) {
      return s;
    }
    if (!s.owed().isEmpty()) {
      return s.fetching(Optional.of(s.owed().getFirst()));
    }
    var sources = s.known().holders().intersection(s.group().present()).minus(self);
    return sources.isEmpty()
        ? s
        : s.fetching(Optional.of(new Fetching(s.known().version(), sources.least())));
  }

  /** Whether a process that is about to depart may do so now. */
  public boolean mayDepart(Copies s) {
    boolean idle = s.commit().isEmpty() && s.offered().isEmpty() && !s.count().open();
    return s.departing() && idle && !(lacksCopies(s) && !candidates(s).isEmpty());
  }

  /** Says goodbye to the others. */
  public void depart(Copies s, Outbox<CopyMessage> out) {
    out.send(s.group().present().minus(self), new Gone(s.known().without(ProcessSet.of(self))));
  }
}
