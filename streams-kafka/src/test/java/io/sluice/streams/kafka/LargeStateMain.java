package io.sluice.streams.kafka;

import io.sluice.streams.KeyedContext;
import io.sluice.streams.KeyedFunction;
import io.sluice.streams.Pipeline;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.apache.kafka.common.serialization.Serdes;

/** A worker in a process of its own whose keys have large states, which it checks at each use. */
final class LargeStateMain {

  static final String IN = "large-in";
  static final String OUT = "large-out";
  static final String PIPELINE = "large-state";

  /** The state of a key beside its count. */
  static final int BALLAST = 10_000;

  private LargeStateMain() {}

  /** What a key has. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Held(int count, byte[] ballast) {}

  private static final class Holding implements KeyedFunction<String, Held, String, String> {
    @Override
    public Held onRecord(Held held, String key, KeyedContext<String, String> context) {
      byte[] ballast = new byte[BALLAST];
      new Random(key.hashCode()).nextBytes(ballast);
      if (held.count() > 0 && !Arrays.equals(held.ballast(), ballast)) {
        throw new IllegalStateException(key + " has another state");
      }
      context.emit(key + " " + (held.count() + 1));
      return new Held(held.count() + 1, ballast);
    }
  }

  /**
   * Each line of its input is a number of instances; it prints the number when that is reached.
   *
   * @param args the brokers, and the folder for state
   */
  public static void main(String[] args) throws Exception {
    var pipeline =
        Pipeline.named(PIPELINE)
            .from("in", TopicSource.of(IN, Serdes.String()))
            .keyBy(key -> key)
            .process("hold", () -> new Held(0, new byte[0]), new Holding())
            .instances(1, 2)
            .to("out", TopicSink.of(OUT, Serdes.String()));
    var engine =
        Kafka.at(args[0]).lease(Duration.ofSeconds(2)).bundles(2).stateOnDisk(Path.of(args[1]));
    try (var worker = pipeline.on(engine).start();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        worker.scale("hold", Integer.parseInt(line)).get();
        System.out.printf("%s instances%n", line);
      }
    }
  }
}
