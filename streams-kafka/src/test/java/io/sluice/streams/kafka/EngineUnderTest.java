package io.sluice.streams.kafka;

import io.sluice.streams.DataStream;
import io.sluice.streams.Pipeline;
import io.sluice.streams.Running;
import io.sluice.streams.Sink;
import io.sluice.streams.Source;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.serialization.Serdes;

/** An engine, with what pipelines read and write on it: lines of text, by the names of streams. */
interface EngineUnderTest {

  /** The lines as a source of a pipeline. */
  DataStream<String> from(Pipeline pipeline, String name, List<String> lines) throws Exception;

  Sink<String> sink(String name) throws Exception;

  /** What a sink has got. */
  List<String> results(String name);

  Running start(Pipeline pipeline);

  /** This JVM. */
  final class Embedded implements EngineUnderTest {

    private final Map<String, List<String>> sinks = new HashMap<>();

    @Override
    public DataStream<String> from(Pipeline pipeline, String name, List<String> lines) {
      return pipeline.from(name, Source.of(lines));
    }

    @Override
    public Sink<String> sink(String name) {
      return Sink.collect(sinks.computeIfAbsent(name, _ -> new ArrayList<>()));
    }

    @Override
    public List<String> results(String name) {
      return List.copyOf(sinks.getOrDefault(name, List.of()));
    }

    @Override
    public Running start(Pipeline pipeline) {
      return pipeline.start();
    }

    @Override
    public String toString() {
      return "embedded";
    }
  }

  /** A real broker; each run has topics of its own. */
  final class OnKafka implements EngineUnderTest {

    private static int runs;

    private final Broker broker;
    private final int run = ++runs;

    OnKafka(Broker broker) {
      this.broker = broker;
    }

    private String topic(String name) {
      return "run-%d-%s".formatted(run, name);
    }

    @Override
    public DataStream<String> from(Pipeline pipeline, String name, List<String> lines)
        throws Exception {
      broker.topic(topic(name), 1);
      broker.write(topic(name), 0, lines);
      return pipeline.from(name, TopicSource.of(topic(name), Serdes.String()).upToEnd());
    }

    @Override
    public Sink<String> sink(String name) throws Exception {
      broker.topic(topic(name), 1);
      return TopicSink.of(topic(name), Serdes.String());
    }

    @Override
    public List<String> results(String name) {
      return broker.values(topic(name));
    }

    @Override
    public Running start(Pipeline pipeline) {
      return pipeline
          .on(
              Kafka.at(broker.address())
                  .lease(Duration.ofSeconds(10))
                  .commitEvery(Duration.ofMillis(20))
                  .bundles(2))
          .start();
    }

    @Override
    public String toString() {
      return "on Kafka";
    }
  }
}
