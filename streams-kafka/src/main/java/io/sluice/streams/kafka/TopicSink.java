package io.sluice.streams.kafka;

import io.sluice.streams.KeyValue;
import io.sluice.streams.Sink;
import io.sluice.streams.graph.Output;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.Serde;

/**
 * A topic of the application to which a pipeline writes, in the transactions in which it reads: a
 * consumer with {@code isolation.level=read_committed} sees the effect of each record exactly once.
 *
 * @param <T> the records
 */
public final class TopicSink<T> implements Sink<T> {

  private final Optional<String> topic;
  private final BiFunction<T, Long, ProducerRecord<byte[], byte[]>> writer;

  private TopicSink(
      Optional<String> topic, BiFunction<T, Long, ProducerRecord<byte[], byte[]>> writer) {
    this.topic = topic;
    this.writer = writer;
  }

  /**
   * Writes values without keys. A record that has an event time has it as its timestamp, and
   * brokers count the topic's {@code retention.ms} from there: results older than that are soon
   * removed.
   */
  public static <T> TopicSink<T> of(String topic, Serde<T> values) {
    Objects.requireNonNull(values, "values");
    return new TopicSink<>(
        Optional.of(topic),
        (value, time) ->
            new ProducerRecord<>(
                topic, null, time, null, values.serializer().serialize(topic, value)));
  }

  /** Writes keys and values, those of an aggregate for example, with such timestamps. */
  public static <K, V> TopicSink<KeyValue<K, V>> of(String topic, Serde<K> keys, Serde<V> values) {
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(values, "values");
    return new TopicSink<>(
        Optional.of(topic),
        (record, time) ->
            new ProducerRecord<>(
                topic,
                null,
                time,
                keys.serializer().serialize(topic, record.key()),
                values.serializer().serialize(topic, record.value())));
  }

  /** Writes what a function makes of each record: topic, key, headers and timestamp are its own. */
  public static <T> TopicSink<T> of(Function<T, ProducerRecord<byte[], byte[]>> writer) {
    Objects.requireNonNull(writer, "writer");
    return new TopicSink<>(Optional.empty(), (record, _) -> writer.apply(record));
  }

  /** The topic that all records go to, if it is always the same. */
  public Optional<String> topic() {
    return topic;
  }

  /**
   * What is written for a record.
   *
   * @param time its event time; the moment of writing is the timestamp if it has none
   */
  @SuppressWarnings({"unchecked", "NullAway"}) // the stream has such records; no timestamp is null
  public ProducerRecord<byte[], byte[]> toRecord(Object record, long time) {
    return writer.apply((T) record, time == Output.NO_TIME || time < 0 ? null : (Long) time);
  }

  @Override
  public Writer<T> open() {
    throw new IllegalStateException(
        "a topic is written by pipelines on Kafka: start this one with .on(Kafka.at(brokers))");
  }
}
