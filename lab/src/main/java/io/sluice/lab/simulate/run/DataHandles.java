package io.sluice.lab.simulate.run;

import static java.util.Objects.requireNonNull;

import io.sluice.lab.simulate.Chance;
import io.sluice.lab.simulate.DataHandover;
import io.sluice.lab.simulate.DataHandover.Fetch;
import io.sluice.lab.simulate.Platform;
import io.sluice.lab.simulate.Workload;
import io.sluice.lab.simulate.audit.Audit;
import io.sluice.lab.simulate.flow.Flows;
import io.sluice.protocol.Claim;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * The data handles of all processes: fetch the bytes that a holder needs, and let it in when they
 * are there.
 *
 * <p>A copy is described by the share of the newest version that it has: a fetch brings it to one,
 * and each write of another process multiplies it by what the write leaves as it was.
 */
final class DataHandles<S> implements Stays {

  /** A handle's way from the request to the release. */
  private static final class Handle {
    private int entry;
    private Claim claim = Claim.EXCLUSIVE;
    private boolean called;
    private boolean granted;
    private boolean complete;
    private boolean mapped;
    private int fetch = NO_FETCH;

    /** The share of the newest version that is here. */
    private double current;
  }

  /** Bytes on their way to a process, or about to be. */
  private static final class Transfer {
    private final int source;
    private final int receiver;
    private final double bytes;
    private int flow = NO_FETCH;

    private Transfer(int source, int receiver, double bytes) {
      this.source = source;
      this.receiver = receiver;
      this.bytes = bytes;
    }
  }

  private static final int NO_FETCH = -1;

  private final DataHandover<S> plan;
  private final Platform platform;
  private final Workload workload;
  private final Agenda agenda;
  private final Audit<?> audit;
  private final Chance chance;
  private final IntFunction<S> states;
  private final Flows flows;
  private final Handle[] handles;
  private final Map<Integer, Transfer> transfers = new HashMap<>();
  private final Map<Integer, Integer> fetchOfFlow = new HashMap<>();
  private int fetches;
  private long predictions;

  /** The last writer. */
  private int owner;

  DataHandles(
      DataHandover<S> plan,
      Platform platform,
      Workload workload,
      Agenda agenda,
      Audit<?> audit,
      Chance chance,
      IntFunction<S> states) {
    this.plan = plan;
    this.platform = platform;
    this.workload = workload;
    this.agenda = agenda;
    this.audit = audit;
    this.chance = chance;
    this.states = states;
    flows = new Flows(platform.bandwidths(), 0);
    handles = new Handle[platform.size()];
    for (int process = 0; process < handles.length; process++) {
      handles[process] = new Handle();
    }
    handles[owner].current = 1;
  }

  @Override
  public void asked(long now, int process) {
    var handle = handles[process];
    handle.entry++;
    handle.called = false;
    handle.granted = false;
    handle.complete = false;
    handle.mapped = false;
    agenda.add(now + plan.lead().sample(chance), process, new HandleEvent.Acquire(handle.entry));
  }

  @Override
  public void granted(long now, int process, Claim claim) {
    var handle = handles[process];
    handle.granted = true;
    handle.claim = claim;
    proceed(now, process);
  }

  /** Something that was scheduled here happens. */
  void happen(long now, int process, HandleEvent event) {
    switch (event) {
      case HandleEvent.Acquire(var entry) -> {
        if (entry == handles[process].entry) {
          handles[process].called = true;
          proceed(now, process);
        }
      }
      case HandleEvent.Flow(var fetch) -> {
        var transfer = transfers.get(fetch);
        if (transfer != null) {
          transfer.flow =
              flows.start(now, platform.route(transfer.source, transfer.receiver), transfer.bytes);
          fetchOfFlow.put(transfer.flow, fetch);
          predict();
        }
      }
      case HandleEvent.Arrival(var prediction) -> {
        if (prediction == predictions) {
          flows.ended(now).forEach(flow -> arrived(now, flow));
          predict();
        }
      }
    }
  }

