package io.sluice.bench.streams.engine;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.jet.Job;
import com.hazelcast.jet.core.JobStatus;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** A job on one or two members in this process. */
final class JetJob implements StreamEngine.Job {

  private static final long POLL_NANOS = 2_000_000;

  private final HazelcastInstance first;
  private final Supplier<HazelcastInstance> another;
  private final Job job;
  private final AtomicInteger starts = new AtomicInteger();
  private Optional<HazelcastInstance> second = Optional.empty();

  JetJob(HazelcastInstance first, Job job, Supplier<HazelcastInstance> another) {
    this.first = first;
    this.job = job;
    this.another = another;
    job.addStatusListener(
        event -> {
          if (event.getNewStatus() == JobStatus.RUNNING) {
            starts.incrementAndGet();
          }
        });
  }

  /** Adds or removes the second member; the job restarts from a snapshot. */
  @Override
  public void scale(StreamEngine.Operator operator, int instances) {
    await(() -> job.getStatus() == JobStatus.RUNNING);
    int before = starts.get();
    if (instances == 2 && second.isEmpty()) {
      second = Optional.of(another.get());
    } else if (instances == 1 && second.isPresent()) {
      second.get().shutdown();
      second = Optional.empty();
    } else {
      return;
    }
    await(() -> starts.get() > before);
  }

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  @Override
  public void close() {
    job.cancel();
    second.ifPresent(HazelcastInstance::shutdown);
    first.shutdown();
  }
}
