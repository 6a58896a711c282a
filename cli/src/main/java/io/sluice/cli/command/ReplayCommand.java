package io.sluice.cli.command;

import io.sluice.cli.option.DrawingOptions;
import io.sluice.cli.option.InFile;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.option.ProtocolsOption;
import io.sluice.cli.text.CheckJson;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.SearchText;
import io.sluice.cli.text.TextTable;
import io.sluice.lab.explore.trace.EventText;
import io.sluice.lab.explore.trace.Replay;
import io.sluice.lab.explore.trace.Trace;
import io.sluice.lab.explore.trace.TraceFile;
import io.sluice.lab.explore.trace.TraceJson;
import io.sluice.lab.layout.LayoutJson;
import io.sluice.lab.layout.LayoutSpec;
import io.sluice.lab.verdict.Verdict;
import io.sluice.protocol.Layout;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sluice replay}: runs a saved trace again. */
@Command(
    name = "replay",
    header = "Run a saved trace again, step by step.",
    description = {
      "Shows each event and what became of the process, then what is wrong at the end. Exits"
          + " with 1 if the error shows again, with 0 if the trace now ends well, and with 2 if"
          + " it does not fit the protocol."
    },
    parameterListHeading = "%n",
    footer = {
      "  sluice check 2fgme-published --trace bug.json",
      "  sluice replay bug.json --step",
      "  sluice replay bug.json --svg bug.svg"
    })
public final class ReplayCommand extends Subcommand {

  @Parameters(paramLabel = "FILE", description = "What sluice check --trace wrote.")
  private Path file;

  @Mixin private DrawingOptions drawings;

  @Mixin private ProtocolsOption protocols;

  @Option(names = "--step", description = "On a terminal, wait for Enter after each event.")
  private boolean stepwise;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    OutFile.checkAll(drawings.files());
    var saved = read();
    var scope = saved.scope();
    var replay = Replay.of(saved.trace(), scope);
    if (!json) {
      out().println(SearchText.scope(scope));
      show(replay.trace(), scope.layout());
    }
    if (!replay.fits()) {
      throw new IllegalArgumentException(
          "%s does not fit %s: %s".formatted(file, scope.algorithm().name(), replay.what()));
    }
    var outcome = Outcome.of(saved, replay);
    var written = drawings.draw(SearchText.picture(scope, replay.trace(), outcome.what()));
    if (json) {
      printJson(saved, replay, outcome);
    } else {
      out().println();
      out().println(SearchText.verdict(outcome.verdict(), terminal()) + ": " + outcome.what());
      written.forEach(path -> out().println("Written: " + path));
      out().flush();
    }
    return CheckCommand.code(outcome.verdict());
  }

  private TraceFile read() {
    String text = InFile.read(file);
    try {
      return TraceFile.read(text, protocols.catalogue());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + " holds no trace we can run: " + e.getMessage(), e);
    }
  }

  /** What a replay came to. */
  private record Outcome(Verdict verdict, String what) {
    static Outcome of(TraceFile saved, Replay replay) {
      boolean mayBeStuck =
          replay.verdict() instanceof Verdict.Ok || replay.verdict() instanceof Verdict.Starvation;
      if (mayBeStuck && saved.verdict() instanceof Verdict.Stuck && replay.sameOutcomes()) {
        // No single run shows it, but a pure function that did the same so far will go on so.
        return new Outcome(
            saved.verdict(), saved.what() + " (as recorded: only sluice check can prove it)");
      }
      return new Outcome(replay.verdict(), replay.what());
    }
  }

  private void show(Trace trace, Layout layout) throws IOException {
    boolean waits = stepwise && terminal().out();
    if (waits) {
      // While it waits for a key, Ctrl-C may end the command at once.
      interrupt().finish();
    }
    for (int k = 0; k < trace.steps().size(); k++) {
      var step = trace.steps().get(k);
      if (k == trace.cycle()) {
        out().println("     from here on it repeats without end:");
      }
      String sends = EventText.sends(step, layout);
      out()
          .println(
              "%3d  %s%s"
                  .formatted(
                      k,
                      terminal().strong(EventText.of(step, layout)),
                      sends.isEmpty() ? "" : "; sends " + sends));
      TextTable.wrap(layout.name(step.process()) + " = " + step.state(), 90)
          .forEach(line -> out().println("       " + line));
      out().flush();
      if (waits && System.in.read() < 0) {
        waits = false;
      }
    }
  }

  private void printJson(TraceFile saved, Replay replay, Outcome outcome) {
    var scope = saved.scope();
    var root = Json.object();
    CheckJson.putScope(root, scope);
    root.put("verdict", outcome.verdict().word());
    root.put("recorded", saved.verdict().word());
    root.put("reproduced", outcome.verdict().equals(saved.verdict()));
    root.put("what", outcome.what());
    root.set("layout", LayoutJson.write(LayoutSpec.of(scope.layout())));
    root.set("trace", TraceJson.write(replay.trace(), scope.layout()));
    Json.print(root, out());
  }
}
