package io.sluice.cluster.runtime;

import io.sluice.cluster.Member;
import io.sluice.cluster.recording.StepRecorder;
import io.sluice.protocol.Algorithm;
import io.sluice.protocol.Claim;
import io.sluice.protocol.ImpossibleInput;
import io.sluice.protocol.Layout;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of the protocol for all requests of the node: it asks for one entry at a time, which
 * serves the requests that wait, first come, first served.
 *
 * <p>Requests for the same room share an entry. The node releases it after {@link #MOST_ADMITTED}
 * requests even if more wait, and asks again, so that other nodes have their turn; and before a
 * request for the next entry ({@link Resource#askNext}).
 *
 * <p>A request that is withdrawn leaves the process as it is. When the protocol grants the entry,
 * it serves the requests that wait by then; if none does, the node releases it at once. So every
 * protocol can be waited for with a timeout, also one without withdrawal.
 */
final class SingleEntry implements Entries {

  private static final Logger LOG = LoggerFactory.getLogger(SingleEntry.class);

  /** How many requests may share one entry before other nodes have their turn. */
  private static final int MOST_ADMITTED = 64;

  private final Resource resource;

  /** Which processes compete, if that is fixed; otherwise all of them do. */
  private final Optional<Layout> layout;

  /** Whether the protocol has been asked and has not granted yet. */
  private boolean asked;

  /** What the process asked for last, and so what it has while it is inside. */
  private Claim claim = Claim.EXCLUSIVE;

  /** How many requests the present entry has served. */
  private int admitted;

  @SuppressWarnings("NullAway") // null until the protocol is needed in this view
  private RunningProcess<?, ?> process;

  SingleEntry(Resource resource, Optional<Layout> layout) {
    this.resource = resource;
    this.layout = layout;
  }

  @Override
  public void receive(Member from, Object message) {
    process().receive(resource.epoch.place(from), message);
  }

  @Override
  public void advance() {
    if (!resource.inside.isEmpty()) {
      share();
    } else if (!asked
        && !resource.waiting.isEmpty()
        && !resource.waiting.getFirst().isHeldBack()
        && isAdmitted(resource.waiting.getFirst())
        && hasPlace()) {
      asked = true;
      claim = resource.waiting.getFirst().claim();
      process().acquire(claim);
    }
  }

  @Override
  public void withdrawn() {}

  @Override
  public void released(Request request) {
    if (resource.inside.isEmpty()) {
      process().release();
    } else if (!claim.shares(claim)) {
      // What is left came along with a request that was alone, and may be shared at this node.
      claim = resource.inside.getFirst().claim();
    }
  }

  @Override
  @SuppressWarnings("NullAway") // see process
  public void reset() {
    asked = false;
    process = null;
  }

  @Override
  public boolean isIdle() {
    return !asked;
  }

  @Override
  public List<String> wanted() {
    return List.of();
  }

  /** In the order of arrival: no request overtakes one that cannot share. */
  private void share() {
    while (admitted < MOST_ADMITTED
        && !resource.waiting.isEmpty()
        && resource.waiting.getFirst().claim().shares(claim)
        && !resource.waiting.getFirst().isInNextEntry()
        && isAdmitted(resource.waiting.getFirst())
        && resource.isLeaseValid()) {
      admit();
    }
  }

  private boolean isAdmitted(Request request) {
    return resource.epoch.census().admits(resource.name(), request.claim());
  }

  private void admit() {
    admitted++;
    resource.grantFirst(Claim.ONLY_UNIT);
  }

  private void granted() {
    if (!asked) {
      // Such as by a message from before the name was forgotten: another process may be inside.
      resource.node().fail(resource, "it granted an entry that was not asked for");
      return;
    }
    if (!resource.isLeaseValid()) {
      // The others may have gone on without this node. It learns so, or renews its lease.
      process().later(this::granted, Resource.LEASE_RECHECK_MILLIS);
      return;
    }
    asked = false;
    if (resource.waiting.isEmpty()
        || !resource.waiting.getFirst().claim().room().equals(claim.room())) {
      // The request was withdrawn, and the next one, if any, wants another room.
      process().release();
      advance();
      return;
    }
    admitted = 0;
    for (Request each : resource.waiting) {
      each.setInNextEntry(false);
    }
    admit();
    share();
  }

  /**
   * Whether this node has a place in a layout that is fixed, and all other places are taken. In a
   * view that is too small, requests wait for more members.
   */
  private boolean hasPlace() {
    if (process != null || layout.isEmpty()) {
      return true;
    }
    int places = layout.get().size();
    int place = resource.epoch.self();
    int members = resource.epoch.view().members().size();
    if (place >= places) {
      resource.fail(
          "lock '%s' is for the first %d members of the view only, and this node is member %d: ask"
                  .formatted(resource.name(), places, place + 1)
              + " at one of those");
    } else if (members < places) {
      LOG.info(
          "lock '{}' waits for {} members, the size of its layout; the view has {}",
          resource.name(),
          places,
          members);
    }
    return place < places && places <= members;
  }

  private RunningProcess<?, ?> process() {
    if (process == null) {
      process = start(resource.algorithm());
    }
    return process;
  }

  private <S, M> RunningProcess<S, M> start(Algorithm<S, M> algorithm) {
    Epoch epoch = resource.epoch;
    // A fixed layout is for experiments, and recordings know only plain ones.
    var recorder =
        layout.isPresent()
            ? StepRecorder.NONE
            : resource.recorder(algorithm, epoch.self(), epoch.layout());
    return new RunningProcess<>(
        algorithm, epoch.self(), layout.orElseGet(epoch::layout), recorder, new Environment(epoch));
  }

  /** Carries out what the process writes. */
  private final class Environment implements RunningProcess.Environment {

    private final Epoch during;

    Environment(Epoch during) {
      this.during = during;
    }

    @Override
    public void send(int to, Object message) {
      resource.send(during, during.member(to), message);
    }

    @Override
    public void granted(int unit) {
      SingleEntry.this.granted();
    }

    @Override
    public void later(Runnable task, long delayMillis) {
      resource.later(during, task, delayMillis);
    }

    @Override
    public void failed(ImpossibleInput why) {
      resource.fail(why);
    }
  }
}
