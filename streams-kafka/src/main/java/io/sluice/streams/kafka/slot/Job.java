package io.sluice.streams.kafka.slot;

import io.sluice.streams.Policies;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.deciding.Decider;
import io.sluice.streams.kafka.deciding.Observed;
import io.sluice.streams.kafka.deciding.Places;
import io.sluice.streams.kafka.deciding.Siblings;
import io.sluice.streams.kafka.format.RecordFormat;
import io.sluice.streams.kafka.format.StableHash;
import io.sluice.streams.kafka.plan.Plan;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;

/** What the slots of one worker share: the plan, the format of records, and what is counted. */
public final class Job {

  private final Plan plan;
  private final RecordFormat format;
  private final Items items;
  private final StableHash hash;
  private final List<Counts> counts;
  private final Observed observed = new Observed();
  private final AtomicReferenceArray<Siblings> siblings;
  private volatile Places places = NO_PLACES;

  /** Until it is known what there is to run instances on. */
  private static final Places NO_PLACES =
      new Places() {
        @Override
        public int most() {
          return 1;
        }

        @Override
        public boolean areUsedUp() {
          return true;
        }
      };

  public Job(Plan plan, RecordFormat format) {
    this.plan = plan;
    this.format = format;
    this.items = new Items(format, plan.graph().isTimed());
    this.hash = new StableHash(format);
    int operators = plan.graph().operators().size();
    this.counts = Stream.generate(Counts::new).limit(operators).toList();
    this.siblings = new AtomicReferenceArray<>(operators);
    for (int operator = 0; operator < operators; operator++) {
      siblings.set(operator, Siblings.of(plan.slotsOf(operator).getFirst()));
    }
  }

  public Plan plan() {
    return plan;
  }

  public Counts counts(int operator) {
    return counts.get(operator);
  }

  /** What the slots of this worker say about themselves. */
  public Observed observed() {
    return observed;
  }

  /** An operator has these instances now, its keeper first. */
  public void hear(int operator, List<Integer> slots) {
    siblings.updateAndGet(operator, known -> known.with(slots));
  }

  Siblings siblings(int operator) {
    return siblings.get(operator);
  }

  /** From now on instances can be run on these. */
  public void places(Places found) {
    places = found;
  }

  Places places() {
    return places;
  }

  Decider decider(int slot) {
    return new Decider(
        slot,
        operatorOf(slot).policy().orElseGet(Policies::inTurn),
        () -> ThreadLocalRandom.current().nextDouble());
  }

  RecordFormat format() {
    return format;
  }

  Items items() {
    return items;
  }

  Operator operatorOf(int slot) {
    return plan.graph().operators().get(plan.operatorOf(slot));
  }

  Sender sender(int slot, Writes writes, LocalSlots local) {
    return new Sender(slot, plan.graph(), operatorOf(slot), items, hash, writes, local);
  }

  Work work(int slot, Progress progress, Store store, Sender out, Writes writes) {
    var name = plan.graph().name();
    var operator = operatorOf(slot);
    var counted = counts(plan.operatorOf(slot));
    return switch (operator.logic()) {
      case Logic.Reading(TopicSource<?> source, _) ->
          new SourceWork(name, operator, source.reader(), out, counted);
      case Logic.Reading _ ->
          throw new IllegalStateException("'%s' reads no topic".formatted(operator.name()));
      case Logic.Stateless(var task) ->
          new RecordWork(name, operator, task.get(), progress.task(), out, counted);
      case Logic.Timing(var task) ->
          new RecordWork(name, operator, task.get(), progress.task(), out, counted);
      case Logic.Writing(TopicSink<?> sink, _) ->
          new RecordWork(name, operator, new TopicTask(sink, writes), Output.NO_TIME, out, counted);
      case Logic.Writing(_, var task) ->
          new RecordWork(name, operator, task.get(), Output.NO_TIME, out, counted);
      case Logic.Keyed(var task) ->
          new KeyedWork(name, operator, task.get(), store, progress.watermark(), out, counted);
    };
  }

  /** Writes records to a topic of the application, in the transaction of the slot. */
  private static final class TopicTask implements RecordTask {

    private final TopicSink<?> sink;
    private final Writes writes;

    TopicTask(TopicSink<?> sink, Writes writes) {
      this.sink = sink;
      this.writes = writes;
    }

    @Override
    public void process(Object record, long time, long watermark, Output out) {
      writes.topic(sink.toRecord(record, time));
    }
  }
}
