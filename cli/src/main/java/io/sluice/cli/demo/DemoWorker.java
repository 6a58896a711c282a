package io.sluice.cli.demo;

import io.sluice.streams.Snapshot;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/**
 * A worker of the demo's pipeline in a process of its own. It takes orders as lines from its
 * standard input, writes what it knows as lines to its standard output, and ends with its input.
 */
public final class DemoWorker {

  private static final Duration BETWEEN = Duration.ofMillis(250);
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private DemoWorker() {}

  /**
   * Runs it.
   *
   * @param args the brokers
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    var ended = new CountDownLatch(1);
    try (var worker = KafkaOrders.pipeline(args[0]).start();
        var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      var reports =
          Thread.ofVirtual()
              .start(
                  () -> {
                    do {
                      out.println(line(worker.snapshot()));
                    } while (!awaited(ended));
                  });
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var words = line.split(" ", -1);
        if (words[0].equals("scale")) {
          var _ = worker.scale(words[1], Integer.parseInt(words[2]));
        } else if (words[0].equals("release")) {
          worker.release(words[1]);
        } else {
          worker.stop();
          break;
        }
      }
      ended.countDown();
      reports.join();
    }
  }

  private static boolean awaited(CountDownLatch ended) {
    try {
      return ended.await(BETWEEN.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static String line(Snapshot now) {
    var root = MAPPER.createObjectNode().put("actions", now.actions());
    var operators = root.putArray("operators");
    for (var each : now.operators()) {
      var operator =
          operators
              .addObject()
              .put("instances", each.instances())
              .put("records", each.records())
              .put("busy", each.busy());
      var instances = operator.putArray("each");
      for (var one : each.each()) {
        instances
            .addObject()
            .put("number", one.number())
            .put("records", one.records())
            .put("worked", one.workedSeconds())
            .put("waiting", one.waiting())
            .put("inside", one.inside());
      }
      var last = operator.putArray("last");
      for (var action : each.last()) {
        last.addObject()
            .put("at", action.at().toEpochMilli())
            .put("kind", action.kind().name())
            .put("instances", action.instances())
            .put("millis", action.millis())
            .put("cause", action.cause());
      }
    }
    return MAPPER.writeValueAsString(root);
  }
}
