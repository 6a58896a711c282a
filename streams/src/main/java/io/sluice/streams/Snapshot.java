package io.sluice.streams;

import java.time.Instant;
import java.util.List;

/**
 * What a pipeline is doing at one moment.
 *
 * @param pipeline its name
 * @param seconds how long it has run
 * @param recordsIn how many records its sources have read
 * @param recordsOut how many records its sinks have written
 * @param longestGapMillis the longest time in which no sink wrote a record, since the first one
 * @param actions how many instances have begun or ended since the start
 * @param operators each operator
 */
public record Snapshot(
    String pipeline,
    Running.State state,
    double seconds,
    long recordsIn,
    long recordsOut,
    double longestGapMillis,
    long actions,
    List<OfOperator> operators) {

  public Snapshot {
    operators = List.copyOf(operators);
  }

  /**
   * One operator.
   *
   * @param receivers the operators that get its records
   * @param keyed whether it has a state for each key
   * @param min the fewest instances that it may have
   * @param max the most
   * @param instances how many it has
   * @param records how many records it has processed; for a source, read
   * @param emitted how many records it has made
   * @param deadLetters how many records it has given up
   * @param rate records processed a second, lately
   * @param waiting how many records wait in its inboxes, about
   * @param busy the share of the time that its instances work, lately
   * @param blocked the share of the time that they wait for receivers, lately
   * @param watermark no record up to this time is still to come; {@link Long#MIN_VALUE} if unknown
   * @param each its instances, as far as they run in this process
   * @param last its latest actions, the newest last
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
      double rate,
      long waiting,
      double busy,
      double blocked,
      long watermark,
      List<OfInstance> each,
      List<Action> last) {

    public OfOperator {
      receivers = List.copyOf(receivers);
      each = List.copyOf(each);
      last = List.copyOf(last);
    }
  }

  /**
   * One instance.
   *
   * @param number its number, which no other instance of the pipeline has or had
   * @param records how many records it has processed
   * @param workedSeconds how long it has worked
   * @param waiting how many records wait in its inbox, about
   * @param inside whether it changes the number of instances just now: meanwhile no neighbouring
   *     operator does
   */
  public record OfInstance(
      int number, long records, double workedSeconds, long waiting, boolean inside) {}

  /** What an instance did about the number of instances. */
  public enum Kind {
    DUPLICATED,
    DELETED
  }

  /**
   * An instance has duplicated or deleted itself.
   *
   * @param at when it was done
   * @param instances how many instances began or ended
   * @param millis how long it took, from the order on
   * @param cause what it was decided by, in words
   */
  public record Action(Instant at, Kind kind, int instances, double millis, String cause) {}
}
