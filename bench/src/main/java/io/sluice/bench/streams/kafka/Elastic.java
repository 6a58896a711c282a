package io.sluice.bench.streams.kafka;

import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import io.sluice.streams.Pipeline;
import io.sluice.streams.kafka.Kafka;
import io.sluice.streams.kafka.TopicSink;
import io.sluice.streams.kafka.TopicSource;
import io.sluice.streams.kafka.worker.Worker;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.serialization.Serdes;

/**
 * The pipeline that scales while it is measured. Lines {@code key time} come in, lines {@code key
 * time bundle} go out: the bundle whose thread has the state of the key. A key that begins with
 * {@code ballast} has a state of {@link #BALLAST} bytes and no result.
 */
final class Elastic {

  static final int BALLAST = 10_000;
  static final Duration LEASE = Duration.ofSeconds(2);

  /** When each bundle of this JVM has processed a record, since that was last asked for. */
  private static final Map<String, Long> FIRST = new ConcurrentHashMap<>();

  private Elastic() {}

  /** From now on, waits for the first record that this bundle of this JVM processes. */
  static void awaitFirst(String bundle) {
    FIRST.remove(bundle);
  }

  /** When that was, as {@link System#nanoTime}, if it has been. */
  static Optional<Long> first(String bundle) {
    return Optional.ofNullable(FIRST.get(bundle));
  }

  /** What a key has. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Held(long number, byte[] ballast) {}

  /** Starts a worker in this JVM. */
  static Worker start(
      String name, String brokers, String in, String out, Duration commit, Duration lease) {
    var pipeline =
        Pipeline.named(name)
            .from("in", TopicSource.of(in, Serdes.String()))
            .map("parse", Click::parse)
            .instances(1, 2)
            .keyBy(Click::key)
            .process("hold", () -> new Held(0, new byte[0]), new Holding())
            .instances(1, 2)
            .to("out", TopicSink.of(out, Serdes.String()));
    var kafka = Kafka.at(brokers).commitEvery(commit).lease(lease).bundles(2);
    var running = pipeline.on(kafka).start();
    // By hand from the beginning, so that nothing but the measurement scales.
    var _ = running.scale("parse", 1);
    var _ = running.scale("hold", 1);
    return (Worker) running;
  }

  private static final class Holding implements KeyedFunction<String, Held, Click, String> {
    @Override
    public Held onRecord(Held held, Click click, KeyedContext<String, String> context) {
      if (click.key().startsWith("ballast")) {
        return new Held(held.number(), new byte[BALLAST]);
      }
      String bundle = bundle();
      if (!FIRST.containsKey(bundle)) {
        FIRST.put(bundle, System.nanoTime());
      }
      context.emit(click.key() + " " + click.time() + " " + bundle);
      return new Held(held.number() + 1, held.ballast());
    }

    private static String bundle() {
      String thread = Thread.currentThread().getName();
      return thread.substring(thread.lastIndexOf('-') + 1);
    }
  }

  /** A worker in a process of its own, to be killed; it runs until its input ends. */
  static void main(String[] arguments) throws Exception {
    try (var _ =
        start(
            arguments[0],
            arguments[1],
            arguments[2],
            arguments[3],
            Duration.ofMillis(Long.parseLong(arguments[4])),
            Duration.ofMillis(Long.parseLong(arguments[5])))) {
      int _ = System.in.read();
    }
  }
}
