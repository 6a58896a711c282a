package io.sluice.cluster.data;

import io.sluice.cluster.data.DataRequest.State;
import io.sluice.cluster.runtime.Request;
import io.sluice.cluster.runtime.Resource;
import io.sluice.protocol.Claim;
import io.sluice.protocol.data.CopyMessage.Wanted;
import java.util.ArrayList;
import java.util.List;

/**
 * The requests of one node for one piece of data that have not ended. One is let in when it has the
 * lock and the newest version is here, or is known to be lost.
 */
final class DataRequests {

  private final Resource resource;
  private final String name;
  private final DataSite site;
  private final Turns turns;
  private final List<DataRequest> waiting = new ArrayList<>();
  private int wanted;

  DataRequests(Resource resource, DataSite site, Turns turns) {
    this.resource = resource;
    this.name = resource.name();
    this.site = site;
    this.turns = turns;
  }

  static IllegalArgumentException wrongSize(String name, SealedVersion there, long size) {
    return new IllegalArgumentException(
        "data '%s' was first opened with %,d bytes, not with %,d: open it with the same size in all"
                .formatted(name, there.declared(), size)
            + " nodes, and change it with resize(...)");
  }

  /** Requests the data for reading or writing; never waits. */
  DataRequest ask(Claim claim, boolean takesSurviving) {
    var request = begin(claim, takesSurviving);
    request.of(resource.ask(claim, (asked, state) -> changed(request, asked, state)));
    if (request.state() == State.WAITING) {
      resource.withData(_ -> waits(request));
    }
    return request;
  }

  /**
   * Requests the next turn: behind the requests of other nodes that are known to wait, also if they
   * are still on their way to the lock's queue; never waits.
   */
  DataRequest askNext(Claim claim) {
    var request = begin(claim, false);
    request.of(resource.askNext(claim, (asked, state) -> changed(request, asked, state)));
    resource.withData(
        _ -> {
          waits(request);
          if (request.state() == State.WAITING) {
            turns.holdBack(request);
          }
        });
    return request;
  }

  private DataRequest begin(Claim claim, boolean takesSurviving) {
    var request = new DataRequest(claim, takesSurviving, site.storing()::obstacle);
    resource.withData(
        _ -> {
          waiting.add(request);
          want(1);
        });
    return request;
  }

  private void waits(DataRequest request) {
    if (request.state() == State.WAITING) {
      site.waits(request);
    }
  }

  /** Whether one of them is to write. */
  boolean hasWriter() {
    return waiting.stream().anyMatch(DataRequest::isToWrite);
  }

  /** Whether one of them is content with what has survived. */
  boolean hasRecovery() {
    return waiting.stream().anyMatch(DataRequest::takesSurviving);
  }

  private void want(int more) {
    boolean before = wanted > 0;
    wanted += more;
    if (before != wanted > 0) {
      site.tell(new Wanted(wanted > 0));
    }
  }

  private void changed(DataRequest request, Request lock, Request.State state) {
    request.of(lock);
    switch (state) {
      case INSIDE -> {
        request.become(State.GRANTED);
        serve();
        // After the fetch has been requested, for which the next requests need not wait.
        turns.ended(request);
      }
      case RELEASED, WITHDRAWN, LOST, FAILED -> end(request, state, lock);
      case WAITING -> {}
    }
  }

  private void end(DataRequest request, Request.State state, Request lock) {
    request.become(State.ENDED);
    turns.ended(request);
    if (waiting.remove(request)) {
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
  void serve() {
    for (var request : List.copyOf(waiting)) {
      if (request.state() == State.GRANTED) {
        serve(request);
      }
    }
  }

  private void serve(DataRequest request) {
    var stored = site.stored();
    var copies = site.copies();
    var storing = site.storing();
    if (stored.isPresent() && stored.get().declared() != site.openedSize()) {
      request.ready().completeExceptionally(wrongSize(name, stored.get(), site.openedSize()));
      return;
    }
    if (!storing.isReady() && !request.takesSurviving()) {
      return;
    }
    if (request.isToWrite() && storing.isStored() && !storing.hasStore()) {
      request.ready().completeExceptionally(notStoring());
      return;
    }
    boolean rescued = copies.isLost() && copies.stored() >= site.surviving();
    boolean here = copies.isCurrent() || (rescued && request.takesSurviving());
    if (here && stored.isPresent() && stored.get().retain()) {
      request.become(State.READY);
      if (!request.ready().complete(stored.get())) {
        stored.get().release();
      }
    } else if (copies.isLost() && !request.takesSurviving()) {
      request
          .ready()
          .completeExceptionally(new VersionLost(name, copies.known().version(), site.surviving()));
    } else if (request.takesSurviving()) {
      site.follow();
    }
  }

  private IllegalArgumentException notStoring() {
    return new IllegalArgumentException(
        "other nodes store data '%s' in directories, so that this one cannot write it without: open"
                .formatted(name)
            + " it with stored(directory), or only read it");
  }
}