  /** A write becomes the newest version; a handle that is destroyed writes nothing. */
  @Override
  public void released(long now, int process, Claim claim) {
    if (claim.shares(claim) || isDestroyed(process)) {
      return;
    }
    for (int other = 0; other < handles.length; other++) {
      if (other != process) {
        cancelFetch(now, other);
        handles[other].current *= 1 - plan.changed();
      }
    }
    owner = process;
    handles[process].current = 1;
  }

  /** Has the next process fetch in advance, once the holder has the whole version. */
  @Override
  public void stepped(long now, int process) {
    if (plan.fetch() != Fetch.DELTA || !handles[process].mapped) {
      return;
    }
    OptionalInt next = plan.next().apply(states.apply(process));
    if (next.isPresent()) {
      var handle = handles[next.getAsInt()];
      if (handle.fetch == NO_FETCH && handle.current < 1) {
        begin(now, next.getAsInt(), process, 1 - handle.current);
      }
    }
  }

  /** Whether the handle of a process is destroyed in its present entry. */
  boolean isDestroyed(int process) {
    return plan.destroyed().applyAsInt(process) == handles[process].entry;
  }

  /** Takes what steps are possible now. */
  private void proceed(long now, int process) {
    var handle = handles[process];
    if (!handle.granted || handle.mapped) {
      return;
    }
    boolean fetches = handle.called || plan.fetch() != Fetch.AT_ACQUIRE;
    if (fetches && !handle.complete && handle.fetch == NO_FETCH) {
      fetch(now, process);
    }
    if (handle.complete && handle.called) {
      map(now, process);
    }
  }

  private void map(long now, int process) {
    var handle = handles[process];
    handle.mapped = true;
    audit.mapped(now, process, handle.claim);
    if (isDestroyed(process)) {
      agenda.add(now, process, Clients.Move.DESTROY);
    } else {
      long stay = workload.hold().apply(handle.claim).sample(chance);
      agenda.add(now + stay, process, Clients.Move.RELEASE);
    }
    stepped(now, process);
  }

  private void fetch(long now, int process) {
    double missing =
        switch (plan.fetch()) {
          case AT_ACQUIRE, AT_GRANT -> process == owner ? 0 : 1;
          case DELTA -> 1 - handles[process].current;
        };
    if (missing == 0) {
      handles[process].complete = true;
    } else {
      begin(now, process, source(), missing);
    }
  }

  private void begin(long now, int process, int source, double share) {
    var handle = handles[process];
    handle.fetch = fetches++;
    transfers.put(handle.fetch, new Transfer(source, process, share * plan.bytes()));
    long roundTrip = platform.latency(process, source) + platform.latency(source, process);
    agenda.add(now + roundTrip, process, new HandleEvent.Flow(handle.fetch));
  }

  /** The last writer, or for deltas whichever process has the newest version and serves least. */
  private int source() {
    if (plan.fetch() != Fetch.DELTA) {
      return owner;
    }
    int[] serving = new int[handles.length];
    transfers.values().forEach(transfer -> serving[transfer.source]++);
    int best = owner;
    for (int other = 0; other < handles.length; other++) {
      if (handles[other].current == 1 && serving[other] < serving[best]) {
        best = other;
      }
    }
    return best;
  }

  private void arrived(long now, int flow) {
    int fetch = requireNonNull(fetchOfFlow.remove(flow));
    int process = requireNonNull(transfers.remove(fetch)).receiver;
    var handle = handles[process];
    handle.fetch = NO_FETCH;
    handle.current = 1;
    if (handle.granted) {
      handle.complete = true;
      proceed(now, process);
    }
  }

  private void cancelFetch(long now, int process) {
    var handle = handles[process];
    if (handle.fetch == NO_FETCH) {
      return;
    }
    var transfer = requireNonNull(transfers.remove(handle.fetch));
    handle.fetch = NO_FETCH;
    if (transfer.flow != NO_FETCH) {
      fetchOfFlow.remove(transfer.flow);
      double left = flows.cancel(now, transfer.flow);
      handle.current += (transfer.bytes - left) / plan.bytes();
      predict();
    }
  }

  /** Schedules the end of the next transfer. */
  private void predict() {
    predictions++;
    long end = flows.nextEnd();
    if (end != Flows.NEVER) {
      agenda.add(end, 0, new HandleEvent.Arrival(predictions));
    }
  }
}
