package io.sluice.bench.streams.kafka;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/**
 * What {@link Elastic} is, in Kafka Streams, {@code exactly_once_v2}. Lines {@code key time
 * instance} go out: the instance of the application that has the state of the key.
 */
final class ElasticPeer {

  private ElasticPeer() {}

  /** What a key has. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Held(long time, byte[] ballast) {

    static final Held NONE = new Held(0, new byte[0]);

    Held plus(Click click) {
      return click.key().startsWith("ballast")
          ? new Held(0, new byte[Elastic.BALLAST])
          : new Held(click.time(), ballast);
    }

    static Serde<Held> serde() {
      return Serdes.serdeFrom(
          (_, held) ->
              ByteBuffer.allocate(Long.BYTES + held.ballast.length)
                  .putLong(held.time)
                  .put(held.ballast)
                  .array(),
          (_, bytes) ->
              new Held(
                  ByteBuffer.wrap(bytes).getLong(),
                  Arrays.copyOfRange(bytes, Long.BYTES, bytes.length)));
    }
  }

  /**
   * Starts an instance of an application.
   *
   * @param session after how long a silent instance is excluded
   */
  static KafkaStreams start(
      String name, String instance, String brokers, String in, String out, Duration session)
      throws IOException {
    var builder = new StreamsBuilder();
    builder.stream(in, Consumed.with(Serdes.String(), Serdes.String()))
        .mapValues(Click::parse)
        .selectKey((_, click) -> click.key())
        .groupByKey(Grouped.with(Serdes.String(), Click.serde()))
        .aggregate(
            () -> Held.NONE,
            (_, click, held) -> held.plus(click),
            Materialized.with(Serdes.String(), Held.serde()))
        .toStream()
        .filter((key, _) -> !key.startsWith("ballast"))
        .map((key, held) -> new KeyValue<>(key, key + " " + held.time() + " " + instance))
        .to(out, Produced.with(Serdes.String(), Serdes.String()));
    var settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, name);
    settings.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
    settings.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
    settings.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, Traffic.COMMIT.toMillis());
    settings.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, 2);
    settings.put(StreamsConfig.REPLICATION_FACTOR_CONFIG, 1);
    settings.put(StreamsConfig.STATESTORE_CACHE_MAX_BYTES_CONFIG, 0);
    // Otherwise state moves ten minutes later, when the copy is looked at for the first time.
    settings.put(StreamsConfig.ACCEPTABLE_RECOVERY_LAG_CONFIG, Long.MAX_VALUE);
    settings.put("auto.offset.reset", "earliest");
    settings.put("session.timeout.ms", (int) session.toMillis());
    settings.put(
        StreamsConfig.STATE_DIR_CONFIG, Files.createTempDirectory("bench-streams").toString());
    var streams = new KafkaStreams(builder.build(), settings);
    streams.start();
    return streams;
  }

  /** An instance in a process of its own, to be killed; it runs until its input ends. */
  static void main(String[] arguments) throws IOException {
    var session = Duration.ofMillis(Long.parseLong(arguments[5]));
    try (var _ =
        start(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], session)) {
      int _ = System.in.read();
    }
  }
}
