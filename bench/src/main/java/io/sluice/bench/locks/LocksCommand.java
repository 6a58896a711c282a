package io.sluice.bench.locks;

import io.sluice.bench.locks.Row.Outcome;
import io.sluice.bench.locks.measure.Coordinator;
import io.sluice.bench.locks.measure.LargeCluster;
import io.sluice.bench.locks.measure.Plan;
import io.sluice.bench.locks.measure.RawTcp;
import io.sluice.bench.locks.service.LockService;
import io.sluice.bench.locks.service.Services;
import io.sluice.bench.process.Children;
import io.sluice.bench.report.Console;
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
import picocli.CommandLine.Spec;

/** The command {@code locks}: lock services side by side. */
@Command(
    name = "locks",
    description =
        "Measures lock services side by side. Each client is a process; servers are started here;"
            + " all traffic stays on loopback.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class LocksCommand implements Callable<Integer> {

  private static final int SOME_FAILED = 1;

  private static final String SERVICES = "services";
  private static final String MEMBERS = "members";
  private static final String COMMANDS = "commands";
  private static final String COLD = "cold";
  private static final String NAMES = "names";

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "NAME",
      description = "measure these services only (default: all)")
  private List<String> only = List.of();

  @Option(
      names = "--figures",
      split = ",",
      paramLabel = "FIGURE",
      description =
          "measure these: services, side by side; members, hand-over in large clusters while short"
              + " commands come and go; commands, those through a node on the host; cold, the first"
              + " entries of fresh processes; names, what names that are used once leave in memory"
              + " (default: services)")
  private List<String> figures = List.of(SERVICES);

  @Option(
      names = "--members",
      split = ",",
      defaultValue = "3,10,30,100",
      paramLabel = "N",
      description = "sizes of the clusters of --figures members (default: ${DEFAULT-VALUE})")
  private List<Integer> members = List.of();

  @Option(
      names = "--names",
      defaultValue = "1000000",
      paramLabel = "N",
      description = "names of --figures names (default: ${DEFAULT-VALUE})")
  private int names;

  @Option(
      names = "--per-second",
      defaultValue = "50",
      paramLabel = "N",
      description = "commands a second of --figures commands (default: ${DEFAULT-VALUE})")
  private int perSecond;

  @Option(
      names = "--rounds",
      defaultValue = "3",
      paramLabel = "N",
      description =
          "rounds of --figures members, commands, cold and names (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--seconds",
      defaultValue = "5",
      paramLabel = "S",
      description = "length of the measured round (default: ${DEFAULT-VALUE})")
  private double seconds;

  @Option(
      names = "--rehearsal",
      defaultValue = "5",
      paramLabel = "S",
      description =
          "length of a warm-up round; warm-up ends when rounds get no faster (default:"
              + " ${DEFAULT-VALUE})")
  private double rehearsal;

  @Option(
      names = "--rehearsals",
      defaultValue = "24",
      paramLabel = "N",
      description = "most warm-up rounds (default: ${DEFAULT-VALUE})")
  private int rehearsals;

  @Option(
      names = "--quick",
      description = "same as --seconds 1 --rehearsal 1 --rehearsals 2, for rough ratios")
  private boolean quick;

  @Option(
      names = "--contenders",
      defaultValue = "12",
      paramLabel = "N",
      description = "processes that contend for the lock (default: ${DEFAULT-VALUE})")
  private int contenders;

  @Option(
      names = "--readers-and-writers",
      defaultValue = "6",
      paramLabel = "N",
      description = "how many of them use the read/write lock (default: ${DEFAULT-VALUE})")
  private int readersAndWriters;

  @Option(names = "--json", description = "print JSON instead of the table")
  private boolean json;

  @Option(
      names = "--into",
      arity = "1",
      paramLabel = "FILE",
      description =
          "also write the table into this page, between its two marker lines, with the services"
              + " that earlier runs have written there")
  private List<Path> into = List.of();

  @Option(names = "--list", description = "list the services and exit")
  private boolean list;

  @Spec private CommandSpec spec;

  /** Returns the exit code: 1 if a service failed, 2 for bad usage. */
  public static int execute(String... arguments) {
    return new CommandLine(new LocksCommand()).execute(arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var console = new Console(spec);
    var services = console.checked(this::services);
    if (list) {
      services.forEach(
          service -> console.print("%-20s %s".formatted(service.name(), service.title())));
      return 0;
    }
    var plan = console.checked(this::plan);
    String command = "java -jar bench/target/sluice-bench.jar locks " + console.arguments();
    int code = 0;
    for (var figure : console.checked(this::figures)) {
      var alone = new RestlessFigures(console, rounds, plan.measured());
      switch (figure) {
        case MEMBERS -> alone.members(members, into, command);
        case COMMANDS -> alone.commands(perSecond, into, command);
        case COLD -> new ColdFigures(console, rounds, plan).measure(services, into, command);
        case NAMES -> new NamesFigures(console, rounds).measure(names, into, command);
        default -> code = services(services, plan, console, command);
      }
    }
    return code;
  }

  private int services(List<LockService> services, Plan plan, Console console, String command)
      throws IOException, InterruptedException {
    var rows = new ArrayList<Row>();
    try (var children = new Children()) {
      var tcp = new RawTcp(children);
      for (var service : services) {
        var row = measure(service, plan, tcp, console);
        console.progress(Report.line(row));
        rows.add(row);
      }
    }
    var report = Report.of(plan, rows);
    console.print(json ? report.json() : report.markdown());
    for (var page : into) {
      report.writeInto(page, command);
    }
    return rows.stream().anyMatch(row -> row.outcome() == Outcome.FAILED) ? SOME_FAILED : 0;
  }

  private List<String> figures() {
    var known = List.of(SERVICES, MEMBERS, COMMANDS, COLD, NAMES);
    if (!known.containsAll(figures)) {
      throw new IllegalArgumentException("the figures are " + String.join(", ", known));
    }
    if (members.stream().anyMatch(size -> size < LargeCluster.FEWEST)) {
      throw new IllegalArgumentException("--members must be at least " + LargeCluster.FEWEST);
    }
    if (names < 1) {
      throw new IllegalArgumentException("--names must be at least 1");
    }
    return figures;
  }

  private List<LockService> services() {
    return only.isEmpty() ? Services.all() : only.stream().map(Services::named).toList();
  }

  private Plan plan() {
    return quick
        ? new Plan(contenders, readersAndWriters, 2, duration(1), duration(1))
        : new Plan(
            contenders, readersAndWriters, rehearsals, duration(rehearsal), duration(seconds));
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  /** Measures one service; a failure becomes a row, so that the others are still measured. */
  private static Row measure(LockService service, Plan plan, RawTcp tcp, Console console) {
    var missing = service.missing();
    if (missing.isPresent()) {
      return Row.skipped(service, missing.get());
    }
    console.progress(service.name() + " ...");
    try (var coordinator = new Coordinator(service, plan)) {
      return Row.measured(service, coordinator.measure(tcp));
    } catch (Exception failure) {
      if (failure instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      return Row.failed(service, failure.toString());
    }
  }
}
