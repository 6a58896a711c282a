package io.sluice.shedlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.cluster.Network;
import io.sluice.locks.Sluice;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Two nodes: one runs jobs, the other says whether a lock is taken. */
final class JobNodes implements AutoCloseable {

  private final Sluice jobs;
  private final Sluice observer;
  private final SluiceLockProvider provider;

  JobNodes(Network network) throws InterruptedException {
    jobs = Sluice.named("contract").over(network).nodeName("jobs").join();
    assertThat(jobs.awaitMembership(Duration.ofSeconds(20))).isTrue();
    observer = Sluice.named("contract").over(network).nodeName("observer").join();
    assertThat(observer.awaitMembership(Duration.ofSeconds(20))).isTrue();
    provider = new SluiceLockProvider(jobs);
  }

  SluiceLockProvider provider() {
    return provider;
  }

  /** An unlocked lock stays at its node for a moment. */
  boolean isFree(String name) {
    return observerGets(name, Duration.ofSeconds(5));
  }

  boolean isTaken(String name) {
    return !observerGets(name, Duration.ofMillis(100));
  }

  private boolean observerGets(String name, Duration patience) {
    try {
      observer.lock(name).acquire(patience).close();
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException("the test was interrupted", e);
    }
  }

  @Override
  public void close() {
    observer.close();
    jobs.close();
  }
}
