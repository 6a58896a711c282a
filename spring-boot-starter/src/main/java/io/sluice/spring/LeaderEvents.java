package io.sluice.spring;

import io.sluice.locks.Sluice;
import io.sluice.locks.leader.Candidate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;

/**
 * Stands for the leadership of each role while the application runs, and publishes {@link
 * LeadershipGranted} and {@link LeadershipRevoked}.
 */
final class LeaderEvents implements SmartLifecycle {

  private final Sluice sluice;
  private final List<String> roles;
  private final ApplicationEventPublisher events;
  private volatile List<Candidate> candidates = List.of();

  LeaderEvents(Sluice sluice, List<String> roles, ApplicationEventPublisher events) {
    this.sluice = sluice;
    this.roles = List.copyOf(roles);
    this.events = events;
  }

  @Override
  public void start() {
    candidates = roles.stream().map(this::stand).toList();
  }

  private Candidate stand(String role) {
    return sluice
        .leader(role)
        .onGranted(term -> events.publishEvent(new LeadershipGranted(role, term.fence())))
        .onRevoked(() -> events.publishEvent(new LeadershipRevoked(role)))
        .stand();
  }

  @Override
  public void stop() {
    closing().join();
  }

  /** A listener that goes on after its term keeps the application only as long as Spring waits. */
  @Override
  public void stop(Runnable stopped) {
    var _ = closing().thenRun(stopped);
  }

  /** All at a time: a listener that goes on keeps no other role from being given up. */
  private CompletableFuture<Void> closing() {
    var standing = candidates;
    candidates = List.of();
    return CompletableFuture.allOf(
        standing.stream()
            .map(each -> CompletableFuture.runAsync(each::close, Thread::startVirtualThread))
            .toArray(CompletableFuture<?>[]::new));
  }

  @Override
  public boolean isRunning() {
    return !candidates.isEmpty();
  }
}
