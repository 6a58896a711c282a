package io.sluice.lab.live;

import io.sluice.cluster.Frame;
import io.sluice.cluster.Member;
import io.sluice.cluster.Transport;
import io.sluice.cluster.View;
import io.sluice.cluster.wire.FrameCodec;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Counts the messages of each lock's protocol when they are sent and when they arrive. */
record MeteredTransport(Transport transport, Meters meters) implements Transport {

  /** The counts of all nodes together. */
  static final class Meters {
    private final Map<String, Meter> byLock = new ConcurrentHashMap<>();

    Meter of(String lock) {
      return byLock.computeIfAbsent(lock, _ -> new Meter());
    }
  }

  /** The counts of one lock. */
  static final class Meter {
    private final Map<String, LongAdder> sent = new ConcurrentHashMap<>();
    private final LongAdder received = new LongAdder();

    private void send(Object message) {
      sent.computeIfAbsent(message.getClass().getSimpleName(), _ -> new LongAdder()).increment();
    }

    /** How many messages were sent, by the simple name of their class. */
    SortedMap<String, Long> messages() {
      var counts = new TreeMap<String, Long>();
      sent.forEach((kind, count) -> counts.put(kind, count.sum()));
      return counts;
    }

    /** Whether every message that was sent has arrived and been processed. */
    boolean isQuiet() {
      long arrived = received.sum();
      return arrived == messages().values().stream().mapToLong(Long::longValue).sum();
    }
  }

  @Override
  public void start(Listener listener) {
    transport.start(
        new Listener() {
          @Override
          public FrameCodec codec() {
            return listener.codec();
          }

          @Override
          public void onView(View view, Member self) {
            listener.onView(view, self);
          }

          @Override
          public void onFrame(Member from, Frame frame) {
            listener.onFrame(from, frame);
            if (frame instanceof Frame.Step step) {
              meters.of(step.head().resource()).received.increment();
            }
          }

          @Override
          public void onLost(String why) {
            listener.onLost(why);
          }
        });
  }

  @Override
  public void send(Member to, Frame frame) {
    if (frame instanceof Frame.Step step) {
      meters.of(step.head().resource()).send(step.message());
    }
    transport.send(to, frame);
  }

  @Override
  public long leaseUntil() {
    return transport.leaseUntil();
  }

  @Override
  public void idle(BooleanSupplier over, long nanos) {
    transport.idle(over, nanos);
  }

  @Override
  public void rouse(Thread thread) {
    transport.rouse(thread);
  }

  @Override
  public void close() {
    transport.close();
  }
}
