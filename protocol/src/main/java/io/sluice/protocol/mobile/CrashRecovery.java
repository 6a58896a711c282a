package io.sluice.protocol.mobile;

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
import io.sluice.protocol.Token;
import io.sluice.protocol.compose.Relay;
import io.sluice.protocol.mobile.Era.Reported;
import io.sluice.protocol.mobile.Message.Deal;
import io.sluice.protocol.mobile.Message.Report;
import io.sluice.protocol.mobile.Message.Since;
import io.sluice.protocol.mobile.Message.Stop;
import io.sluice.protocol.mobile.TreeRole.Early;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * {@link Mobile} processes of which some crash. The paper does not treat crashes.
 *
 * <p>Every crash begins a new era. A process that learns of it, from the view or from a message of
 * that era, stops, and reports to the lowest-numbered survivor what it is: inside, waiting, with
 * the token. When all have reported, that survivor distributes a fresh tree and a fresh queue.
 * Messages of earlier eras are dropped, so nothing of the old order can affect the new one: a token
 * in transit when all processes stopped is as lost as one that crashed with its holder.
 *
 * <p><em>Assumed of the view.</em> It excludes no live process, since processes inside at a crash
 * stay inside. It tells every member of every crash eventually, in any order. All processes know
 * the numbers of the processes there may be; those that have not joined or have departed answer
 * too, that they have nothing. A crash during recovery begins another era.
 *
 * <p>A new token's fencing number is higher than any before: its upper half counts the crashes.
 * Recovery costs 3 messages for each process, and handles one era at a time.
 */
public final class CrashRecovery implements Protocol<State, Message> {

  /** Fewer entries than this are made between two crashes. */
  private static final int ENTRIES_BITS = 32;

  private final int self;
  private final int size;
  private final Balancing balancing;
  private final Mobile mobile;

  public CrashRecovery(int self, Layout layout, Balancing balancing, int latecomers) {
    this.self = self;
    this.size = layout.size();
    this.balancing = balancing;
    this.mobile = new Mobile(self, layout, balancing, latecomers);
  }

  @Override
  public State initial() {
    return mobile.initial();
  }

  @Override
  public State on(State s, Input<Message> input, Outbox<Message> out) {
    try {
      return step(s, input, out);
    } catch (NoSuchElementException | ClassCastException e) {
      // The state lacks what the message is about: on proper channels it never comes then.
      throw new ImpossibleInput(self, input, e);
    }
  }

  private State step(State s, Input<Message> input, Outbox<Message> out) {
    return switch (input) {
      case Excluded(int peer) -> learn(s, s.era().excluded().plus(peer), out);
      case Receive(int from, _) when s.era().excluded().contains(from) -> s;
      case Receive(int from, Since(var excluded, var message)) ->
          receive(s, excluded, from, message, out);
      case Receive(int from, var message) -> receive(s, ProcessSet.EMPTY, from, message, out);
      case Input<Message> local when s.era().frozen() -> meanwhile(s, local);
      case Input<Message> local -> mobile.on(s, local, dated(s, out));
    };
  }

  private static Outbox<Message> dated(State s, Outbox<Message> out) {
    return s.era().excluded().isEmpty() ? out : new Dated(s.era().excluded(), out);
  }

  /** What the application does during recovery; it takes effect afterwards. */
  private static State meanwhile(State s, Input<Message> input) {
    var q = s.queue();
    return switch (input) {
      case Acquire(var claim) -> s.with(q.wanting(Optional.of(claim.room())));
      case Withdraw() -> s.with(q.wanting(Optional.empty()));
      case Release() -> s.with(q.with(Queueing.OUT));
      case Depart() -> s.with(State.DEPARTING).with(q.wanting(Optional.empty()));
      case Join(_) -> s.with(State.JOINING);
      case Receive<Message> _,
          Expired<Message> _,
          Drawn<Message> _,
          Tick<Message> _,
          Excluded<Message> _,
          Order<Message> _ ->
          s;
    };
  }

  /**
   * The processes known to have crashed, from the view or from processes that know it from there.
   */
  private State learn(State s, ProcessSet excluded, Outbox<Message> out) {
    if (s.era().excluded().containsAll(excluded)) {
      return s;
    }
    var all = s.era().excluded().plus(excluded);
    var report = new Report(s.presence(), s.queue());
    // The token counts as reported; the recovery plan assigns it again.
    var frozen = s.with(Era.of(all, true)).with(s.queue().withOpen(Optional.empty()));
    int dealer = dealer(all);
    if (dealer != self) {
      new Dated(all, out).send(dealer, report);
      return frozen;
    }
    new Dated(all, out).send(ProcessSet.allBut(self, size).minus(all), new Stop());
    return reported(frozen, self, report, out);
  }

  private int dealer(ProcessSet excluded) {
    return ProcessSet.range(0, size).minus(excluded).least();
  }

  private State receive(
      State s, ProcessSet excluded, int from, Message message, Outbox<Message> out) {
    var now = learn(s, excluded, out);
    if (!now.era().excluded().equals(excluded)) {
      return now;
    }
    return switch (message) {
      case Stop() -> now;
      case Report report -> reported(now, from, report, out);
      case Deal deal -> dealt(now, deal, out);
      default ->
          now.era().frozen()
              ? now.with(now.era().holding(new Early(from, message)))
              : mobile.on(now, new Receive<>(from, message), dated(now, out));
    };
  }

  private State reported(State s, int by, Report report, Outbox<Message> out) {
    var era = s.era().with(new Reported(by, report));
    if (era.reports().size() + era.excluded().size() < size) {
      return s.with(era);
    }
    var renewed = new Token((long) era.excluded().size() << ENTRIES_BITS);
    var deals = new RecoveryPlan(era.reports(), renewed, balancing).all();
    deals.forEach(
        (node, deal) -> {
          if (node != self) {
            new Dated(era.excluded(), out).send(node, deal);
          }
        });
    var own = Optional.ofNullable(deals.get(self));
    var done = s.with(era.withoutReports());
    return own.map(deal -> dealt(done, deal, out)).orElse(done);
  }

  private State dealt(State s, Deal deal, Outbox<Message> out) {
    var thawed = s.with(Era.of(s.era().excluded(), false));
    var state = mobile.resume(thawed, deal, dated(thawed, out));
    for (var early : s.era().held()) {
      state = mobile.on(state, new Receive<>(early.from(), early.message()), dated(state, out));
    }
    return state;
  }

  /** Marks what is sent with the era. */
  private record Dated(ProcessSet excluded, Outbox<Message> out) implements Relay<Message> {
    @Override
    public void send(int to, Message message) {
      if (!excluded.contains(to)) {
        out.send(to, new Since(excluded, message));
      }
    }
  }
}
