package io.sluice.streams.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.streams.Pipeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.Serdes;

/**
 * A keyed pipeline of five operators, whose results show whether each record has had its effect
 * once and in order. Records are {@code key number}, numbered from 1 for each key.
 */
final class NumberedPipeline {

  static final String IN = "numbered";
  static final String OUT = "results";
  static final List<String> SCALABLE = List.of("in", "sum", "chain", "text");

  /** A record of a key. */
  record Numbered(String key, long number) {}

  /** What a key has been through: how many records, and a value that depends on their order. */
  record Sum(long count, long mixed) {
    Sum plus(long number) {
      return new Sum(count + 1, (mixed ^ number) * 0x9E3779B97F4A7C15L + 1);
    }
  }

  private NumberedPipeline() {}

  static Pipeline of(String name) {
    return Pipeline.named(name)
        .keyGroups(32)
        .from("in", TopicSource.of(IN, Serdes.String()))
        .instances(1, 3)
        .map("parse", NumberedPipeline::parse)
        .fixed(1) // Several instances would not keep the order in which a key's records are read.
        .keyBy(Numbered::key)
        .aggregate("sum", () -> new Sum(0, 0), (sum, record) -> sum.plus(record.number()))
        .instances(1, 4)
        .keyBy(each -> each.key())
        .aggregate(
            "chain",
            () -> new Sum(0, 0),
            (sum, each) -> sum.plus(each.value().mixed() ^ each.value().count()))
        .instances(1, 4)
        .map(
            "text",
            each -> "%s %d %d".formatted(each.key(), each.value().count(), each.value().mixed()))
        .instances(1, 3)
        .to("out", TopicSink.of(OUT, Serdes.String()));
  }

  private static Numbered parse(String line) {
    var parts = line.split(" ", -1);
    return new Numbered(parts[0], Long.parseLong(parts[1]));
  }

  static Kafka engine(String brokers, Duration lease) {
    return Kafka.at(brokers).lease(lease).commitEvery(Duration.ofMillis(50)).bundles(4);
  }

  /** What a sequential program makes of the records of a key, line by line. */
  private static List<String> expected(String key, long records) {
    var lines = new ArrayList<String>();
    var sum = new Sum(0, 0);
    var chain = new Sum(0, 0);
    for (long number = 1; number <= records; number++) {
      sum = sum.plus(number);
      chain = chain.plus(sum.mixed() ^ sum.count());
      lines.add("%s %d %d".formatted(key, chain.count(), chain.mixed()));
    }
    return lines;
  }

  /**
   * Compares what is in the sink with a sequential program.
   *
   * @param written how many records each key has
   */
  static void check(List<String> results, Map<String, Long> written) {
    var byKey = new TreeMap<String, List<String>>();
    results.forEach(
        line -> byKey.computeIfAbsent(line.split(" ", -1)[0], _ -> new ArrayList<>()).add(line));
    assertThat(byKey.keySet()).isEqualTo(written.keySet());
    written.forEach(
        (key, records) ->
            // The last stateless operator has several instances, so the order is another one.
            assertThat(byKey.get(key)).containsExactlyInAnyOrderElementsOf(expected(key, records)));
  }
}
