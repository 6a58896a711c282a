package io.sluice.streams.kafka;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A worker of the {@link NumberedPipeline} in a process of its own, which takes orders as lines.
 */
final class WorkerMain {

  private WorkerMain() {}

  /**
   * @param args the brokers, the pipeline, the lease in milliseconds, and in a {@link Namespace}
   *     the folder that leads to the brokers
   */
  public static void main(String[] args) throws Exception {
    if (args.length > 3) {
      Namespace.open(Path.of(args[3]), Broker.ports(args[0]));
    }
    var engine = NumberedPipeline.engine(args[0], Duration.ofMillis(Long.parseLong(args[2])));
    var pipeline = NumberedPipeline.of(args[1]).on(engine);
    try (var worker = pipeline.start();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println("started");
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var words = line.split(" ", -1);
        switch (words[0]) {
          case "scale" -> {
            var _ = worker.scale(words[1], Integer.parseInt(words[2]));
          }
          case "stop" -> {
            worker.stop();
            return;
          }
          default -> throw new IllegalArgumentException(line);
        }
      }
      worker.kill();
    }
  }
}
