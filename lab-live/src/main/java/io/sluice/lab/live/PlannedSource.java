package io.sluice.lab.live;

import io.sluice.lab.experiment.scaling.ScalingPlan;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Gives the records of the first operator, those of each step evenly over its time. If the pipeline
 * was too slow for a while, the records follow as soon as there is room.
 */
final class PlannedSource implements Source<PlannedRecord> {

  private static final int MOST_AT_ONCE = 128;

  /** How many calls there are in a step, about. */
  private static final int CALLS = 500;

  private static final long NOT_BEGUN = TimeUnit.MILLISECONDS.toNanos(1);

  private final ScalingPlan plan;
  private final long length;
  private volatile long begin;
  private volatile boolean begun;

  PlannedSource(ScalingPlan plan, Duration step) {
    this.plan = plan;
    this.length = step.toNanos();
  }

  /** Lets the first step begin when {@link System#nanoTime} is this. */
  void beginAt(long nanos) {
    begin = nanos;
    begun = true;
  }

  @Override
  public Reader<PlannedRecord> open() {
    return new Reader<>() {
      private int step;
      private int number;

      @Override
      public long read(Consumer<? super PlannedRecord> records) {
        if (!begun) {
          return NOT_BEGUN;
        }
        long now = System.nanoTime() - begin;
        int given = 0;
        while (step < plan.steps() && untilDue(now) <= 0 && given < MOST_AT_ONCE) {
          if (number < plan.load(step, 0)) {
            records.accept(new PlannedRecord(step, number));
            number++;
            given++;
          } else {
            step++;
            number = 0;
          }
        }
        if (step == plan.steps()) {
          return END;
        }
        return untilDue(now) <= 0 ? 0 : Math.max(untilDue(now), length / CALLS);
      }

      // In how many nanoseconds the next record is due, or the end of the step.
      private long untilDue(long now) {
        int load = plan.load(step, 0);
        return length * step + (load == 0 ? length : length * number / load) - now;
      }
    };
  }
}
