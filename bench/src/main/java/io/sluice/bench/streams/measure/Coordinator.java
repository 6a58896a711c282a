package io.sluice.bench.streams.measure;

import io.sluice.bench.process.Children;
import io.sluice.bench.process.OtherLoad;
import io.sluice.bench.streams.engine.StreamEngine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Measures engines, one figure after the other, each in a process of its own. */
public final class Coordinator {

  /** The same for every engine; the collector is Java's default on a server. */
  public static final List<String> JVM = List.of("-Xms2g", "-Xmx2g", "-XX:+UseG1GC");

  /** What the engines ask for, and what keeps Java's warnings out of their logs. */
  private static final List<String> ACCESS =
      Stream.concat(
              Stream.of("java.lang", "java.util", "java.util.concurrent", "java.nio", "sun.nio.ch")
                  .map(name -> "--add-opens=java.base/" + name + "=ALL-UNNAMED"),
              Stream.of(
                  "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"))
          .toList();

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Plan plan;
  private final Consumer<String> progress;

  /** A coordinator that tells the consumer what it does. */
  public Coordinator(Plan plan, Consumer<String> progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /** Measures those of the figures that the engine can do. A failure does not end the others. */
  public Results measure(StreamEngine engine, List<Figure> figures) throws InterruptedException {
    var measured = new EnumMap<Metric, Double>(Metric.class);
    var failures = new EnumMap<Figure, String>(Figure.class);
    var others = OptionalDouble.empty();
    for (var figure : figures) {
      if (figure.applies(engine)) {
        progress.accept(engine.name() + " " + figure.label() + " ...");
        try (var children = new Children()) {
          var load = OtherLoad.watch();
          measured.putAll(measure(engine, figure, children));
          others = greater(others, load.cores());
        } catch (IOException failure) {
          failures.put(figure, failure.getMessage());
          progress.accept("failed: " + failure.getMessage());
        }
      }
    }
    return new Results(engine.name(), engine.title(), measured, failures, others);
  }

  private Map<Metric, Double> measure(StreamEngine engine, Figure figure, Children children)
      throws IOException, InterruptedException {
    var options = new ArrayList<>(JVM);
    options.addAll(ACCESS);
    // What engines write is deleted with the folder.
    options.add("-Djava.io.tmpdir=" + children.folder());
    var child = children.java(engine.name(), EngineProcess.class, options);
    var words = new ArrayList<Object>(List.of(figure.label(), engine.name()));
    words.addAll(plan.words());
    child.tell(words.toArray());
    return EngineProcess.figures(child.answer(LIMIT));
  }

  private static OptionalDouble greater(OptionalDouble one, OptionalDouble other) {
    return one.isEmpty() || (other.isPresent() && other.getAsDouble() > one.getAsDouble())
        ? other
        : one;
  }
}
