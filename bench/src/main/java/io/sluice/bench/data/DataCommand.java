package io.sluice.bench.data;

import io.sluice.bench.data.exchange.Exchanges;
import io.sluice.bench.process.OtherLoad;
import io.sluice.bench.report.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code data}: data that moves with its lock, beside raw TCP and others. */
@Command(
    name = "data",
    description =
        "Measures data that moves with its lock, beside raw TCP and other products. Each party is"
            + " a process; all traffic stays on loopback, or in network namespaces of its own where"
            + " links are limited, which needs root.",
    sortOptions = false,
    mixinStandardHelpOptions = true)
public final class DataCommand implements Callable<Integer> {

  private static final int SOME_FAILED = 1;
  private static final double QUICK = 0.1;

  @Option(
      names = "--only",
      split = ",",
      paramLabel = "FIGURE",
      description = "measure these only: size, share, read, overlap, readers, other (default: all)")
  private List<String> only = List.of();

  @Option(
      names = "--exchanges",
      split = ",",
      paramLabel = "NAME",
      description = "measure hand-over against size with these only (default: all; see --list)")
  private List<String> exchanges = List.of();

  @Option(
      names = "--mebibytes",
      split = ",",
      paramLabel = "N",
      description = "sizes for that (default: 0.0625, 1, 64, 512)")
  private List<Double> mebibytes = List.of();

  @Option(
      names = "--rounds",
      defaultValue = "5",
      paramLabel = "N",
      description = "measured rounds (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(names = "--quick", description = "a tenth of the turns, and 2 rounds, for rough ratios")
  private boolean quick;

  @Option(names = "--json", description = "print JSON instead of the tables")
  private boolean json;

  @Option(
      names = "--into",
      arity = "1",
      paramLabel = "FILE",
      description =
          "also write the tables into this page, between its two marker lines, and plots into the"
              + " folder images beside it, with figures that earlier runs have written there")
  private List<Path> into = List.of();

  @Option(names = "--list", description = "list the figures and the exchanges, and exit")
  private boolean list;

  @Spec private CommandSpec spec;

  /** Returns the exit code: 1 if a figure failed, 2 for bad usage. */
  public static int execute(String... arguments) {
    return new CommandLine(new DataCommand()).execute(arguments);
  }

  @Override
  public Integer call() throws IOException {
    var console = new Console(spec);
    var figures = console.checked(this::figures);
    var chosen = console.checked(this::exchanges);
    if (list) {
      figures.forEach(each -> console.print("%-12s %s".formatted(each.label(), each.title())));
      chosen.forEach(each -> console.print("%-12s %s".formatted(each.label(), each.title())));
      return 0;
    }
    var plan = console.checked(this::plan);
    var results = new DataResults();
    var measurement = new DataMeasurement(plan, chosen, results, console::progress);
    var otherLoad = OtherLoad.watch();
    figures.forEach(measurement::measure);
    var piece =
        new DataPieces.Piece(
            ("java -jar bench/target/sluice-bench.jar data " + console.arguments()).strip(),
            Instant.now().truncatedTo(ChronoUnit.MINUTES).toString(),
            otherLoad.cores(),
            DataPieces.lines(results),
            results.notes());
    var report = new DataReport(new DataPieces(List.of(piece)));
    console.print(json ? report.json() : report.markdown());
    for (var page : into) {
      report.writeInto(page);
    }
    return results.hasFailed() ? SOME_FAILED : 0;
  }

  private List<Figure> figures() {
    return only.isEmpty() ? List.of(Figure.values()) : only.stream().map(Figure::named).toList();
  }

  private List<Exchanges> exchanges() {
    return exchanges.isEmpty()
        ? List.of(Exchanges.values())
        : exchanges.stream().map(Exchanges::named).toList();
  }

  private DataPlan plan() {
    var sizes =
        mebibytes.isEmpty()
            ? DataPlan.SIZES
            : mebibytes.stream().map(each -> Math.round(each * DataPlan.MIB)).toList();
    return quick ? new DataPlan(2, sizes, QUICK) : new DataPlan(rounds, sizes, 1);
  }
}
