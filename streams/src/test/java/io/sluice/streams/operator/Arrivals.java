package io.sluice.streams.operator;

import io.sluice.streams.graph.Output;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;

/**
 * Random records with times that are out of order. They reach an operator by several ways, which
 * keep the order of their own records only, as instances of an operator before it would.
 */
final class Arrivals {

  /**
   * A record.
   *
   * @param number in the order in which records were read
   * @param stamp the watermark at the source when it was read
   */
  record Event(int number, int input, String key, long time, long stamp) {}

  private final Random random;
  private final List<Event> events = new ArrayList<>();

  /** The seed decides on everything. */
  Arrivals(long seed, int inputs) {
    random = new Random(seed);
    int count = 20 + random.nextInt(80);
    int outOfOrder = random.nextInt(15);
    int disorder = 1 + random.nextInt(40);
    long now = -100L - random.nextInt(50);
    var sources = new ArrayList<TimeTask<Long>>();
    for (int input = 0; input < inputs; input++) {
      sources.add(new TimeTask<>(Long::longValue, outOfOrder));
    }
    for (int number = 0; number < count; number++) {
      now += random.nextInt(8);
      long time = now - random.nextInt(disorder);
      var key = "k" + random.nextInt(3);
      int input = random.nextInt(inputs);
      var stamped = TaskRun.of(sources.get(input), time).getFirst();
      events.add(new Event(number, input, key, stamped.time(), stamped.watermark()));
    }
  }

  List<Event> events() {
    return List.copyOf(events);
  }

  /** Gives all records to the task, in one of the orders that are possible, and ends. */
  void deliverTo(KeyedRun run) throws Exception {
    int ways = 1 + random.nextInt(4);
    var queues = new ArrayList<Queue<Event>>();
    int inputs = 1 + events.stream().mapToInt(Event::input).max().orElse(0);
    // Watermarks of two sources are not compared, so no way has records of both.
    for (int way = 0; way < ways * inputs; way++) {
      queues.add(new ArrayDeque<>());
    }
    events.forEach(each -> queues.get(each.input() * ways + random.nextInt(ways)).add(each));
    long[] watermarks = new long[queues.size()];
    Arrays.fill(watermarks, Output.NO_TIME);
    for (int left = events.size(); left > 0; left--) {
      int way = random.nextInt(queues.size());
      while (queues.get(way).isEmpty()) {
        watermarks[way] = Output.END_OF_TIME;
        way = (way + 1) % queues.size();
      }
      var event = queues.get(way).remove();
      run.record(event.input(), event.key(), event, event.time(), event.stamp());
      watermarks[way] = event.stamp();
      if (random.nextBoolean() && left > 1) {
        run.advance(least(watermarks));
      }
    }
    run.end();
  }

  private static long least(long[] watermarks) {
    return Arrays.stream(watermarks).min().orElseThrow();
  }
}
