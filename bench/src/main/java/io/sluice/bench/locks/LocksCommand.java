package io.sluice.bench.locks;

import io.sluice.bench.locks.Row.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code locks}: lock services side by side. */
@Command(
    name = "locks",
    description =
        "Measures lock services side by side: each client a process, servers started here, everything"
            + " on loopback.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class LocksCommand implements Callable<Integer> {

  private static final int SOME_FAILED = 1;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "these services; else all")
  private List<String> only = List.of();

  @Option(
      names = "--seconds",
      defaultValue = "5",
      paramLabel = "S",
      description = "how long the round is that is measured (${DEFAULT-VALUE})")
  private double seconds;

  @Option(
      names = "--rehearsal",
      defaultValue = "5",
      paramLabel = "S",
      description =
          "how long a round is that only warms up; there are as many as it takes (${DEFAULT-VALUE})")
  private double rehearsal;

  @Option(
      names = "--rehearsals",
      defaultValue = "24",
      paramLabel = "N",
      description = "how many of these there are at most (${DEFAULT-VALUE})")
  private int rehearsals;

  @Option(
      names = "--quick",
      description = "the same as --seconds 1 --rehearsal 1 --rehearsals 2: ratios, roughly")
  private boolean quick;

  @Option(
      names = "--contenders",
      defaultValue = "12",
      paramLabel = "N",
      description = "processes that want the lock (${DEFAULT-VALUE})")
  private int contenders;

  @Option(
      names = "--readers-and-writers",
      defaultValue = "6",
      paramLabel = "N",
      description = "how many of them want the read/write lock (${DEFAULT-VALUE})")
  private int readersAndWriters;

  @Option(names = "--json", description = "print JSON in place of the table")
  private boolean json;

  @Option(
      names = "--into",
      arity = "1",
      paramLabel = "FILE",
      description = "also put the table into this page, between its two marks")
  private List<Path> into = List.of();

  @Option(names = "--list", description = "only name the services")
  private boolean list;

  @Spec private CommandSpec spec;

  /** Gives the exit code: 1 if a service failed, 2 if the command was wrong. */
  public static int execute(String... arguments) {
    return new CommandLine(new LocksCommand()).execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var services = services();
    if (list) {
      services.forEach(service -> say("%-20s %s".formatted(service.name(), service.title())));
      return 0;
    }
    var plan = plan();
    var rows = new ArrayList<Row>();
    try (var children = new Children()) {
      var tcp = new RawTcp(children);
      for (var service : services) {
        var row = measure(service, plan, tcp);
        tell(Report.line(row));
        rows.add(row);
      }
    }
    var report = Report.of(plan, rows);
    say(json ? report.json() : report.markdown());
    for (var page : into) {
      report.writeInto(page, "java -jar bench/target/sluice-bench.jar locks " + arguments());
    }
    return rows.stream().anyMatch(row -> row.outcome() == Outcome.FAILED) ? SOME_FAILED : 0;
  }

  private String arguments() {
    return String.join(" ", spec.commandLine().getParseResult().originalArgs());
  }

  private List<LockService> services() {
    try {
      return only.isEmpty() ? Services.all() : only.stream().map(Services::named).toList();
    } catch (IllegalArgumentException unknown) {
      throw new ParameterException(spec.commandLine(), unknown.getMessage(), unknown);
    }
  }

  private Plan plan() {
    try {
      return quick
          ? new Plan(contenders, readersAndWriters, 2, duration(1), duration(1))
          : new Plan(
              contenders, readersAndWriters, rehearsals, duration(rehearsal), duration(seconds));
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  /** A service that fails does not keep the others from being measured. */
  private Row measure(LockService service, Plan plan, RawTcp tcp) {
    var missing = service.missing();
    if (missing.isPresent()) {
      return Row.skipped(service, missing.get());
    }
    tell(service.name() + " ...");
    try (var coordinator = new Coordinator(service, plan)) {
      return Row.measured(service, coordinator.measure(tcp));
    } catch (Exception failure) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Row.failed(service, failure.toString());
    }
  }

  private void say(String text) {
    spec.commandLine().getOut().println(text);
    spec.commandLine().getOut().flush();
  }

  /** Progress, apart from the result. */
  private void tell(String line) {
    spec.commandLine().getErr().println(line);
    spec.commandLine().getErr().flush();
  }
}
