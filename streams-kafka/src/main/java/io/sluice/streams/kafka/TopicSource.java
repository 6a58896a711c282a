package io.sluice.streams.kafka;

import io.sluice.streams.Source;
import java.util.Objects;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.Serde;

/**
 * A topic of the application, read from its beginning the first time and later from where the
 * pipeline has stopped. Any producer may write to it; of transactions only what was committed is
 * read.
 *
 * @param <T> the records
 */
public final class TopicSource<T> implements Source<T> {

  private final String topic;
  private final Function<ConsumerRecord<byte[], byte[]>, T> reader;
  private final boolean bounded;

  private TopicSource(
      String topic, Function<ConsumerRecord<byte[], byte[]>, T> reader, boolean bounded) {
    this.topic = Objects.requireNonNull(topic, "topic");
    this.reader = Objects.requireNonNull(reader, "reader");
    this.bounded = bounded;
  }

  /** The values of a topic. */
  public static <T> TopicSource<T> of(String topic, Serde<T> values) {
    Objects.requireNonNull(values, "values");
    return of(topic, record -> values.deserializer().deserialize(topic, record.value()));
  }

  /**
   * What a function makes of each record of a topic: it sees the key, headers and timestamp, too.
   */
  public static <T> TopicSource<T> of(
      String topic, Function<ConsumerRecord<byte[], byte[]>, T> reader) {
    return new TopicSource<>(topic, reader, false);
  }

  /**
   * The same, but only up to where the topic ends when the pipeline is started for the first time.
   * When every record up to there has been processed, the pipeline has ended.
   */
  public TopicSource<T> upToEnd() {
    return new TopicSource<>(topic, reader, true);
  }

  public String topic() {
    return topic;
  }

  /** Makes a record of the pipeline of one of the topic. */
  public Function<ConsumerRecord<byte[], byte[]>, T> reader() {
    return reader;
  }

  /** Whether only what the topic has at the start is read. */
  public boolean isBounded() {
    return bounded;
  }

  /** Its instances share the partitions of the topic. */
  @Override
  public boolean isPartitioned() {
    return true;
  }

  @Override
  public Reader<T> open() {
    throw new IllegalStateException(
        "topic '%s' is read by pipelines on Kafka: start this one with .on(Kafka.at(brokers))"
            .formatted(topic));
  }
}
