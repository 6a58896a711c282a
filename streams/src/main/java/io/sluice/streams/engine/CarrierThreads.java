package io.sluice.streams.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of a pipeline. A thread whose {@link Carrier} has ended waits a while for the next
 * one, since starting a thread takes longer than anything else in a duplication.
 */
final class CarrierThreads {

  private static final long SPARE_SECONDS = 5;

  private final String pipeline;
  private final ThreadPoolExecutor pool;

  /** Guarded by this. */
  private final List<Thread> threads = new ArrayList<>();

  CarrierThreads(String pipeline) {
    this.pipeline = pipeline;
    this.pool =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            SPARE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            this::thread);
  }

  private synchronized Thread thread(Runnable work) {
    var thread = Thread.ofPlatform().daemon().name(pipeline + "/spare").unstarted(work);
    threads.removeIf(each -> each.getState() == Thread.State.TERMINATED);
    threads.add(thread);
    return thread;
  }

  /**
   * Runs a carrier.
   *
   * @param name what its thread is called meanwhile, behind the name of the pipeline
   */
  void run(Carrier carrier, String name) {
    pool.execute(
        () -> {
          var thread = Thread.currentThread();
          var spare = thread.getName();
          thread.setName(pipeline + "/" + name);
          try {
            carrier.run();
          } finally {
            thread.setName(spare);
          }
        });
  }

  /** No carrier is run any more: threads end as soon as theirs has. */
  void end() {
    pool.shutdown();
  }

  synchronized void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  /** Those that have not ended. */
  synchronized List<Thread> alive() {
    return threads.stream().filter(Thread::isAlive).toList();
  }
}
