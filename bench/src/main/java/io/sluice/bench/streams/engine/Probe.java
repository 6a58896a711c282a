package io.sluice.bench.streams.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the operators of a job meet the measurement. Static, since engines copy the functions they
 * are given; a process measures one job at a time.
 */
public final class Probe {

  /** What a measurement wants to know of each record; called by the job's threads. */
  public interface Listener {

    /** A record is at the sink. */
    default void atSink(int key, long now) {}

    /** A record is at the third operator, on the current thread. */
    default void atOwner(int key) {}

    /** The current thread has its first record of the first operator since {@link #forget}. */
    default void newborn(long now) {}
  }

  private static final VarHandle SUNK;

  static {
    try {
      SUNK = MethodHandles.lookup().findStaticVarHandle(Probe.class, "sunk", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  /** Records at the sink, which has one instance; after a restart another thread counts on. */
  @SuppressWarnings("unused") // through SUNK
  private static long sunk;

  private static volatile double rate;
  private static volatile long costNanos;

  /** Whether there is a listener. Not volatile, so that a job without one pays nothing for it. */
  private static boolean observed;

  private static volatile Listener listener = new Listener() {};
  private static final Set<Thread> atFirst = ConcurrentHashMap.newKeySet();

  private Probe() {}

  /**
   * Sets what the next job does. Must be called before the job starts.
   *
   * @param wanted is told of each record
   */
  public static void observe(Workload workload, Listener wanted) {
    rate = workload.rate();
    listener = wanted;
    observed = true;
  }

  /** As {@link #observe}, but records are only counted. */
  public static void countOnly(Workload workload) {
    rate = workload.rate();
    observed = false;
  }

  /** Changes the rate of the source. */
  public static void rate(double recordsPerSecond) {
    rate = recordsPerSecond;
  }

  /** Lets each record wait at the first operator, as if it called a remote service. */
  public static void cost(long nanos) {
    costNanos = nanos;
    observed = true;
  }

  /** Forgets which threads have had a record of the first operator: threads may be used again. */
  public static void forget() {
    atFirst.clear();
  }

  /** How many records the sink has had. */
  public static long count() {
    return (long) SUNK.getOpaque();
  }

  static double rate() {
    return rate;
  }

  static long cost() {
    return observed ? costNanos : 0;
  }

  static void atFirst() {
    if (observed && atFirst.add(Thread.currentThread())) {
      listener.newborn(System.nanoTime());
    }
  }

  static void atOwner(int key) {
    if (observed) {
      listener.atOwner(key);
    }
  }

  static void atSink(long record) {
    SUNK.setOpaque((long) SUNK.getOpaque() + 1);
    if (observed) {
      listener.atSink(Steps.key(record), System.nanoTime());
    }
  }
}
