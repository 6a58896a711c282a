package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.option.OutFile;
import io.sluice.cli.text.ProgressLine;
import io.sluice.cli.text.SearchText;
import io.sluice.cli.text.TextTable;
import io.sluice.lab.experiment.Options;
import io.sluice.lab.explore.Effort;
import io.sluice.lab.explore.Result;
import io.sluice.lab.explore.Scope;
import io.sluice.lab.report.page.ComparisonTable;
import io.sluice.lab.report.page.Figure;
import io.sluice.lab.report.page.Report;
import io.sluice.lab.report.page.ReportWriter;
import io.sluice.lab.report.page.Section;
import io.sluice.protocol.Layout;
import io.sluice.protocol.group.Forks;
import io.sluice.protocol.group.TwoFixedGroups;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice tour}: the lab in a minute. */
@Command(
    name = "tour",
    header = "See in a minute what the lab can do.",
    description = {
      "Finds and draws the deadlock in a published protocol, searches ours and finds no"
          + " error, measures the messages of both, and writes a report."
    },
    footer = {"  sluice tour", "  sluice tour --out /tmp/tour"})
public final class TourCommand extends Subcommand {

  private static final String TRAFFIC = "gme-traffic-entries";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = LabRunCommand.DEFAULT_DIRECTORY,
      description = "Directory of the report (default: " + LabRunCommand.DEFAULT_DIRECTORY + ").")
  private Path directory;

  @Override
  public Integer call() throws IOException {
    OutFile.checkDirectory(directory);
    var deadlock = deadlock();
    proof();
    var traffic = traffic();
    var report = new Report("Sluice in a minute", "", List.of(deadlock, traffic));
    var written = new ReportWriter(directory).write(report);
    written.warnings().forEach(err()::println);
    say("");
    say("The report, with pictures: " + written.index());
    say("Next: sluice list, sluice check --help, sluice lab run --all");
    return Exit.FINE;
  }

  private Section deadlock() {
    head(
        "1. A published protocol: two processes against one, each asks once",
        "check 2fgme-published --groups 2x1");
    var scope = Scope.of(TwoFixedGroups.ALGORITHM_PUBLISHED, Layout.groups(2, 1), 1);
    var result = search(scope);
    var section =
        Section.named("deadlock", "A deadlock in a published protocol")
            .about(
                "The protocol exactly as published, in every interleaving of three processes"
                    + " that each ask once.");
    result
        .trace()
        .ifPresent(
            trace -> {
              say("");
              out().print(SearchText.diagram(trace, scope.layout(), terminal()));
              say("");
              section.figure(Figure.of(SearchText.picture(scope, trace, result.what()), ""));
            });
    say(SearchText.sentence(result.verdict(), result.what()));
    return section.note(SearchText.sentence(result.verdict(), result.what())).build();
  }

  private void proof() {
    head(
        "2. Our own protocol: two processes against two, each asks once",
        "check forks --groups 2x2");
    var result = search(Scope.of(Forks.ALGORITHM, Layout.groups(2, 2), 1));
    say(SearchText.sentence(result.verdict(), result.what()));
  }

  private Result search(Scope<?, ?> scope) {
    var result = SearchWithProgress.run(scope, Effort.full().until(interrupt()), progress(false));
    say(SearchText.verdict(result, terminal()));
    return result;
  }

  private Section traffic() {
    head(
        "3. The messages that each protocol sends, simulated", "lab run " + TRAFFIC + " --seeds 1");
    Section section;
    try (var line = progress(false)) {
      section =
          LabRunCommand.experiment(TRAFFIC)
              .run(
                  new Options(1, interrupt()),
                  (what, fraction) -> line.at(() -> ProgressLine.bar(fraction, what)));
    }
    section.comparisons().stream().limit(1).forEach(this::print);
    say("The figure in the report shows forks, too.");
    return section;
  }

  private void print(ComparisonTable comparison) {
    var table = new TextTable(50, 24, 22).row(comparison.caption(), "printed", "measured");
    for (var row : comparison.rows()) {
      table.row(row.quantity(), row.printed().text(), row.ours().text());
    }
    out().print(table.render());
  }

  private void head(String title, String command) {
    say("");
    say(terminal().strong(title));
    say("$ sluice " + command);
  }

  private void say(String line) {
    out().println(line);
    out().flush();
  }
}
