package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.pipeline.KafkaOptions;
import io.sluice.cli.pipeline.PipelineJar;
import io.sluice.cli.pipeline.PipelineNotMade;
import io.sluice.cli.pipeline.PipelineOptions;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.ProgressLine;
import io.sluice.cli.text.RunText;
import io.sluice.streams.Pipeline;
import io.sluice.streams.PipelineFailedException;
import io.sluice.streams.Running;
import io.sluice.streams.Snapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice run}: runs a user's pipeline. */
@Command(
    name = "run",
    header = "Run a stream pipeline of yours.",
    description = {
      "The pipeline is what the method `public static Pipeline pipeline()` of CLASS returns, or"
          + " `pipeline(String... args)` with what follows --. Without CLASS it is the jar's main"
          + " class, or the only class that has such a method.",
      "",
      "What the pipeline prints goes to standard output, everything else to standard error; with"
          + " --json the one object goes to standard output, and the rest to standard error. Ctrl-C"
          + " stops the sources and waits until every record read so far is processed; a second"
          + " Ctrl-C ends it at once. With --kafka, Ctrl-C hands what this worker runs over to the"
          + " others, and the pipeline goes on.",
      "",
      "Exits with 1 if the pipeline fails."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice run word-count.jar -- book.txt",
      "  sluice run clicks.jar org.example.Sessions --json",
      "  sluice run clicks.jar --instances parse=2..8 --instances count=4",
      "  sluice run clicks.jar --policy with-hysteresis --seconds 60",
      "  sluice run clicks.jar --kafka broker:9092"
    })
public final class RunCommand extends Subcommand {

  private static final String END_OF_OPTIONS = "--";
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final long SECOND = 1_000_000_000L;

  @Parameters(
      index = "0",
      paramLabel = "FILE.jar",
      description = "The jar with the pipeline, or a directory of classes.")
  private Path file;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "CLASS",
      description = "The class that makes the pipeline.")
  private Optional<String> first = Optional.empty();

  @Parameters(
      index = "2..*",
      arity = "0..*",
      paramLabel = "ARG",
      description = "Arguments for its method, after --.")
  private List<String> more = List.of();

  @Mixin private PipelineOptions options;

  @Mixin private KafkaOptions kafka;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "Stop the sources after that time (default: when they end).")
  private Optional<Double> seconds = Optional.empty();

  @Option(names = "--json", description = "Print one JSON object at the end.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    seconds.ifPresent(RunCommand::checkSeconds);
    var out = out(); // Before standard output is another one.
    var standardOutput = System.out;
    var loader = Thread.currentThread().getContextClassLoader();
    if (json) {
      System.setOut(System.err);
    }
    try {
      var jar = PipelineJar.open(file);
      Thread.currentThread().setContextClassLoader(jar.loader());
      var pipeline = jar.pipeline(className(), arguments());
      options.applyTo(pipeline);
      kafka.applyTo(pipeline);
      try (var running = start(pipeline)) {
        return follow(running);
      }
    } finally {
      out.flush();
      System.setOut(standardOutput);
      Thread.currentThread().setContextClassLoader(loader);
    }
  }

  private static void checkSeconds(double time) {
    // Written so that NaN is refused, too.
    if (!(time > 0 && time <= Duration.ofDays(365).toSeconds())) {
      throw new IllegalArgumentException(
          "--seconds %s: write a number above 0 and up to a year".formatted(time));
    }
  }

  /** What was written behind the end of the options. */
  private List<String> arguments() {
    var all = wholeLine();
    int end = all.indexOf(END_OF_OPTIONS);
    return end < 0 ? List.of() : all.subList(end + 1, all.size());
  }

  private Optional<String> className() {
    // picocli does not say which words are behind the end of the options.
    int words = (first.isPresent() ? 1 : 0) + more.size();
    int before = words - arguments().size();
    if (before > 1) {
      throw new IllegalArgumentException(
          "unexpected argument '%s': write arguments for the pipeline after --"
              .formatted(more.getFirst()));
    }
    return before == 1 ? first : Optional.empty();
  }

  private static Running start(Pipeline pipeline) {
    try {
      return pipeline.start();
    } catch (IllegalStateException e) {
      throw new PipelineNotMade(String.valueOf(e.getMessage()), Optional.of(e));
    }
  }

  private int follow(Running running) throws InterruptedException {
    interrupt().letFinish();
    try (var line = progress(false)) {
      long begin = System.nanoTime();
      long next = begin + SECOND;
      var before = running.snapshot();
      boolean stopping = false;
      while (!hasEnded(running)) {
        long now = System.nanoTime();
        if (!stopping && (interrupt().getAsBoolean() || isTimeUp(now - begin))) {
          stopping = true;
          stop(running);
        }
        if (now >= next && terminal().err() && !json) {
          next += SECOND;
          before = show(running.snapshot(), before, line);
        }
      }
    }
    return report(running);
  }

  private boolean isTimeUp(long nanos) {
    return seconds.map(time -> nanos >= time * SECOND).orElse(false);
  }

  private static boolean hasEnded(Running running) throws InterruptedException {
    try {
      return running.await(LOOK);
    } catch (PipelineFailedException e) {
      return true; // Reported at the end.
    }
  }

  /** Stops the sources, and does not wait: a thread of its own does. */
  private void stop(Running running) {
    if (interrupt().getAsBoolean()) {
      err()
          .printf(
              "%s; Ctrl-C ends it at once%n",
              kafka.isGiven()
                  ? "handing over to the other workers"
                  : "stopping when all records are processed");
      err().flush();
    }
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                running.stop();
              } catch (PipelineFailedException | InterruptedException e) {
                // Reported at the end.
              }
            });
  }

  private static Snapshot show(Snapshot now, Snapshot before, ProgressLine line) {
    double passed = Math.max(1e-3, now.seconds() - before.seconds());
    double rate = (now.recordsIn() - before.recordsIn()) / passed;
    line.at(() -> RunText.progress(now, rate));
    return now;
  }

  private int report(Running running) {
    var end = running.snapshot();
    if (json) {
      Json.print(RunText.json(end), out());
    }
    running
        .failure()
        .ifPresent(
            failure -> {
              throw failure;
            });
    if (!json) {
      err().print(RunText.summary(end));
      err().flush();
    }
    return interrupt().getAsBoolean() ? Exit.INTERRUPTED : Exit.FINE;
  }
}
