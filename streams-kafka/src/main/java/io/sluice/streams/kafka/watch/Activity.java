package io.sluice.streams.kafka.watch;

import io.sluice.cluster.wire.Codec;
import io.sluice.streams.Snapshot;
import java.time.Instant;
import java.util.List;

/**
 * What one worker does at one moment. It goes with the worker's report, as a header of the same
 * record: workers need not read it, and its form may change without theirs.
 *
 * @param millis how long the worker has run
 * @param actions how many instances of the pipeline have begun or ended
 */
public record Activity(
    long millis, long recordsIn, long recordsOut, long actions, List<OfOperator> operators) {

  /** The name of the header. */
  public static final String HEADER = "activity";

  private static final Codec<Activity> ACTIVITIES = Codec.of(Activity.class);

  public Activity {
    operators = List.copyOf(operators);
  }

  /**
   * One operator.
   *
   * @param min the fewest instances that it can be told to have now
   * @param max the most
   * @param instances how many it has in all workers
   * @param each those in this worker
   * @param last its latest actions, if its keeper runs in this worker
   */
  public record OfOperator(
      String name,
      List<String> receivers,
      boolean keyed,
      int min,
      int max,
      int instances,
      long records,
      long emitted,
      long deadLetters,
      List<OfInstance> each,
      List<OfAction> last) {

    /** How long the instances of this worker have worked. */
    long workedMicros() {
      return each.stream().mapToLong(OfInstance::workedMicros).sum();
    }
  }

  /** One instance in this worker. */
  public record OfInstance(
      int number, long records, long workedMicros, long waiting, boolean inside) {

    Snapshot.OfInstance toInstance() {
      return new Snapshot.OfInstance(number, records, workedMicros / 1e6, waiting, inside);
    }
  }

  /** An operator has got more or fewer instances. */
  public record OfAction(long at, boolean duplicated, int instances, long micros, String cause) {

    Snapshot.Action toAction() {
      return new Snapshot.Action(
          Instant.ofEpochMilli(at),
          duplicated ? Snapshot.Kind.DUPLICATED : Snapshot.Kind.DELETED,
          instances,
          micros / 1e3,
          cause);
    }
  }

  /** What a worker's snapshot says. */
  public static Activity of(Snapshot now) {
    return new Activity(
        (long) (now.seconds() * 1_000),
        now.recordsIn(),
        now.recordsOut(),
        now.actions(),
        now.operators().stream().map(Activity::operator).toList());
  }

  private static OfOperator operator(Snapshot.OfOperator operator) {
    return new OfOperator(
        operator.name(),
        operator.receivers(),
        operator.keyed(),
        operator.min(),
        operator.max(),
        operator.instances(),
        operator.records(),
        operator.emitted(),
        operator.deadLetters(),
        operator.each().stream()
            .map(
                each ->
                    new OfInstance(
                        each.number(),
                        each.records(),
                        (long) (each.workedSeconds() * 1e6),
                        each.waiting(),
                        each.inside()))
            .toList(),
        operator.last().stream()
            .map(
                each ->
                    new OfAction(
                        each.at().toEpochMilli(),
                        each.kind() == Snapshot.Kind.DUPLICATED,
                        each.instances(),
                        (long) (each.millis() * 1e3),
                        each.cause()))
            .toList());
  }

  /**
   * @throws IllegalArgumentException if it is too long to be sent
   */
  public byte[] toBytes() {
    return ACTIVITIES.encode(this);
  }

  /**
   * @throws io.sluice.cluster.wire.BadFrame if a worker of another version has written it
   */
  static Activity of(byte[] bytes) {
    return ACTIVITIES.decode(bytes);
  }
}
