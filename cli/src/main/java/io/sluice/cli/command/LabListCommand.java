package io.sluice.cli.command;

import io.sluice.cli.environment.Exit;
import io.sluice.cli.text.Json;
import io.sluice.cli.text.TextTable;
import io.sluice.lab.experiment.Experiments;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sluice lab list}: every experiment. */
@Command(
    name = "list",
    header = "List every experiment.",
    footer = {"  sluice lab list", "  sluice lab list --json"})
final class LabListCommand extends Subcommand {

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() {
    if (json) {
      var root = Json.object();
      var experiments = root.putArray("experiments");
      for (var experiment : Experiments.named()) {
        experiments
            .addObject()
            .put("name", experiment.name())
            .put("title", experiment.title())
            .put("summary", experiment.summary())
            .put("all", Experiments.all().contains(experiment));
      }
      Json.print(root, out());
    } else {
      var table = new TextTable(22, 76).row("name", "what it does");
      for (var experiment : Experiments.named()) {
        boolean all = Experiments.all().contains(experiment);
        table.row(
            experiment.name(),
            experiment.summary() + (all ? "" : " (takes minutes; not part of --all)"));
      }
      out().print(table.render());
      out().flush();
    }
    return Exit.FINE;
  }
}
