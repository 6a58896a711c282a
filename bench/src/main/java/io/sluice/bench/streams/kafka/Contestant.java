package io.sluice.bench.streams.kafka;

import io.sluice.streams.Pipeline;
import io.sluice.streams.kafka.Kafka;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.KeyValueMapper;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/**
 * An engine that counts records by key, exactly once: lines {@code key time} come in, lines {@code
 * key time count} go out.
 */
enum Contestant {
  SLUICE("Sluice on Kafka") {
    @Override
    Run start(String brokers, String in, String out, Duration commit) {
      var pipeline =
          Pipeline.named("bench-" + UUID.randomUUID())
              .from("in", TopicSource.of(in, Serdes.String()))
              .map("parse", Click::parse)
              .fixed(1)
              .keyBy(Click::key)
              .aggregate("count", Count::none, Count::plus)
              .fixed(1)
              .map("enrich", each -> each.value().line(each.key()))
              .fixed(1)
              .to("out", TopicSink.of(out, Serdes.String()));
      return pipeline
              .on(Kafka.at(brokers).commitEvery(commit).lease(Duration.ofSeconds(10)))
              .start()
          ::close;
    }
  },
  KAFKA_STREAMS("Kafka Streams, exactly_once_v2") {
    @Override
    Run start(String brokers, String in, String out, Duration commit) throws IOException {
      var builder = new StreamsBuilder();
      KeyValueMapper<String, Count, String> enrich = (key, count) -> count.line(key);
      builder.stream(in, Consumed.with(Serdes.String(), Serdes.String()))
          .mapValues(Click::parse)
          .selectKey((_, click) -> click.key())
          .groupByKey(Grouped.with(Serdes.String(), Click.serde()))
          .aggregate(
              Count::none,
              (_, click, count) -> count.plus(click),
              Materialized.with(Serdes.String(), Count.serde()))
          .toStream()
          .map(
              (key, count) ->
                  new org.apache.kafka.streams.KeyValue<>(key, enrich.apply(key, count)))
          .to(out, Produced.with(Serdes.String(), Serdes.String()));
      var settings = new Properties();
      settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "bench-" + UUID.randomUUID());
      settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
      settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
      settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, commit.toMillis());
      settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
      settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
      // Each record has its result, as in the other engine.
      settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
      settings.put("auto.offset.reset", "earliest");
      settings.put(
          StreamsConfig.STATE_DIR_CONFIG, Files.createTempDirectory("bench-streams").toString());
      var streams = new KafkaStreams(builder.build(), settings);
      streams.start();
      return () -> streams.close(Duration.ofSeconds(20));
    }
  };

  /** An engine at work. */
  @FunctionalInterface
  interface Run extends AutoCloseable {
    @Override
    void close();
  }

  private final String title;

  Contestant(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Starts it, to read one topic and write to another. */
  abstract Run start(String brokers, String in, String out, Duration commit) throws IOException;
}
