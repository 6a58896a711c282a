package io.sluice.streams.kafka.slot;

import io.sluice.streams.graph.Operator;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.deciding.Counts;
import io.sluice.streams.kafka.slot.Item.Entry;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Runs a source that reads a topic of the application. */
final class SourceWork extends Work {

  private final Function<ConsumerRecord<byte[], byte[]>, ?> reader;
  private final Sender out;

  SourceWork(
      String pipeline,
      Operator operator,
      Function<ConsumerRecord<byte[], byte[]>, ?> reader,
      Sender out,
      Counts counts) {
    super(pipeline, operator, counts);
    this.reader = reader;
    this.out = out;
  }

  void read(ConsumerRecord<byte[], byte[]> record) {
    try {
      Object value = reader.apply(record);
      if (value == null) {
        throw new NullPointerException("the source gave a record that is null");
      }
      out.emit(0, value, Output.NO_TIME, Output.NO_TIME);
    } catch (Throwable e) {
      failures()
          .at(
              "%s-%d at offset %d".formatted(record.topic(), record.partition(), record.offset()),
              e);
    }
  }

  @Override
  void process(Entry entry) {
    throw new IllegalStateException("a source has no input");
  }

  @Override
  long watermark(long input) {
    return Output.NO_TIME;
  }
}
