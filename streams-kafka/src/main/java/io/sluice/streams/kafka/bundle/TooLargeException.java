package io.sluice.streams.kafka.bundle;

import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.graph.Logic;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.plan.Plan;
import org.apache.kafka.common.TopicPartition;

/** Kafka does not take a record, since it is too large; trying again does not help. */
final class TooLargeException extends RuntimeException {

  private final transient TopicPartition partition;
  private final transient Throwable why;

  /**
   * @param partition where it was to be written; of a topic of the application the number may be
   *     unknown
   */
  TooLargeException(TopicPartition partition, Throwable why) {
    super(why);
    this.partition = partition;
    this.why = why;
  }

  /** Names the operator that the record belongs to. */
  PipelineFailedException in(Plan plan, InternalTopics topics) {
    String topic = partition.topic();
    if (topic.equals(topics.data())) {
      return failure(
          "while a record was sent to it", operator(partition.partition(), plan), topics);
    }
    if (topic.equals(topics.state())) {
      return failure("while state was saved", operator(partition.partition(), plan), topics);
    }
    if (topic.equals(topics.control())) {
      int slot = Math.max(0, partition.partition() - 1);
      return failure("while state was moved", operator(slot, plan), topics);
    }
    return failure("while writing to topic '%s'".formatted(topic), sink(topic, plan), topics);
  }

  private PipelineFailedException failure(String doing, String operator, InternalTopics topics) {
    return PipelineFailedException.without(doing, topics.pipeline(), operator, why);
  }

  private static String operator(int slot, Plan plan) {
    return plan.graph().operators().get(plan.operatorOf(slot)).name();
  }

  /** The sink that always writes to the topic, or the first whose function chooses. */
  private static String sink(String topic, Plan plan) {
    return plan.graph().operators().stream()
        .filter(
            operator ->
                operator.logic() instanceof Logic.Writing(TopicSink<?> sink, _)
                    && sink.topic().map(topic::equals).orElse(true))
        .map(operator -> operator.name())
        .findFirst()
        .orElse(topic);
  }
}
