package io.sluice.locks.rendezvous;

import io.sluice.cluster.rendezvous.Meeting;
import io.sluice.cluster.rendezvous.Party;
import io.sluice.cluster.runtime.Resource;
import io.sluice.locks.recipe.Passage;
import io.sluice.locks.recipe.Rendezvous;
import io.sluice.protocol.rendezvous.Tally;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A latch or barrier of a live node. What follows its futures runs on threads of its own. */
public final class LiveRendezvous implements Rendezvous {

  private static final Executor THREADS = task -> Thread.startVirtualThread(task);

  private final Resource resource;
  private final UnaryOperator<Throwable> explain;

  /**
   * @param explain makes of the reason why a name cannot be used what the application is told
   */
  public LiveRendezvous(Resource resource, UnaryOperator<Throwable> explain) {
    this.resource = resource;
    this.explain = explain;
  }

  @Override
  public Arrival arrive() {
    var party = new CompletableFuture<Party>();
    within(meeting -> meeting.arrive(party));
    var end = party.thenCompose(Party::end).thenApplyAsync(this::passage, THREADS);
    return new Arrival(explained(end), () -> giveUp(party));
  }

  private void giveUp(CompletableFuture<Party> party) {
    var _ = party.thenAccept(each -> within(meeting -> meeting.giveUp(each)));
  }

  private Passage passage(Party.End end) {
    return switch (end) {
      case Party.End.Complete(long generation, int place) -> new Passage(generation, place);
      case Party.End.Broken(long generation, String why) ->
          throw new CompletionException(
              new BrokenBarrierException(
                  "generation %d of barrier '%s' is broken: %s"
                      .formatted(generation, resource.name(), why)));
    };
  }

  @Override
  public CompletableFuture<Void> opened() {
    var open = new CompletableFuture<Void>();
    within(meeting -> meeting.await(open));
    var told = explained(open.thenRunAsync(() -> {}, THREADS));
    var _ =
        told.whenComplete(
            (_, _) -> {
              if (told.isCancelled()) {
                within(meeting -> meeting.forget(open));
              }
            });
    return told;
  }

  @Override
  public CompletableFuture<Tally> tally() {
    var known = new CompletableFuture<Tally>();
    within(meeting -> meeting.look(known));
    return explained(known.thenApplyAsync(tally -> tally, THREADS));
  }

  private void within(Consumer<Meeting> task) {
    resource.withData(attached -> task.accept((Meeting) attached));
  }

  private <T> CompletableFuture<T> explained(CompletableFuture<T> future) {
    return future.exceptionallyCompose(
        thrown -> {
          var cause =
              thrown instanceof CompletionException e && e.getCause() != null
                  ? e.getCause()
                  : thrown;
          return CompletableFuture.failedFuture(
              cause instanceof BrokenBarrierException ? cause : explain.apply(cause));
        });
  }
}
