package io.sluice.streams.kafka.slot;

import io.sluice.streams.graph.Logic.RecordTask;
import io.sluice.streams.graph.Output;
import io.sluice.streams.kafka.TopicSink;

/** Writes records to a topic of the application, in the transaction of the slot. */
final class TopicTask implements RecordTask {

  private final TopicSink<?> sink;
  private final Writes writes;

  TopicTask(TopicSink<?> sink, Writes writes) {
    this.sink = sink;
    this.writes = writes;
  }

  @Override
  public void process(Object record, long time, long watermark, Output out) {
    writes.topic(sink.toRecord(record, time));
  }
}
