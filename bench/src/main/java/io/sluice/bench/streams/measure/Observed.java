package io.sluice.bench.streams.measure;

import io.sluice.bench.streams.engine.Probe;
import io.sluice.bench.streams.engine.Workload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** Watches a job with keys: the gaps at the sink, and which thread each key is on. */
final class Observed implements Probe.Listener {

  private final Gaps gaps = new Gaps(Workload.KEYS, System.nanoTime());
  private final AtomicReferenceArray<Thread> owners = new AtomicReferenceArray<>(Workload.KEYS);

  /** Opens when the last key has arrived: keys come in their order. */
  private final CountDownLatch allKeys = new CountDownLatch(1);

  @Override
  public void atSink(int key, long now) {
    gaps.arrived(key, now);
    if (key == Workload.KEYS - 1) {
      allKeys.countDown();
    }
  }

  @Override
  public void atOwner(int key) {
    owners.setPlain(key, Thread.currentThread());
  }

  /** Waits until records of all keys have arrived. */
  void awaitRecords() throws InterruptedException {
    allKeys.await();
  }

  /** Ends a round; see {@link Gaps#next}. */
  Gaps.Round next() {
    return gaps.next(System.nanoTime());
  }

  /** The thread of each key at this moment. */
  Thread[] owners() {
    var now = new Thread[Workload.KEYS];
    for (int key = 0; key < now.length; key++) {
      now[key] = owners.getAcquire(key);
    }
    return now;
  }
}
