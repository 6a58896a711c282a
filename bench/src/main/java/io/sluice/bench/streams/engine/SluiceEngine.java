package io.sluice.bench.streams.engine;

import io.sluice.streams.DataStream;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Snapshot;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

/** Sluice's embedded engine, with its defaults: each operator decides how many instances it has. */
public final class SluiceEngine implements StreamEngine {

  /** Where records wait at the first operator, it may have more instances than there are cores. */
  private static final int MOST_AT_FIRST = 8;

  private static final int ACTIONS_A_SECOND = 10;

  @Override
  public String name() {
    return "sluice";
  }

  @Override
  public String title() {
    return "**Sluice**";
  }

  @Override
  public Set<Ability> abilities() {
    return EnumSet.allOf(Ability.class);
  }

  @Override
  public Duration betweenActions() {
    return Duration.ofSeconds(1).dividedBy(ACTIONS_A_SECOND);
  }

  @Override
  public Job start(Workload workload) {
    Source<Long> numbers = () -> new Numbers(Pacer.of(workload));
    var first =
        Pipeline.named("bench")
            .from(label(Operator.SOURCE), numbers)
            .map(label(Operator.FIRST), Steps::first);
    if (!workload.unlimited()) {
      first.instances(1, MOST_AT_FIRST);
    }
    var second = first.map(label(Operator.SECOND), Steps::second);
    var third =
        workload.keyed()
            ? count(second, workload.stateBytes())
            : second.map(label(Operator.THIRD), Steps::third);
    return new SluiceJob(third.to(label(Operator.SINK), Sink.forEach(Steps::sink)).start());
  }

  private static DataStream<Long> count(DataStream<Long> records, int stateBytes) {
    return records
        .keyBy(Steps::key)
        .process(
            label(Operator.THIRD),
            () -> new KeyState(stateBytes),
            (state, record, context) -> {
              context.emit(Steps.counted(record, state.next()));
              return state;
            });
  }

  private static String label(Operator operator) {
    return operator.name().toLowerCase(Locale.ROOT);
  }

  /** The source's records, when they are due. */
  private static final class Numbers implements Source.Reader<Long> {

    private final Pacer pacer;
    private long next;

    Numbers(Pacer pacer) {
      this.pacer = pacer;
    }

    @Override
    public long read(Consumer<? super Long> records) {
      long now = System.nanoTime();
      for (int due = pacer.take(now); due > 0; due--) {
        records.accept(next++);
      }
      return pacer.nanosToNext(now);
    }
  }

  private record SluiceJob(Running running) implements Job {

    @Override
    public void scale(Operator operator, int instances)
        throws ExecutionException, InterruptedException {
      running.scale(label(operator), instances).get();
    }

    @Override
    public int instances(Operator operator) {
      return running.snapshot().operators().stream()
          .filter(each -> each.name().equals(label(operator)))
          .mapToInt(Snapshot.OfOperator::instances)
          .findFirst()
          .orElseThrow();
    }

    @Override
    public void close() {
      running.close();
    }
  }
}
