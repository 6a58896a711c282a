package io.sluice.bench.streams.engine;

import java.util.Iterator;
import java.util.Optional;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;

/**
 * Apache Pekko Streams with an asynchronous boundary after each operator, so that each runs as an
 * actor of its own. A running stream cannot be rescaled.
 */
public class PekkoEngine implements StreamEngine {

  @Override
  public String name() {
    return "pekko";
  }

  @Override
  public String title() {
    return "Pekko Streams 1.7, async boundaries";
  }

  /** Whether each operator is an actor of its own. */
  boolean apart() {
    return true;
  }

  @Override
  public final Job start(Workload workload) {
    var system = ActorSystem.create("bench");
    var second = apart(apart(apart(source(workload)).map(Steps::first)).map(Steps::second));
    var third = apart(workload.keyed() ? count(second, workload) : second.map(Steps::third));
    var done = third.runWith(Sink.foreach(Steps::sink), system);
    return () -> {
      system.terminate();
      done.exceptionally(_ -> null).toCompletableFuture().join();
    };
  }

  private Source<Long, NotUsed> apart(Source<Long, NotUsed> stage) {
    return apart() ? stage.async() : stage;
  }

  private static Source<Long, NotUsed> source(Workload workload) {
    return workload.rate() == 0
        ? Source.never()
        : Source.fromIterator(() -> new Numbers(Pacer.of(workload)));
  }

  private static Source<Long, NotUsed> count(Source<Long, NotUsed> records, Workload workload) {
    return records
        .groupBy(Workload.KEYS, Steps::key)
        .<KeyState, Long>statefulMap(
            () -> new KeyState(workload.stateBytes()),
            (state, record) -> Pair.create(state, Steps.counted(record, state.next())),
            _ -> Optional.empty())
        .mergeSubstreams();
  }

  /** The source's records, when they are due. */
  private static final class Numbers implements Iterator<Long> {

    private final Pacer pacer;
    private long next;

    Numbers(Pacer pacer) {
      this.pacer = pacer;
    }

    @Override
    public boolean hasNext() {
      return true;
    }

    @Override
    public Long next() {
      try {
        pacer.await();
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException("interrupted while waiting for a record", interrupted);
      }
      return next++;
    }
  }
}
