package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.DrawingOptions;
import io.sluice.cli.option.Memory;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.option.ScopeOptions;
import io.sluice.cli.text.CheckJson;
import io.sluice.cli.text.FewerWorlds;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.SearchText;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Explorer;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.explore.trace.SavedTrace;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.lab.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sluice check}: searches every interleaving for errors. */
@Command(
    name = "check",
    header = "Search every world that a protocol can get into.",
    description = {
      "Tries every order in which things can happen, and judges each world: exclusion,"
          + " deadlock, progress, the protocol's own invariants, and with unbounded entries"
          + " starvation, also with --no-fifo. What is wrong is shown on a shortest way; what was not"
          + " judged is named."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice check 2fgme-published --groups 2x1 --svg deadlock.svg",
      "  sluice check ricart-agrawala --nodes 3 --entries unbounded",
      "  sluice check forks --graph ring.txt --entries 2 --no-fifo",
      "  sluice check 2fgme-swapped --groups 2x2 --trace bug.json",
      "  sluice check padme --config FRUU --tree chain:3 --entries 2",
      "  sluice check forks --groups 3x3 --checkpoint forks-3x3",
      "  sluice check forks --groups 3x3 --checkpoint forks-3x3 --resume",
      "  sluice check membership --nodes 3 --crashes 1 --losses 1 --pauses 1 --orders lock=2"
    })
public final class CheckCommand extends Subcommand {

  /** Each takes memory of its own, whether or not there is a core for it. */
  private static final int MOST_WORKERS = 1_024;

  @Mixin private ScopeOptions searched;

  @Option(names = "--no-fences", description = "Omit fencing numbers, for fewer worlds.")
  private boolean noFences;

  @Option(
      names = "--symmetry",
      description =
          "Count worlds once that differ only by an exchange of equal processes, where the protocol allows it.")
  private boolean symmetry;

  @Option(
      names = "--reduced",
      description =
          "Search one of many orders that come to the same: far fewer worlds. The protocol's own"
              + " invariants are not judged, and a trace need not be the shortest.")
  private boolean reduced;

  @Option(
      names = "--exact",
      description = "Compare worlds, not only their 64-bit fingerprints: slower, more memory.")
  private boolean exact;

  @Option(names = "--workers", paramLabel = "W", description = "Cores to use (default: all).")
  private Optional<Integer> workers = Optional.empty();

  @Option(
      names = "--memory",
      paramLabel = "4g",
      description = "Memory for the worlds (default: most of what the JVM may use).")
  private Optional<String> memory = Optional.empty();

  @Mixin private SavingOptions saving;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "Save the trace, for sluice replay.")
  private Optional<Path> traceFile = Optional.empty();

  @Mixin private DrawingOptions drawings;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    var scope = scope();
    var effort = effort();
    Explorer.check(scope, effort);
    OutFile.checkAll(files());
    if (!json) {
      out().println(SearchText.scope(scope));
      out().flush();
    }
    if (saving.isGiven()) {
      interrupt().letFinish();
    }
    var result = SearchWithProgress.run(scope, effort, progress(json));
    var written = new ArrayList<Path>();
    result.trace().ifPresent(trace -> written.addAll(write(scope, result, trace)));
    if (json) {
      Json.print(CheckJson.of(scope, result), out());
    } else {
      print(scope, result, written);
      if (result.verdict() instanceof Verdict.Incomplete) {
        printRemedy(FewerWorlds.options(scope, effort));
      }
    }
    return saving.isGiven() && interrupt().getAsBoolean()
        ? Exit.INTERRUPTED
        : code(result.verdict());
  }

  private Scope<?, ?> scope() {
    var scope = searched.scope();
    if (scope.claims().apply(0).isEmpty()) {
      refuse(
          "instances of a pipeline do not ask for a lock; use --duplications, --deletions and"
              + " --records",
          "--entries");
    }
    scope = noFences ? scope.withoutFences() : scope;
    return symmetry ? scope.withSymmetry() : scope;
  }

  private Effort effort() {
    var effort = Effort.full().until(interrupt());
    if (workers.isPresent()) {
      if (workers.get() > MOST_WORKERS) {
        throw new IllegalArgumentException(
            "--workers %d: at most %,d are possible".formatted(workers.get(), MOST_WORKERS));
      }
      effort = effort.withWorkers(workers.get());
    }
    if (memory.isPresent()) {
      effort = effort.withMemory(Memory.parse(memory.get()));
    }
    effort = saving.with(reduced ? effort.reducing() : effort);
    return exact ? effort.comparingWorlds() : effort;
  }

  private List<Path> write(Scope<?, ?> scope, Result result, Trace trace) {
    var written = new ArrayList<Path>();
    traceFile.ifPresent(
        file -> {
          var saved = new TraceFile(scope, SavedTrace.of(trace), result.verdict(), result.what());
          OutFile.write(file, saved.write());
          written.add(file);
        });
    written.addAll(drawings.draw(SearchText.picture(scope, trace, result.what())));
    return written;
  }

  private void print(Scope<?, ?> scope, Result result, List<Path> written) {
    out().println(SearchText.verdict(result, terminal()));
    result
        .trace()
        .ifPresent(
            trace -> {
              out().println();
              out().print(SearchText.diagram(trace, scope.layout(), terminal()));
              out().println();
            });
    out().println(SearchText.sentence(result.verdict(), result.what()));
    if (result.verdict() instanceof Verdict.Ok) {
      out().println(SearchText.certainty(result));
    }
    written.forEach(file -> out().println("Written: " + file));
    if (written.isEmpty() && !files().isEmpty()) {
      out().println("Nothing was written: there is no trace to show.");
    }
    out().flush();
  }

  /** Where the trace is to be shown, if there is one. */
  private List<Path> files() {
    return Stream.concat(traceFile.stream(), drawings.files().stream()).toList();
  }

  private void printRemedy(List<String> options) {
    if (!options.isEmpty()) {
      out().println("There are fewer worlds with " + String.join(" and ", options) + ".");
      out().flush();
    }
  }

  /** The exit code that goes with a verdict. */
  static int code(Verdict verdict) {
    return switch (verdict) {
      case Verdict.Ok _ -> Exit.FINE;
      case Verdict.Incomplete _ -> Exit.INCOMPLETE;
      default -> Exit.VIOLATION;
    };
  }
}
